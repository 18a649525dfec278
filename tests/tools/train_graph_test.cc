// semilin train with the graph methods, and what the others make of the model.
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/learn/train.h"

#include "support/command.h"

namespace semilin::test {
namespace {

// Two clusters on a line, far apart, in turns; the first six rows are labeled.
std::string clusters() {
  std::string rows;
  for (int i = 0; i < 60; ++i) {
    const bool second = i % 2 == 1;
    rows += i < 6 ? (second ? "b" : "a") : "?";
    rows += " 1:" + std::to_string((second ? 5 : 1) + i / 70.0) + " 2:1\n";
  }
  return rows;
}

// Ten rows within the clusters.
std::string new_rows() {
  std::string rows;
  for (int i = 0; i < 10; ++i)
    rows += i % 2 == 1 ? "b 1:5.3 2:1\n" : "a 1:1.2 2:1\n";
  return rows;
}

// A path of `nodes` nodes as lines of edges.
std::string path_graph(int nodes) {
  std::string edges;
  for (int i = 1; i < nodes; ++i)
    edges += std::to_string(i) + " " + std::to_string(i + 1) + " 1\n";
  return edges;
}

std::string train_on_graph(const Workshop& shop, const std::string& arguments) {
  const bool given = holds(arguments, "--threads");
  const Outcome outcome =
      shop.semilin("train data -o model --set neighbors=5 " + arguments +
                   (given ? "" : " --threads 1"));
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  return outcome.err;
}

TEST_CASE("every graph method trains, predicts and evaluates") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("new", new_rows());
  for (const std::string method : {"lap-rls", "lap-svm", "tv-rls", "tv-svm",
                                   "cheeger-rls", "cheeger-svm"}) {
    CAPTURE(method);
    const std::string trained =
        train_on_graph(shop, "--summary s --test new --method " + method);
    CHECK(holds(trained, method));
    const json made = shop.summary();
    CHECK(made["method"] == method);
    CHECK(made["accuracy"] == 1.0);
    CHECK(made["components"] == 2);
    CHECK(made["unreached"] == 0);
    CHECK(made["class_sizes"][0].get<double>() == doctest::Approx(0.5));
    CHECK(made["class_sizes_source"] == "estimate");
    CHECK(made["class_sizes_drift"] == 0);  // two classes
    CHECK(made["options"]["kernel"]["form"] == "rbf");
    CHECK(made["seconds"].contains("solve"));
    const Outcome tested = shop.semilin("evaluate model new --json");
    CHECK(json::parse(tested.out)["accuracy"] == 1.0);
    CHECK(shop.run("predict model new").starts_with("a\nb\na\nb\n"));
    shop.run("inspect model --json");
  }
}

TEST_CASE("every kernel predicts rows that were not there") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("new", new_rows());
  for (const std::string kernel :
       {"linear", "rbf", "nystrom --set rank=20", "none"}) {
    CAPTURE(kernel);
    const std::string trained =
        train_on_graph(shop, "--method tv-rls --set kernel=" + kernel);
    CHECK(shop.run("predict model new") == "a\nb\na\nb\na\nb\na\nb\na\nb\n");
  }
}

TEST_CASE("labels that the graph contradicts are warned of") {
  const Workshop shop;
  std::string rows = clusters();
  shop.write("data", rows);
  CHECK_FALSE(holds(train_on_graph(shop, "--method tv-rls --summary s"),
                    "another class than their own"));
  CHECK(shop.summary()["contradicted"] == 0);
  rows += "b 1:1.1 2:1\na 1:5.1 2:1\n";  // each in the other's cluster
  shop.write("data", rows);
  const std::string warned =
      train_on_graph(shop, "--method tv-rls --summary s");
  CHECK(holds(warned, "2 of the 8 labeled rows"));
  CHECK(shop.summary()["contradicted"] == 2);
}

TEST_CASE(
    "a graph method has probabilities, cross-validation and the SVM beside "
    "it") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("test", clusters());
  train_on_graph(shop,
                 "--method tv-rls --probabilities --cross-validate --test test "
                 "--summary s --report r.html");
  const json made = shop.summary();
  CHECK(made["cross_validated"]["rows"] == made["labeled"]);
  CHECK(made["test"]["supervised"]["accuracy"].get<double>() > 0.5);
  CHECK(made["comparison"]["fell_back"] == false);
  CHECK_FALSE(made["comparison"]["advice"].get<std::string>().empty());
  CHECK(made["edges_within_class"] == 1);
  CHECK(data_of(shop.read("r.html"))["summary"]["class_sizes"] ==
        made["class_sizes"]);
  const Outcome said = shop.semilin("predict --probabilities model data");
  CHECK_MESSAGE(said.status == 0, said.err);
  CHECK(std::count(said.out.begin(), said.out.end(), '\n') == 60);
}

TEST_CASE("new rows are near by the metric of the graph") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("new", "b 1:0.53 2:0.1\n");  // the direction of b, beside a
  const auto says = [&](const std::string& metric) {
    train_on_graph(
        shop,
        "--method tv-rls --set kernel=none --summary s --set metric=" + metric);
    return shop.run("predict model new");
  };
  const auto made = [&] { return shop.summary()["options"]; };
  CHECK(says("cosine") == "b\n");
  CHECK(made()["graph"]["metric"] == "cosine");
  CHECK(made()["graph"]["weights"] == "cosine");
  CHECK(says("auto") == "a\n");
  CHECK(made()["graph"]["metric"] == "euclidean");
  CHECK(made()["graph"]["weights"] == "shared");
  shop.run("graph data -k 5 -o g -q");
  CHECK(says("auto --graph g") == "a\n");
  CHECK(says("cosine --graph g") == "b\n");
}

TEST_CASE("without a remainder a model keeps only the rows it needs") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("new", new_rows());
  const auto rows_kept = [&](const std::string& kernel) {
    train_on_graph(
        shop, "--method tv-rls --set kernel-delta=0 --set kernel=" + kernel);
    CHECK(shop.run("predict model new").starts_with("a\nb\na\nb\n"));
    const json made = shop.json("inspect model --json");
    return made["arrays"]["row_offsets"]["bytes"].get<int>() / 8 - 1;
  };
  CHECK(rows_kept("linear --set lambda=0.001") == 0);
  CHECK(rows_kept("nystrom --set rank=20") == 20);
  CHECK(rows_kept("rbf") == 60);
}

TEST_CASE(
    "a model with the linear kernel becomes a linear one, others do not") {
  const Workshop shop;
  shop.write("data", clusters());
  train_on_graph(shop, "--method lap-rls --set kernel=linear");
  shop.run("convert model out.liblinear");
  shop.run("inspect model --features 1");
  train_on_graph(shop, "--method lap-rls --set kernel=rbf");
  CHECK(holds(shop.refused("convert model other.liblinear"),
              "expected a linear model"));
  CHECK_FALSE(shop.has("other.liblinear"));
}

TEST_CASE("a graph that is given is the graph that would have been made") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.run("graph data -k 5 -o graph");
  train_on_graph(shop, "--method tv-svm");
  const std::string made = shop.run("predict --scores model data");
  train_on_graph(shop, "--method tv-svm --graph graph");
  CHECK(shop.run("predict --scores model data") == made);
}

TEST_CASE("labels, report and the same model for any number of threads") {
  const Workshop shop;
  shop.write("data", clusters());
  train_on_graph(shop, "--method cheeger-rls --labels-out l --report r.html");
  CHECK(shop.read("l").starts_with("a\nb\na\nb\na\nb\na\nb\n"));
  CHECK(data_of(shop.read("r.html"))["summary"]["method"] == "cheeger-rls");
  const std::string one = shop.read("model");
  train_on_graph(shop, "--method cheeger-rls --threads 3");
  CHECK(shop.read("model") == one);
}

TEST_CASE("rows that no label reaches are counted") {
  const Workshop shop;
  shop.write("data", clusters());
  // rows 1 to 50 are a path, the others stand alone
  shop.write("g.edges", path_graph(50) + "60\n");
  const std::string outcome =
      train_on_graph(shop, "--method tv-rls --graph g.edges --summary s");
  CHECK(shop.summary()["unreached"] == 10);
  CHECK(holds(outcome, "10 rows are in components without a label"));
}

TEST_CASE("rows that are all the same are no fault") {
  const Workshop shop;
  shop.write("data", "a 1:1\nb 1:1\n? 1:1\n? 1:1\n? 1:1\n? 1:1\n? 1:1\n");
  for (const std::string method : {"lap-rls", "lap-svm", "tv-rls", "tv-svm",
                                   "cheeger-rls", "cheeger-svm"}) {
    CAPTURE(method);
    train_on_graph(shop, "--method " + method);
    CHECK_FALSE(holds(shop.run("predict --scores model data"), "nan"));
  }
}

TEST_CASE("graphs that cannot be used are refused in one line") {
  const Workshop shop;
  shop.write("data", clusters());
  struct Case {
    std::string edges, said;
  };
  for (const Case& one :
       {Case{path_graph(59), "59"}, Case{path_graph(61), "61"},
        Case{"1 2 -1\n60\n", "-1"}, Case{"1 2 nan\n60\n", "nan"},
        Case{"1 2 1\n2 1 2\n60\n", "2"}, Case{"1 1 1\n60\n", "1"}}) {
    shop.write("g.edges", one.edges);
    const std::string err =
        shop.refused("train data -o model --method tv-rls --graph g.edges");
    CHECK(holds(err, "g.edges"));
    CHECK(holds(err, one.said));
    CHECK_FALSE(shop.has("model"));
  }
}

TEST_CASE("what a method cannot use is refused in one line") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("g", path_graph(60));
  for (const std::string options :
       {"tv-rls -C 1", "tv-rls --class-weight balanced",
        "tv-rls --set lambda-u=1", "tv-rls --class-sizes a=0.5,c=0.5",
        "tv-rls --class-sizes 0.5,0.6", "tv-rls --set gamma=-1",
        "tv-rls --set gamma=1e308", "cheeger-rls --set step=1e-310",
        "tv-rls --set kernel=gauss", "tv-rls --graph g --set weights=cosine",
        "da --set kernel=rbf", "da --set gamma=1", "svm --graph g"})
    shop.refused("train data -o model --method " + options, 2);
  for (const std::string rows :
       {"a,b 1:1\nb 1:2\n? 1:3\n", "a 1:1\na 1:2\n? 1:3\n",
        "a 1:1\nb 1:2\n? 1:3\n? 1:4\n? 1:5\n"}) {  // 4 others, not 5
    shop.write("data", rows);
    shop.refused("train data -o model --set neighbors=5 --method tv-rls");
  }
  CHECK_FALSE(shop.has("model"));
}

}  // namespace
}  // namespace semilin::test
