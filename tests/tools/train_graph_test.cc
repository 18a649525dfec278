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
  const std::string outcome =
      shop.told("train data -o model --set neighbors=5 " + arguments +
                (given ? "" : " --threads 1"));
  return outcome;
}

TEST_CASE("every graph method and kernel trains, predicts and evaluates") {
  const Workshop shop({{"data", clusters()}, {"new", new_rows()}});
  for (const std::string options :
       {"lap-rls", "lap-svm", "tv-rls", "tv-svm", "cheeger-rls", "cheeger-svm",
        "tv-rls --set kernel=linear",
        "tv-rls --set kernel=nystrom --set rank=20",
        "tv-rls --set kernel=none"}) {
    CAPTURE(options);
    const std::string method = options.substr(0, options.find(' '));
    const std::string trained = train_on_graph(
        shop,
        "--summary s --test new --labels-out l --report r.html --method " +
            options);
    CHECK(holds(trained, method));
    const json made = shop.summary();
    CHECK(made["method"] == method);
    CHECK(made["accuracy"] == 1.0);
    CHECK(made["components"] == 2);
    CHECK(made["unreached"] == 0);
    CHECK(made["class_sizes"][0].get<double>() == doctest::Approx(0.5));
    CHECK(made["class_sizes_source"] == "estimate");
    CHECK(made["class_sizes_drift"] == 0);  // two classes
    if (method == options) CHECK(made["options"]["kernel"]["form"] == "rbf");
    CHECK(made["seconds"].contains("solve"));
    CHECK(data_of(shop.read("r.html"))["summary"]["method"] == method);
    CHECK(shop.read("l").starts_with("a\nb\na\nb\na\nb\na\nb\n"));
    CHECK(shop.json("evaluate model new --json")["accuracy"] == 1.0);
    CHECK(shop.run("predict model new") == "a\nb\na\nb\na\nb\na\nb\na\nb\n");
    shop.run("inspect model --json");
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

TEST_CASE("a graph method is calibrated, cross-validated and compared") {
  const Workshop shop({{"data", clusters()}, {"test", clusters()}});
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
  const std::string said = shop.run("predict --probabilities model data");
  CHECK(std::count(said.begin(), said.end(), '\n') == 60);
}

TEST_CASE("new rows are near by the metric of the graph") {
  const Workshop shop({{"data", clusters()}});
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
  const Workshop shop({{"data", clusters()}, {"new", new_rows()}});
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

TEST_CASE("a model with the linear kernel alone becomes a linear one") {
  const Workshop shop({{"data", clusters()}});
  train_on_graph(shop, "--method lap-rls --set kernel=linear");
  shop.run("convert model out.liblinear");
  shop.run("inspect model --features 1");
  train_on_graph(shop, "--method lap-rls --set kernel=rbf");
  CHECK(holds(shop.refused("convert model other.liblinear"),
              "expected a linear model"));
  CHECK_FALSE(shop.has("other.liblinear"));
}

TEST_CASE("a graph that is given is the graph that would have been made") {
  const Workshop shop({{"data", clusters()}});
  shop.run("graph data -k 5 -o graph");
  train_on_graph(shop, "--method tv-svm");
  const std::string made = shop.run("predict --scores model data");
  train_on_graph(shop, "--method tv-svm --graph graph");
  CHECK(shop.run("predict --scores model data") == made);
}

TEST_CASE("rows that no label reaches are counted") {
  const Workshop shop({{"data", clusters()}});
  // rows 1 to 50 are a path, the others stand alone
  shop.write("g.edges", path_graph(50) + "60\n");
  const std::string outcome =
      train_on_graph(shop, "--method tv-rls --graph g.edges --summary s");
  CHECK(shop.summary()["unreached"] == 10);
  CHECK(holds(outcome, "10 rows are in components without a label"));
}

TEST_CASE("rows that are all the same are no fault") {
  const Workshop shop(
      {{"data", "a 1:1\nb 1:1\n? 1:1\n? 1:1\n? 1:1\n? 1:1\n? 1:1\n"}});
  for (const std::string method : {"lap-rls", "lap-svm", "tv-rls", "tv-svm",
                                   "cheeger-rls", "cheeger-svm"}) {
    CAPTURE(method);
    train_on_graph(shop, "--method " + method);
    CHECK_FALSE(holds(shop.run("predict --scores model data"), "nan"));
  }
}

TEST_CASE("graphs that cannot be used are refused in one line") {
  const Workshop shop({{"data", clusters()}});
  for (const std::string& edges :
       {path_graph(59), std::string("1 2 -1\n60\n")}) {
    shop.write("g.edges", edges);
    CHECK(holds(
        shop.refused("train data -o model --method tv-rls --graph g.edges"),
        "g.edges"));
    CHECK_FALSE(shop.has("model"));
  }
}

TEST_CASE("what a method cannot use is refused in one line") {
  const Workshop shop({{"data", clusters()}, {"g", path_graph(60)}});
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
