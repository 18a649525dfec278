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

// The command on so many ranks; but for the first they may run another one,
// which may name it as "$0". (Open MPI 5.0.7 crashes where ':' joins commands.)
std::string on_ranks(int ranks, const std::string& other = "") {
  const std::string run = kMpirun + std::to_string(ranks) + " ";
  if (other.empty()) return run + Workshop::command() + " ";
  return run + "sh -c 'test $OMPI_COMM_WORLD_RANK = 0 || exec " + other +
         "; exec \"$0\" \"$@\"' " + Workshop::command() + " ";
}

// One mpirun: `ranks` of the command with these arguments.
struct Start {
  int ranks;
  std::string arguments, other = {};
};

// Runs several at once, since a start is mostly waiting.
std::vector<Outcome> run_together(const Workshop& shop,
                                  const std::vector<Start>& starts) {
  constexpr std::size_t kAtOnce = 6;
  std::string line;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::string n = std::to_string(i);
    line += "{ mkdir -p own." + n + "; OWN=\"$PWD/own." + n + "\"; " +
            on_ranks(starts[i].ranks, starts[i].other) + starts[i].arguments +
            " >out." + n + " 2>err." + n + "; echo $? >status." + n + "; } &\n";
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
  static const Outcome tried = run_together(shop, {{2, "--version"}})[0];
  const bool works = tried.status == 0 && !tried.out.empty();
  if (!works) MESSAGE("SKIPPED: needs mpirun, and semilin built with MPI");
  return works;
}

// The lines of ours: mpirun adds some of its own.
int lines_of_ours(const std::string& text) {
  int lines = 0;
  for (std::size_t at = text.find("semilin: "); at != text.npos;
       at = text.find("semilin: ", at + 1))
    ++lines;
  return lines;
}

// A command, its status, and what its line holds; one that ends well has none.
struct Said {
  std::string arguments;
  int status;
  std::string line, other = {};
};

void check_said(const Workshop& shop, int ranks,
                const std::vector<Said>& expected) {
  std::vector<Start> starts;
  for (const Said& one : expected)
    starts.push_back({ranks, one.arguments, one.other});
  const std::vector<Outcome> done = run_together(shop, starts);
  for (std::size_t i = 0; i < done.size(); ++i) {
    CAPTURE(expected[i].arguments);
    CHECK(done[i].status == expected[i].status);
    CHECK(done[i].out == "");
    CHECK_MESSAGE(
        lines_of_ours(done[i].err) == (expected[i].status == 0 ? 0 : 1),
        done[i].err);
    CHECK_MESSAGE(holds(done[i].err, expected[i].line), done[i].err);
  }
}

// A script that runs two ranks slowly, a shell's number of each in pid.RANK.
std::string slow_ranks(const std::string& arguments) {
  return "SEMILIN_NETWORK=0.002,0 " + std::string(kMpirun) +
         "2 sh -c 'echo $$ >pid.$OMPI_COMM_WORLD_RANK; exec \"$0\" \"$@\"' " +
         Workshop::command() + " " + arguments + " & ";
}

}  // namespace

TEST_CASE("mpirun trains the model of a single process") {
  const Workshop shop({{"x.svm", topic_rows(3, 1200, 18)}});
  if (!has_mpi(shop)) return;
  shop.run("convert x.svm x.store");
  std::string weights;
  for (int i = 0; i < 1200; ++i)
    weights += i % 3 == 0 ? "2\n" : "1\n";
  shop.write("w", weights);
  struct Case {
    std::string name, options;
    std::vector<int> ranks;
  };
  const std::vector<Case> cases = {
      {"rls", "x.store --method rls", {2, 4}},
      {"svm", "x.store --method svm", {1, 2, 4}},
      {"tsvm", "x.store --method tsvm", {2, 4}},
      {"da", "x.store --method da", {2, 4}},
      {"weighed",
       "x.svm --method svm --row-weights w --class-weight balanced",
       {3}}};
  const auto arguments = [](const Case& one, const std::string& own) {
    return "train --quiet " + one.options + " -o m" + own + " --summary s" +
           own + " --labels-out l" + own;
  };
  std::vector<Start> starts;
  for (const Case& one : cases) {
    shop.run(arguments(one, one.name));
    for (const int ranks : one.ranks)
      starts.push_back(
          {ranks, arguments(one, one.name + std::to_string(ranks))});
  }
  for (const Outcome& one : run_together(shop, starts)) {
    CHECK(one.status == 0);
    CHECK(one.err == "");
  }
  for (const auto& [name, options, all_ranks] : cases) {
    const json one = json::parse(shop.read("s" + name));
    shop.run("convert m" + name + " " + name + ".liblinear");
    for (const int ranks : all_ranks) {
      const std::string own = name + std::to_string(ranks);
      CAPTURE(own);
      const json many = json::parse(shop.read("s" + own));
      CHECK(many["objective"].get<double>() ==
            doctest::Approx(one["objective"].get<double>()).epsilon(1e-6));
      CHECK(many["rows"] == one["rows"]);
      CHECK(shop.read("l" + own) == shop.read("l" + name));
      CHECK(many.contains("communication") == (ranks > 1));
      if (ranks > 1) CHECK(many["communication"]["ranks"] == ranks);
      if (name != "tsvm" && name != "da") continue;
      // annealing and switching: the same bits
      shop.run("convert m" + own + " " + own + ".liblinear");
      CHECK(shop.read(own + ".liblinear") == shop.read(name + ".liblinear"));
    }
  }
}

TEST_CASE("each rank converts, and trains on, a file of its own") {
  const Workshop shop({{"x.svm", topic_rows(3, 300, 90)}});
  if (!has_mpi(shop)) return;
  (void)shop.shell("split -l 100 -d -a 1 --additional-suffix=.svm x.svm part.");
  const auto ends_well = [&](const std::vector<Start>& starts) {
    for (const Outcome& one : run_together(shop, starts))
      CHECK_MESSAGE(one.status == 0, one.err);
  };
  ends_well({{3, "convert part.%d.svm part.%d.store"}});
  const Strings methods = {"svm", "da"};
  const auto train = [](const std::string& data, const std::string& method,
                        const std::string& own) {
    return "train " + data + " -o m --quiet --method " + method +
           " --summary s" + own + " --labels-out l" + own;
  };
  std::vector<Start> starts;
  for (const std::string& method : methods) {
    shop.run(train("x.svm", method, method));
    starts.push_back({3, train("part.%d.store", method, method + "2")});
  }
  ends_well(starts);
  for (const std::string& method : methods) {
    CHECK(shop.read("l" + method + "2") == shop.read("l" + method));
    const json one = json::parse(shop.read("s" + method));
    const json many = json::parse(shop.read("s" + method + "2"));
    CHECK(many["rows"] == one["rows"]);
    CHECK(many["labeled"] == one["labeled"]);
    CHECK(many["objective"].get<double>() ==
          doctest::Approx(one["objective"].get<double>()).epsilon(1e-4));
  }
}

TEST_CASE("an altered value or offset in one rank's part ends all") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  std::string text;
  for (int i = 0; i < 300; ++i)
    text += std::string(i % 2 == 0 ? "a" : "b") + " 1:1 2:1 4:1\n";
  shop.write("x.svm", text);
  shop.run("convert x.svm x.store");
  shop.run("train x.svm -o m --method svm -q");
  const auto bytes = [](auto value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const std::string whole = shop.read("x.store");
  const auto alter = [&](const std::string& name, const std::string& found,
                         const std::string& written) {
    const std::size_t place = whole.find(found);
    REQUIRE(place != whole.npos);
    shop.write(name,
               std::string(whole).replace(place, written.size(), written));
  };
  // offsets are 0, 3, 6, ...: that of row 250 is one of the third rank's
  const std::string offsets =
      bytes(std::int64_t{750}) + bytes(std::int64_t{753});
  alter("value.store", bytes(1.0F) + bytes(1.0F), bytes(1.5F));
  alter("near.store", offsets, bytes(std::int64_t{749}));
  alter("far.store", offsets, bytes(std::int64_t{1} << 40));
  const std::string altered =
      "value.store: expected valid rows, found values "
      "altered (checksum)";
  check_said(shop, 3,
             {{"train value.store -o m1 --method svm", 1, altered},
              {"train value.store -o m2 --method svm --trust", 0, ""},
              {"predict m value.store -o l1", 1, altered},
              {"evaluate m value.store -o l2", 1, altered},
              {"train near.store -o m3 --method svm", 1, ".store"},
              {"train near.store -o m4 --method svm --trust", 1, ".store"},
              {"train far.store -o m5 --method svm", 1, ".store"},
              {"train far.store -o m6 --method svm --trust", 1, ".store"}});
}

TEST_CASE("mpirun predicts and evaluates as a single process does") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", topic_rows(3, 90, 90));
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
  shop.write("x.svm", topic_rows(2, 40, 12));
  shop.write("x.0.svm", "a 1:1\n");
  shop.write("x.1.svm", "b 1:1\n");
  shop.write("y.0.svm", topic_rows(30, 60, 30));
  shop.run("convert y.0.svm y.0.store");
  const std::string only = "only semilin train, predict, evaluate and convert";
  check_said(
      shop, 2,
      {{"train x.svm -o m", 2,
        "dense rows, or negative values: needs a single"},
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
       {"train x.svm -o m --method da", 2,
        "all processes need the same options", "\"$0\" train x.svm -o m"},
       {"train x.svm -o m --method da", 2,
        "all processes need the same options", "\"$0\" --version"}});
  for (const std::string file : {"m", "t.csv", "x.store"})
    CHECK(!shop.has(file));
}

TEST_CASE("no output replaces the part or a file of any rank") {
  const Workshop shop({{"x.svm", topic_rows(2, 80, 12)}});
  if (!has_mpi(shop)) return;
  shop.run("convert x.svm part.0.store");
  shop.run("convert x.svm part.1.store");
  const std::string part = shop.read("part.1.store");
  std::string numbers;
  for (int i = 0; i < 80; ++i)
    numbers += "1\n";
  shop.write("w.0", numbers);
  shop.write("w.1", numbers);
  const std::string train = "train part.%d.store --method svm -q ";
  const std::string said = "'part.1.store' would replace";
  check_said(
      shop, 2,
      {{train + "-o part.1.store", 2, said},
       {train + "-o m --summary part.1.store", 2, said},
       {train + "-o m --log part.1.store", 2, said},
       {train + "-o m --row-weights w.%d --log w.1", 2, "'w.1' would replace"},
       {train + "-o v.1 --votes v.%d", 2, "'v.1' would replace"},
       {train + "-o v.1 --vectors v.%d", 2, "'v.1' would replace"},
       {train + "-o part.2.store --row-weights w.%d", 0, ""}});
  CHECK(shop.read("part.1.store") == part);
  CHECK(shop.read("w.1") == numbers);
  CHECK_FALSE(shop.has("m"));
}

TEST_CASE("a rank that is missing, killed or interrupted ends the run") {
  const Workshop shop;
  if (!has_mpi(shop)) return;
  shop.write("x.svm", topic_rows(30, 600, 60));
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
      on_ranks(2, "true") + "train x.svm -o m; " +
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
