// semilin train under mpirun, end to end.

#include "support/command.h"

namespace semilin::test {
namespace {

using nlohmann::json;

// More ranks than processors, by whatever user runs the tests.
const char* const kMpirun =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
    // Processes of one machine need no network: there may be none, and to look
    // for its devices takes most of a start.
    "OMPI_MCA_btl=vader,self OMPI_MCA_mpi_yield_when_idle=1 "
    "OMP_NUM_THREADS=1 mpirun --oversubscribe --bind-to none -n ";

Outcome run_ranks(const Workshop& shop, int ranks,
                  const std::string& arguments) {
  return shop.shell(kMpirun + std::to_string(ranks) + " " +
                    Workshop::command() + " " + arguments);
}

// Whether there is an mpirun, and a command that knows it.
bool has_mpi(const Workshop& shop) {
  static const Outcome tried = run_ranks(shop, 2, "--version");
  const bool works = tried.status == 0 && !tried.out.empty();
  if (!works) MESSAGE("SKIPPED: needs mpirun, and semilin built with MPI");
  return works;
}

// Two or three classes, `labeled` rows of each with a label.
std::string documents(int classes, int rows, int labeled) {
  Random random(8);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    const int k = i % classes;
    text += i / classes < labeled ? "c" + std::to_string(k) : "?";
    for (int j = 0; j < 12 * classes; ++j) {
      if (random.uniform() > (j / 12 == k ? 0.4 : 0.15)) continue;
      text += " " + std::to_string(j + 1) + ":1";
    }
    text += "\n";
  }
  return text;
}

// The lines of ours: mpirun adds some of its own.
int lines_of_ours(const std::string& text) {
  int lines = 0;
  for (std::size_t at = text.find("semilin: "); at != text.npos;
       at = text.find("semilin: ", at + 1)) {
    ++lines;
  }
  return lines;
}

// A script that runs two ranks slowly, a shell's number of each in pid.RANK.
std::string slow_ranks(const std::string& arguments) {
  return "SEMILIN_NETWORK=0.002,0 " + std::string(kMpirun) +
         "2 sh -c 'echo $$ >pid.$OMPI_COMM_WORLD_RANK; exec \"$0\" \"$@\"' " +
         Workshop::command() + " " + arguments + " & ";
}

}  // namespace

TEST_CASE("mpirun trains the model of a single process") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", documents(2, 300, 6));
  shop.run("convert x.svm x.store");
  for (const std::string method : {"rls", "svm", "tsvm", "da"}) {
    const std::string arguments = "train x.store --quiet --method " + method;
    shop.run(arguments + " -o m --summary s --labels-out l");
    const json one = json::parse(shop.read("s"));
    for (const int ranks : {1, 2, 4}) {
      CAPTURE(method);
      CAPTURE(ranks);
      const Outcome done = run_ranks(
          shop, ranks, arguments + " -o m2 --summary s2 --labels-out l2");
      CHECK(done.status == 0);
      CHECK(done.err == "");
      const json many = json::parse(shop.read("s2"));
      CHECK(many["objective"].get<double>() ==
            doctest::Approx(one["objective"].get<double>()).epsilon(1e-6));
      CHECK(many["rows"] == one["rows"]);
      CHECK(shop.read("l2") == shop.read("l"));
      CHECK(many.contains("communication") == (ranks > 1));
      if (ranks > 1) CHECK(many["communication"]["ranks"] == ranks);
    }
  }
}

TEST_CASE("two and four ranks train the bits of a single process") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", documents(3, 1200, 6));
  shop.run("convert x.svm x.store");
  for (const std::string method : {"tsvm", "da"}) {
    const std::string arguments = "train x.store --quiet --method " + method;
    for (const int ranks : {1, 2, 4}) {
      const std::string name = "m" + std::to_string(ranks);
      REQUIRE(run_ranks(shop, ranks,
                        arguments + " -o " + name + " --labels-out l" + name)
                  .status == 0);
      shop.run("convert " + name + " " + name + ".liblinear");
      CHECK(shop.read(name + ".liblinear") == shop.read("m1.liblinear"));
      CHECK(shop.read("l" + name) == shop.read("lm1"));
    }
  }
}

TEST_CASE("text, labels and weights of rows are shared out likewise") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", documents(3, 120, 8));
  std::string weights;
  for (int i = 0; i < 120; ++i)
    weights += i % 3 == 0 ? "2\n" : "1\n";
  shop.write("w", weights);
  const std::string arguments =
      "train x.svm --quiet --method svm --row-weights w --class-weight "
      "balanced";
  shop.run(arguments + " -o m --summary s");

  CHECK(run_ranks(shop, 3, arguments + " -o m2 --summary s2").status == 0);
  CHECK(json::parse(shop.read("s2"))["objective"].get<double>() ==
        doctest::Approx(json::parse(shop.read("s"))["objective"].get<double>())
            .epsilon(1e-6));
}

TEST_CASE("each rank converts, and trains on, a file of its own") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  const std::string text = documents(3, 300, 30);  // the first part has labels
  shop.write("x.svm", text);
  std::size_t begin = 0;
  for (const std::string part : {"0", "1", "2"}) {
    std::size_t end = begin;
    for (int line = 0; line < 100; ++line)
      end = text.find('\n', end) + 1;
    shop.write("part." + part + ".svm", text.substr(begin, end - begin));
    begin = end;
  }
  CHECK(run_ranks(shop, 3, "convert part.%d.svm part.%d.store").status == 0);
  for (const std::string method : {"svm", "da"}) {
    const std::string options = " --quiet --method " + method;
    shop.run("train x.svm -o m --summary s --labels-out l" + options);
    const Outcome done = run_ranks(
        shop, 3,
        "train part.%d.store -o m2 --summary s2 --labels-out l2" + options);
    CHECK_MESSAGE(done.status == 0, done.err);
    CHECK(shop.read("l2") == shop.read("l"));
    const json one = json::parse(shop.read("s"));
    const json many = json::parse(shop.read("s2"));
    CHECK(many["rows"] == one["rows"]);
    CHECK(many["labeled"] == one["labeled"]);
    CHECK(many["objective"].get<double>() ==
          doctest::Approx(one["objective"].get<double>()).epsilon(1e-4));
  }
}

TEST_CASE("ranks compare a store's checksums together") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", documents(2, 300, 60));
  shop.run("convert x.svm x.store");
  std::string store = shop.read("x.store");
  const std::string one("\0\0\x80\x3f\0\0\x80\x3f", 8);  // two values
  store[store.find(one)] ^= 1;
  shop.write("x.store", store);
  for (const std::string command :
       {"train x.store -o m --method svm",
        "train x.store -o m --method svm --trust"}) {
    const bool trust = command.ends_with("--trust");
    const Outcome done = run_ranks(shop, 3, command);
    CHECK(done.status == (trust ? 0 : 1));
    const bool found =
        holds(done.err,
              "x.store: expected valid rows, found values altered "
              "(checksum)");
    CHECK_MESSAGE(found != trust, done.err);
  }
  shop.run("train x.svm -o m --method svm -q");
  for (const std::string command : {"predict", "evaluate"}) {
    const Outcome done = run_ranks(shop, 3, command + " m x.store -o l");
    CHECK(done.status == 1);
    CHECK_MESSAGE(holds(done.err, "semilin: x.store: expected valid rows"),
                  done.err);
  }
}

TEST_CASE("an altered offset in one rank's part ends all with one line") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  std::string text;
  for (int i = 0; i < 300; ++i)
    text += std::string(i % 2 == 0 ? "a" : "b") + " 1:1 2:1 4:1\n";
  shop.write("x.svm", text);
  shop.run("convert x.svm x.store");
  const std::string whole = shop.read("x.store");
  // offsets are 0, 3, 6, ...: that of row 250 is one of the third rank's
  const auto number = [](std::int64_t value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const std::size_t place = whole.find(number(750) + number(753));
  REQUIRE(place != whole.npos);
  for (const std::int64_t altered : {749L, 1L << 40}) {
    shop.write("x.store",
               std::string(whole).replace(place, 8, number(altered)));
    for (const std::string trust : {"", " --trust"}) {
      CAPTURE(altered);
      const Outcome done =
          run_ranks(shop, 3, "train x.store -o m --method svm" + trust);
      CHECK(done.status == 1);
      CHECK_MESSAGE(lines_of_ours(done.err) == 1, done.err);
      CHECK(holds(done.err, "x.store"));
    }
  }
}

TEST_CASE("mpirun predicts and evaluates as a single process does") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  std::string text = documents(3, 90, 90);
  shop.write("x.svm", text);
  shop.run("convert x.svm x.store");
  shop.run("train x.store -q --probabilities -o m");
  for (const std::string arguments :
       {"predict m x.store -o l", "predict m x.svm --scores -o l",
        "predict m x.store --probabilities -o l", "predict m x.store -o l.csv",
        "evaluate m x.store -o l", "evaluate m x.svm --json -o l"}) {
    CAPTURE(arguments);
    const std::string file = arguments.substr(arguments.find("-o ") + 3);
    shop.run(arguments);
    const std::string one = shop.read(file);
    const Outcome done = run_ranks(shop, 3, arguments);
    CHECK(done.status == 0);
    CHECK_FALSE(holds(done.err, "warning"));
    CHECK(shop.read(file) == one);
  }
}

TEST_CASE("what is wrong under mpirun is said once") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", documents(2, 40, 6));
  const auto said = [&](const std::string& arguments, int status,
                        const std::string& line) {
    const Outcome done = run_ranks(shop, 2, arguments);
    CHECK(done.status == status);
    CHECK(lines_of_ours(done.err) == 1);
    CHECK_MESSAGE(holds(done.err, line), done.err);
  };
  said("train x.svm -o m", 2, "dense rows, or negative values: needs a single");
  said("train x.svm -o m --method tv-rls", 2,
       "name another method, --method committee, rls, svm, tsvm");
  said("train none.svm -o m --method da", 1, "none.svm: cannot open");
  said("train x.svm -o m --method svm --probabilities", 2, "--probabilities");
  said("train - -o m --method svm", 2, "not standard input");
  said("inspect x.svm", 2, "only semilin train, predict, evaluate and convert");
  said("convert x.svm x.store", 2, "x.svm: expected %d");
  said("train x.%d.store -o m --method da --row-weights w", 2,
       "w: expected %d, as in the name of DATA");
  shop.write("x.0.svm", "a 1:1\n");
  shop.write("x.1.svm", "b 1:1\n");
  said("train x.%d.svm -o m --method da", 2, "must be stores");
}

TEST_CASE("a rank that is killed ends the run") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", documents(2, 300, 6));
  const Outcome done = shop.shell(
      slow_ranks("train x.svm --quiet --method da --set temperature=100 "
                 "--log log -o m") +
      "while ! grep -q da: log; do sleep 0.1; done; "
      "kill -9 $(cat pid.1); begin=$(date +%s); wait $!; "
      "status=$?; echo $(($(date +%s) - begin)); exit $status");

  CHECK(done.status != 0);
  CHECK(std::stoi(done.out) < 30);
  CHECK(holds(done.err, "signal 9"));
  CHECK(!shop.has("m"));
}

TEST_CASE("mpirun passes on the wish to end in good order") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", documents(2, 300, 6));
  const Outcome done = shop.shell(
      slow_ranks(
          "train x.svm --method da --set temperature=100 -o m --summary s "
          "--log log") +
      "while ! grep -q da: log; do sleep 0.1; done; kill -USR1 $!; wait $!");

  CHECK(done.status == 1);
  CHECK(holds(done.err, "m holds the best model so far"));
  CHECK(json::parse(shop.read("s"))["stop"] == "interrupted");
  CHECK(shop.has("m"));
}

}  // namespace semilin::test
