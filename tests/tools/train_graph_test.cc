// semilin train with the graph methods, and what the others make of the model.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/learn/train.h"

#include "support/command.h"

namespace semilin {
namespace {

using nlohmann::json;
using test::one_line;
using test::Outcome;
using test::Workshop;

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

Outcome train_on_graph(const Workshop& shop, const std::string& arguments) {
  const bool given = arguments.find("--threads") != std::string::npos;
  return shop.semilin("train data -o model --set neighbors=5 " + arguments +
                      (given ? "" : " --threads 1"));
}

TEST_CASE("every graph method trains, predicts and evaluates") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("new", new_rows());
  for (const std::string method : {"lap-rls", "lap-svm", "tv-rls", "tv-svm",
                                   "cheeger-rls", "cheeger-svm"}) {
    CAPTURE(method);
    const Outcome trained =
        train_on_graph(shop, "--summary s --test new --method " + method);
    REQUIRE_MESSAGE(trained.status == 0, trained.err);
    CHECK(trained.err.find(method) != std::string::npos);
    const json made = json::parse(shop.read("s"));
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
    CHECK(shop.semilin("predict model new").out.starts_with("a\nb\na\nb\n"));
    CHECK(shop.semilin("inspect model --json").status == 0);
  }
}

TEST_CASE("every kernel predicts rows that were not there") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("new", new_rows());
  for (const std::string kernel :
       {"linear", "rbf", "nystrom --set rank=20", "none"}) {
    CAPTURE(kernel);
    const Outcome trained =
        train_on_graph(shop, "--method tv-rls --set kernel=" + kernel);
    REQUIRE_MESSAGE(trained.status == 0, trained.err);
    CHECK(shop.semilin("predict model new").out ==
          "a\nb\na\nb\na\nb\na\nb\na\nb\n");
  }
}

TEST_CASE("labels that the graph contradicts are warned of") {
  const Workshop shop;
  std::string rows = clusters();
  shop.write("data", rows);
  CHECK(train_on_graph(shop, "--method tv-rls --summary s")
            .err.find("another class than their own") == std::string::npos);
  CHECK(json::parse(shop.read("s"))["contradicted"] == 0);
  rows += "b 1:1.1 2:1\na 1:5.1 2:1\n";  // each in the other's cluster
  shop.write("data", rows);
  const Outcome warned = train_on_graph(shop, "--method tv-rls --summary s");
  CHECK(warned.status == 0);
  CHECK(warned.err.find("2 of the 8 labeled rows") != std::string::npos);
  CHECK(json::parse(shop.read("s"))["contradicted"] == 2);
}

TEST_CASE(
    "a graph method has probabilities, cross-validation and the SVM beside "
    "it") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("test", clusters());
  const Outcome outcome = train_on_graph(
      shop,
      "--method tv-rls --probabilities --cross-validate --test test "
      "--summary s --report r.html");

  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  const json made = json::parse(shop.read("s"));
  CHECK(made["cross_validated"]["rows"] == made["labeled"]);
  CHECK(made["test"]["supervised"]["accuracy"].get<double>() > 0.5);
  CHECK(made["comparison"]["fell_back"] == false);
  CHECK_FALSE(made["comparison"]["advice"].get<std::string>().empty());
  CHECK(made["edges_within_class"] == 1);
  CHECK(test::data_of(shop.read("r.html"))["summary"]["class_sizes"] ==
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
    REQUIRE(train_on_graph(
                shop,
                "--method tv-rls --set kernel=none --summary s --set metric=" +
                    metric)
                .status == 0);
    return shop.semilin("predict model new").out;
  };
  const auto made = [&] { return json::parse(shop.read("s"))["options"]; };
  CHECK(says("cosine") == "b\n");
  CHECK(made()["graph"]["metric"] == "cosine");
  CHECK(made()["graph"]["weights"] == "cosine");
  CHECK(says("auto") == "a\n");
  CHECK(made()["graph"]["metric"] == "euclidean");
  CHECK(made()["graph"]["weights"] == "shared");
  REQUIRE(shop.semilin("graph data -k 5 -o g -q").status == 0);
  CHECK(says("auto --graph g") == "a\n");
  CHECK(says("cosine --graph g") == "b\n");
}

TEST_CASE("without a remainder a model keeps only the rows it needs") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("new", new_rows());
  const auto rows_kept = [&](const std::string& kernel) {
    REQUIRE(
        train_on_graph(
            shop, "--method tv-rls --set kernel-delta=0 --set kernel=" + kernel)
            .status == 0);
    CHECK(shop.semilin("predict model new").out.starts_with("a\nb\na\nb\n"));
    const json made = json::parse(shop.semilin("inspect model --json").out);
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
  REQUIRE(train_on_graph(shop, "--method lap-rls --set kernel=linear").status ==
          0);
  CHECK(shop.semilin("convert model out.liblinear").status == 0);
  CHECK(shop.semilin("inspect model --features 1").status == 0);
  REQUIRE(train_on_graph(shop, "--method lap-rls --set kernel=rbf").status ==
          0);
  const Outcome refused = shop.semilin("convert model other.liblinear");
  CHECK(refused.status == 1);
  CHECK_MESSAGE(one_line(refused.err), refused.err);
  CHECK(refused.err.find("expected a linear model") != std::string::npos);
  CHECK_FALSE(shop.has("other.liblinear"));
}

TEST_CASE("a graph that is given is the graph that would have been made") {
  const Workshop shop;
  shop.write("data", clusters());
  REQUIRE(shop.semilin("graph data -k 5 -o graph").status == 0);
  REQUIRE(train_on_graph(shop, "--method tv-svm").status == 0);
  const std::string made = shop.semilin("predict --scores model data").out;
  REQUIRE(train_on_graph(shop, "--method tv-svm --graph graph").status == 0);
  CHECK(shop.semilin("predict --scores model data").out == made);
}

TEST_CASE("labels, report and the same model for any number of threads") {
  const Workshop shop;
  shop.write("data", clusters());
  REQUIRE(train_on_graph(shop,
                         "--method cheeger-rls --labels-out l --report r.html")
              .status == 0);
  CHECK(shop.read("l").starts_with("a\nb\na\nb\na\nb\na\nb\n"));
  CHECK(test::data_of(shop.read("r.html"))["summary"]["method"] ==
        "cheeger-rls");
  const std::string one = shop.read("model");
  REQUIRE(train_on_graph(shop, "--method cheeger-rls --threads 3").status == 0);
  CHECK(shop.read("model") == one);
}

TEST_CASE("rows that no label reaches are counted") {
  const Workshop shop;
  shop.write("data", clusters());
  // rows 1 to 50 are a path, the others stand alone
  shop.write("g.edges", path_graph(50) + "60\n");
  const Outcome outcome =
      train_on_graph(shop, "--method tv-rls --graph g.edges --summary s");
  CHECK(outcome.status == 0);
  CHECK(json::parse(shop.read("s"))["unreached"] == 10);
  CHECK(outcome.err.find("10 rows are in components without a label") !=
        std::string::npos);
}

TEST_CASE("rows that are all the same are no fault") {
  const Workshop shop;
  shop.write("data", "a 1:1\nb 1:1\n? 1:1\n? 1:1\n? 1:1\n? 1:1\n? 1:1\n");
  for (const std::string method : {"lap-rls", "lap-svm", "tv-rls", "tv-svm",
                                   "cheeger-rls", "cheeger-svm"}) {
    CAPTURE(method);
    const Outcome outcome = train_on_graph(shop, "--method " + method);
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
    CHECK(shop.semilin("predict --scores model data").out.find("nan") ==
          std::string::npos);
  }
}

TEST_CASE("graphs that cannot be used are refused in one line") {
  const Workshop shop;
  shop.write("data", clusters());
  const auto fault = [&](const std::string& edges) {
    shop.write("g.edges", edges);
    const Outcome outcome =
        train_on_graph(shop, "--method tv-rls --graph g.edges");
    CHECK(outcome.status == 1);
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
    CHECK(outcome.err.find("g.edges") != std::string::npos);
    CHECK_FALSE(shop.has("model"));
    return outcome.err;
  };
  CHECK(fault(path_graph(59)).find("59") != std::string::npos);
  CHECK(fault(path_graph(61)).find("61") != std::string::npos);
  CHECK(fault("1 2 -1\n60\n").find("-1") != std::string::npos);
  CHECK(fault("1 2 nan\n60\n").find("nan") != std::string::npos);
  CHECK(fault("1 2 1\n2 1 2\n60\n").find("2") != std::string::npos);
  CHECK(fault("1 1 1\n60\n").find("1") != std::string::npos);
}

TEST_CASE("what a method cannot use is refused in one line") {
  const Workshop shop;
  shop.write("data", clusters());
  shop.write("g", path_graph(60));
  const auto refused = [&](const std::string& options) {
    CAPTURE(options);
    const Outcome outcome =
        shop.semilin("train data -o model --threads 1 " + options);
    CHECK(outcome.status == 2);
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
    CHECK_FALSE(shop.has("model"));
  };
  refused("--method tv-rls -C 1");
  refused("--method tv-rls --class-weight balanced");
  refused("--method tv-rls --set lambda-u=1");
  refused("--method tv-rls --class-sizes a=0.5,c=0.5");
  refused("--method tv-rls --class-sizes 0.5,0.6");
  refused("--method tv-rls --set gamma=-1");
  refused("--method tv-rls --set gamma=1e308");
  refused("--method cheeger-rls --set step=1e-310");
  refused("--method tv-rls --set kernel=gauss");
  refused("--method tv-rls --graph g --set weights=cosine");
  refused("--method da --set kernel=rbf");
  refused("--method da --set gamma=1");
  refused("--method svm --graph g");
}

TEST_CASE("graph methods refuse rows that they cannot learn from") {
  const Workshop shop;
  const auto refused = [&](const std::string& data) {
    shop.write("data", data);
    const Outcome outcome = train_on_graph(shop, "--method tv-rls");
    CHECK(outcome.status == 1);
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
    CHECK_FALSE(shop.has("model"));
  };
  refused("a,b 1:1\nb 1:2\n? 1:3\n");
  refused("a 1:1\na 1:2\n? 1:3\n");
  refused("a 1:1\nb 1:2\n? 1:3\n? 1:4\n? 1:5\n");  // 4 others, not 5
}

}  // namespace
}  // namespace semilin
