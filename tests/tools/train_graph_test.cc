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

/// A folder with the clusters, and what is trained on them.
struct Graphs : Workshop {
  Graphs() : Workshop({{"data", clusters()}, {"new", new_rows()}}) {}

  /// What it says.
  std::string train(const std::string& arguments) const {
    return told("train data -o model --summary s --set neighbors=5 " +
                arguments +
                (holds(arguments, "--threads") ? "" : " --threads 1"));
  }
};

TEST_CASE("a graph method trains, predicts, evaluates and is compared") {
  const Graphs shop;
  shop.train(
      "--test new --labels-out l --report r.html --probabilities "
      "--method tv-rls");
  const json made = shop.summary();
  check_members(made, {{"method", "tv-rls"},
                       {"accuracy", 1.0},
                       {"components", 2},
                       {"unreached", 0},
                       {"edges_within_class", 1},
                       {"class_sizes_source", "estimate"},
                       {"class_sizes_drift", 0}});  // two classes
  CHECK(made["class_sizes"][0].get<double>() == doctest::Approx(0.5));
  CHECK(made["options"]["kernel"]["form"] == "rbf");
  CHECK(made["test"]["supervised"]["accuracy"] > 0.5);
  CHECK(made["comparison"]["fell_back"] == false);
  CHECK(made["comparison"]["advice"] != "");
  check_members(data_of(shop.read("r.html"))["summary"],
                {{"method", "tv-rls"}, {"class_sizes", made["class_sizes"]}});
  CHECK(shop.read("l").starts_with("a\nb\na\nb\na\nb\na\nb\n"));
  CHECK(shop.json("evaluate model new --json")["accuracy"] == 1.0);
  CHECK(shop.run("predict model new") == "a\nb\na\nb\na\nb\na\nb\na\nb\n");
  shop.run("inspect model --json");
}

TEST_CASE("labels that the graph contradicts are warned of") {
  const Graphs shop;
  CHECK_FALSE(holds(shop.train("--method tv-rls"), "another class than their"));
  CHECK(shop.summary()["contradicted"] == 0);
  // each in the other's cluster
  shop.write("data", clusters() + "b 1:1.1 2:1\na 1:5.1 2:1\n");
  CHECK(holds(shop.train("--method tv-rls"), "2 of the 8 labeled rows"));
  CHECK(shop.summary()["contradicted"] == 2);
}

TEST_CASE("new rows are near by the metric of the graph") {
  const Graphs shop;
  shop.write("new", "b 1:0.53 2:0.1\n");  // the direction of b, beside a
  shop.run("graph data -k 5 -o g -q");
  const auto check = [&](const std::string& metric, const std::string& label) {
    shop.train("--method tv-rls --set kernel=none --set metric=" + metric);
    CHECK(shop.run("predict model new") == label);
    return shop.summary()["options"]["graph"];
  };
  check_members(check("cosine", "b\n"),
                {{"metric", "cosine"}, {"weights", "cosine"}});
  check_members(check("auto", "a\n"),
                {{"metric", "euclidean"}, {"weights", "shared"}});
  check("auto --graph g", "a\n");
  check("cosine --graph g", "b\n");
}

TEST_CASE("a model keeps only the rows it needs, or is a linear one") {
  const Graphs shop;
  struct Case {
    std::string kernel;
    int rows;
  };
  for (const Case& one : {Case{"linear --set lambda=0.001", 0},
                          {"nystrom --set rank=20", 20},
                          {"rbf", 60}}) {
    CAPTURE(one.kernel);
    shop.train("--method tv-rls --set kernel-delta=0 --set kernel=" +
               one.kernel);
    CHECK(shop.run("predict model new").starts_with("a\nb\na\nb\n"));
    CHECK(shop.json("inspect model --json")["arrays"]["row_offsets"]["bytes"] ==
          8 * (one.rows + 1));
  }
  shop.train("--method lap-rls --set kernel=linear");
  shop.run("convert model out.liblinear");
  shop.run("inspect model --features 1");
  shop.train("--method lap-rls --set kernel=rbf");
  CHECK(holds(shop.refused("convert model other.liblinear"),
              "expected a linear model"));
  CHECK_FALSE(shop.has("other.liblinear"));
}

TEST_CASE("a graph that is given replaces the one that would be made") {
  const Graphs shop;
  shop.run("graph data -k 5 -o graph");
  shop.train("--method tv-svm");
  const std::string made = shop.run("predict --scores model data");
  shop.train("--method tv-svm --graph graph");
  CHECK(shop.run("predict --scores model data") == made);
  // rows 1 to 50 are a path, the others stand alone
  shop.write("g.edges", path_graph(50) + "60\n");
  CHECK(holds(shop.train("--method tv-rls --graph g.edges"),
              "10 rows are in components without a label"));
  CHECK(shop.summary()["unreached"] == 10);
  for (const std::string& edges :
       {path_graph(59), std::string("1 2 -1\n60\n")}) {
    shop.write("g.edges", edges);
    CHECK(
        holds(shop.refused("train data -o no --method tv-rls --graph g.edges"),
              "g.edges"));
    CHECK_FALSE(shop.has("no"));
  }
}

}  // namespace
}  // namespace semilin::test
