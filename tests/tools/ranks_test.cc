// semilin train under mpirun, end to end.

#include "support/command.h"

namespace semilin::test {
namespace {

// More ranks than processors, by whatever user runs the tests.
const char* const kMpirun =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
    // Processes of one machine need no network: there may be none, and to look
    // for its devices takes most of a start.
    "OMPI_MCA_btl=vader,self OMPI_MCA_mpi_yield_when_idle=1 "
    // one that ends removes the folder that another makes
    "OMPI_MCA_orte_tmpdir_base=\"${OWN:-$PWD}\" "
    "OMP_NUM_THREADS=1 mpirun --oversubscribe --bind-to none -n ";

Outcome run_ranks(const Workshop& shop, int ranks,
                  const std::string& arguments) {
  return shop.shell(kMpirun + std::to_string(ranks) + " " +
                    Workshop::command() + " " + arguments);
}

// One mpirun: `ranks` of the command with these arguments.
struct Start {
  int ranks;
  std::string arguments;
};

// Runs several at once, since a start is mostly waiting.
std::vector<Outcome> run_together(const Workshop& shop,
                                  const std::vector<Start>& starts) {
  constexpr std::size_t kAtOnce = 6;
  std::string line;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::string n = std::to_string(i);
    line += "{ mkdir -p own." + n + "; OWN=\"$PWD/own." + n + "\"; " +
            (kMpirun + std::to_string(starts[i].ranks)) + " " +
            Workshop::command() + " " + starts[i].arguments + " >out." + n +
            " 2>err." + n + "; echo $? >status." + n + "; } &\n";
    if ((i + 1) % kAtOnce == 0) line += "wait\n";
  }
  (void)shop.shell(line + "wait");
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::string n = std::to_string(i);
    Outcome& one = outcomes.emplace_back();
    one.out = shop.read("out." + n);
    one.err = one.status.err = shop.read("err." + n);
    one.status.code = std::stoi(shop.read("status." + n));
    if (sanitizer_spoke(one.err)) FAIL_CHECK(one.err);
  }
  return outcomes;
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

// Three classes, whose rows have few of many features.
std::string sparse_documents(int rows) {
  Random random(8);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += i < 30 ? "c" + std::to_string(i % 3) : "?";
    for (int j = 0; j < 12; ++j) {
      const auto step = static_cast<int>(random.below(15));
      text += " " +
              std::to_string(1 + (j < 4 ? 60 * (i % 3) + 15 * j + step
                                        : 180 + 150 * j + 10 * step)) +
              ":1";
    }
    text += "\n";
  }
  return text;
}

// The lines of ours: mpirun adds some of its own.
int lines_of_ours(const std::string& text) {
  int lines = 0;
  for (std::size_t at = text.find("semilin: "); at != text.npos;
       at = text.find("semilin: ", at + 1))
    ++lines;
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
  shop.write("x.svm", documents(3, 1200, 6));
  shop.run("convert x.svm x.store");
  const auto arguments = [](const std::string& name) {
    return "train x.store --quiet --method " + name.substr(0, name.find('.')) +
           " -o m" + name + " --summary s" + name + " --labels-out l" + name;
  };
  const std::vector<std::string> methods = {"rls", "svm", "tsvm", "da"};
  std::vector<Start> starts = {{1, arguments("svm.1")}};
  for (const std::string& method : methods) {
    shop.run(arguments(method));
    for (const int ranks : {2, 4})
      starts.push_back(
          {ranks, arguments(method + "." + std::to_string(ranks))});
  }
  for (const Outcome& one : run_together(shop, starts)) {
    CHECK(one.status == 0);
    CHECK(one.err == "");
  }
  for (const std::string& method : methods) {
    const json one = json::parse(shop.read("s" + method));
    shop.run("convert m" + method + " " + method + ".liblinear");
    for (const int ranks : {1, 2, 4}) {
      if (ranks == 1 && method != "svm") continue;
      const std::string own = method + "." + std::to_string(ranks);
      CAPTURE(own);
      const json many = json::parse(shop.read("s" + own));
      CHECK(many["objective"].get<double>() ==
            doctest::Approx(one["objective"].get<double>()).epsilon(1e-6));
      CHECK(many["rows"] == one["rows"]);
      CHECK(shop.read("l" + own) == shop.read("l" + method));
      CHECK(many.contains("communication") == (ranks > 1));
      if (ranks > 1) CHECK(many["communication"]["ranks"] == ranks);
      if (method == "rls" || method == "svm") continue;
      // annealing and switching: the same bits
      shop.run("convert m" + own + " " + own + ".liblinear");
      CHECK(shop.read(own + ".liblinear") == shop.read(method + ".liblinear"));
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
  std::vector<Start> starts;
  for (const std::string method : {"svm", "da"}) {
    const std::string rest = " --quiet --method " + method + " --summary s" +
                             method + " --labels-out l" + method;
    shop.run("train x.svm -o m" + rest);
    starts.push_back({3, "train part.%d.store -o m" + rest + "2"});
    starts.back().arguments.replace(starts.back().arguments.find(" --labels"),
                                    0, "2");
  }
  for (const Outcome& one : run_together(shop, starts))
    CHECK_MESSAGE(one.status == 0, one.err);
  for (const std::string method : {"svm", "da"}) {
    CHECK(shop.read("l" + method + "2") == shop.read("l" + method));
    const json one = json::parse(shop.read("s" + method));
    const json many = json::parse(shop.read("s" + method + "2"));
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
  shop.run("train x.svm -o m --method svm -q");
  const std::vector<Outcome> done =
      run_together(shop, {{3, "train x.store -o m1 --method svm"},
                          {3, "train x.store -o m2 --method svm --trust"},
                          {3, "predict m x.store -o l1"},
                          {3, "evaluate m x.store -o l2"}});
  for (std::size_t i = 0; i < done.size(); ++i) {
    const bool trust = i == 1;
    CHECK(done[i].status == (trust ? 0 : 1));
    const bool found =
        holds(done[i].err,
              "x.store: expected valid rows, found values altered "
              "(checksum)");
    CHECK_MESSAGE(found != trust, done[i].err);
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
  std::vector<Start> starts;
  for (const std::int64_t altered : {749L, 1L << 40}) {
    const std::string name = "x" + std::to_string(altered) + ".store";
    shop.write(name, std::string(whole).replace(place, 8, number(altered)));
    for (const std::string trust : {"", " --trust"})
      starts.push_back({3, "train " + name + " -o m --method svm" + trust});
  }
  for (const Outcome& one : run_together(shop, starts)) {
    CHECK(one.status == 1);
    CHECK_MESSAGE(lines_of_ours(one.err) == 1, one.err);
    CHECK(holds(one.err, ".store"));
  }
}

TEST_CASE("mpirun predicts and evaluates as a single process does") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  std::string text = documents(3, 90, 90);
  shop.write("x.svm", text);
  shop.run("convert x.svm x.store");
  shop.run("train x.store -q --probabilities -o m");
  const std::vector<std::string> all = {
      "predict m x.store -o l0",
      "predict m x.svm --scores -o l1",
      "predict m x.store --probabilities -o l2",
      "predict m x.store -o l3.csv",
      "evaluate m x.store -o l4",
      "evaluate m x.svm --json -o l5"};
  std::vector<std::string> files, singles;
  std::vector<Start> starts;
  for (const std::string& arguments : all) {
    shop.run(arguments);
    files.push_back(arguments.substr(arguments.find("-o ") + 3));
    singles.push_back(shop.read(files.back()));
    std::filesystem::remove(shop.path(files.back()));
    starts.push_back({3, arguments});
  }
  const std::vector<Outcome> done = run_together(shop, starts);
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i]);
    CHECK(done[i].status == 0);
    CHECK_FALSE(holds(done[i].err, "warning"));
    CHECK(shop.read(files[i]) == singles[i]);
  }
}

TEST_CASE("what is wrong under mpirun is said once") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", documents(2, 40, 6));
  shop.write("x.0.svm", "a 1:1\n");
  shop.write("x.1.svm", "b 1:1\n");
  shop.write("y.0.svm", sparse_documents(60));
  shop.run("convert y.0.svm y.0.store");
  struct Fault {
    std::string arguments;
    int status;
    std::string line;
  };
  const std::string only = "only semilin train, predict, evaluate and convert";
  const std::string other = " : -n 1 " + Workshop::command();
  const std::vector<Fault> faults = {
      {"train x.svm -o m", 2, "dense rows, or negative values: needs a single"},
      {"train x.svm -o m --method tv-rls", 2,
       "name another method, --method committee, rls, svm, tsvm"},
      {"train none.svm -o m --method da", 1, "none.svm: cannot open"},
      {"train x.svm -o m --method svm --probabilities", 2, "--probabilities"},
      {"train x.svm -o m --expected-accuracy", 2, "--expected-accuracy"},
      {"train - -o m --method svm", 2, "not standard input"},
      {"inspect x.svm", 2, only},
      {"suggest x.svm -o t.csv", 2, only},
      {"audit x.svm", 2, only},
      {"tune x.svm -o m", 2, only},
      {"convert x.svm x.store", 2, "x.svm: expected %d"},
      {"train x.%d.store -o m --method da --row-weights w", 2,
       "w: expected %d, as in the name of DATA"},
      {"train x.%d.store -o m --method da --votes v", 2, "v: expected %d"},
      {"train x.%d.svm -o m --method da", 2, "must be stores"},
      {"train y.%d.store -o m", 1, "y.1.store: cannot open"},
      {"train x.svm -o m --method da" + other + " train x.svm -o m", 2,
       "all processes need the same options"},
      {"train x.svm -o m --method da" + other + " --version", 2,
       "all processes need the same options"}};
  std::vector<Start> starts;
  for (const Fault& one : faults)
    starts.push_back({holds(one.arguments, " : ") ? 1 : 2, one.arguments});
  const std::vector<Outcome> done = run_together(shop, starts);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    CAPTURE(faults[i].arguments);
    CHECK(done[i].status == faults[i].status);
    CHECK(done[i].out == "");
    CHECK_MESSAGE(lines_of_ours(done[i].err) == 1, done[i].err);
    CHECK_MESSAGE(holds(done[i].err, faults[i].line), done[i].err);
  }
  for (const std::string file : {"m", "t.csv", "x.store"})
    CHECK(!shop.has(file));
}

TEST_CASE("a rank that is missing, killed or interrupted ends the run") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", sparse_documents(600));
  // each in a folder of its own; `stop` once the committee has begun
  const auto stopped = [](const std::string& name, const std::string& stop) {
    return "{ mkdir " + name + "; cd " + name + "\n" +
           slow_ranks("train ../x.svm --log log -o m --summary s") +
           "while ! grep -q da: log; do sleep 0.1; done; begin=$(date +%s); " +
           stop + "; wait $!; echo $? $(($(date +%s) - begin)) >../" + name +
           ".end; } 2>" + name + ".err &\n";
  };
  (void)shop.shell(
      "{ mkdir own; OWN=\"$PWD/own\"; export SEMILIN_START_SECONDS=2; "
      "begin=$(date +%s); " +
      std::string(kMpirun) + "1 " + Workshop::command() +
      " train x.svm -o m : -n 1 true; " +
      "echo $? $(($(date +%s) - begin)) >missing.end; } 2>missing.err &\n" +
      stopped("killed", "kill -9 $(cat pid.1)") +
      stopped("first", "kill -9 $(cat pid.0)") +
      stopped("interrupted", "kill -INT $!") +
      // which mpirun passes on
      stopped("asked", "kill -USR1 $!") + "wait");

  const auto check = [&](const std::string& name, const std::string& line) {
    CAPTURE(name);
    std::istringstream end(shop.read(name + ".end"));
    int status = 0, seconds = 0;
    end >> status >> seconds;
    CHECK(status != 0);
    CHECK(seconds <= 10);
    CHECK(holds(shop.read(name + ".err"), line));
  };
  check("missing", "semilin: mpirun: another process does not start semilin");
  check("killed", "signal 9");
  check("first", "signal 9");
  check("interrupted", "");
  check("asked", "m holds the best model so far");
  CHECK(lines_of_ours(shop.read("missing.err")) == 1);
  for (const std::string model : {"m", "killed/m", "first/m"})
    CHECK(!shop.has(model));
  if (shop.has("interrupted/m")) shop.run("inspect interrupted/m");
  CHECK(json::parse(shop.read("asked/s"))["stop"] == "interrupted");
  shop.run("inspect asked/m");
}

}  // namespace semilin::test
