#include "semilin/linear/liblinear_model.h"

#include <fstream>

#include "semilin/advanced/io/line_source.h"
#include "semilin/io/svmlight.h"
#include "semilin/linear/calibration.h"

#include "support/training.h"
#include "support/workplace.h"

namespace semilin::test {
namespace {

// A random model of 30 features, whose offsets may all be 0.
LinearModel model_of(Strings classes, double bias, bool offsets) {
  LinearModel model = random_model(std::move(classes), 30, bias, 3);
  if (!offsets) model.offsets.assign(model.outputs(), 0.0);
  return model;
}

LinearModel import(const std::string& text) {
  return linear_model_from_liblinear(text, "m");
}

const std::string kBinary =
    "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature 2\n"
    "bias 0.5\nw\n2 \n-3 \n4 \n";

TEST_CASE("an exported binary model reads as LIBLINEAR writes it") {
  LinearModel model;
  model.classes = {"-1", "+1"};
  model.features = 2;
  model.bias = 0.5;
  model.weights = {2, -3, 4};
  model.offsets = {0};
  CHECK(to_liblinear(model) == kBinary);
}

TEST_CASE("a binary model is positive for the label listed first") {
  const LinearModel plus_first = import(kBinary);
  std::string swapped = kBinary;
  swapped.replace(swapped.find("1 -1"), 4, "-1 1");
  const LinearModel minus_first = import(swapped);
  CHECK(plus_first.classes == Strings{"-1", "1"});
  CHECK(plus_first.weights == Doubles{2, -3, 4});
  CHECK(plus_first.bias == 0.5);
  CHECK(minus_first.classes == plus_first.classes);
  CHECK(minus_first.weights == Doubles{-2, 3, -4});
}

TEST_CASE("a tie has the label that LIBLINEAR gives it") {
  const CsrStore rows = rows_of<float>(3, 2, [](Index i) {
    return i == 0 ? Entries{} : Entries{{i - 1, 1.0}};
  });
  const auto labels = [&](const std::string& solver, const std::string& classes,
                          const std::string& weights) {
    const LinearModel model = import(
        "solver_type " + solver + "\nnr_class " +
        std::to_string(1 + std::count(classes.begin(), classes.end(), ' ')) +
        "\nlabel " + classes + "\nnr_feature 2\nbias -1\nw\n" + weights);
    const LinearModel again = import(to_liblinear(model));
    std::string all;
    for (const LinearModel& one : {model, again})
      for (const std::int32_t k : predict(one, scores(one, rows)))
        all += model.classes[k] + " ";
    CHECK(again.bias == 0);
    return all;
  };
  const std::string svc = "L2R_L2LOSS_SVC";
  CHECK(labels(svc, "1 2", "1\n-1\n") == "2 1 2 2 1 2 ");
  CHECK(labels(svc, "2 1", "1\n-1\n") == "1 2 1 1 2 1 ");
  CHECK(labels("MCSVM_CS", "2 1", "1 0\n0 1\n") == "2 2 1 2 2 1 ");
  CHECK(labels(svc, "3 1 2", "0 1 0\n0 0 1\n") == "3 1 2 3 1 2 ");
}

TEST_CASE("classes are sorted, and have one output for two") {
  const auto check = [](const std::string& text, const Strings& classes,
                        const Doubles& weights) {
    const LinearModel model = import("solver_type " + text);
    CHECK(model.classes == classes);
    CHECK(model.bias == 0);
    CHECK(model.weights == weights);
  };
  check(
      "L2R_LR\nnr_class 3\nlabel 5 -2 3\nnr_feature 2\nbias -1\n"
      "w\n1 2 3 \n4 5 6 \n",
      {"-2", "3", "5"}, {2, 3, 1, 5, 6, 4});
  // the two outputs of MCSVM_CS become their difference
  check("MCSVM_CS\nnr_class 2\nlabel 2 1\nnr_feature 1\nbias -1\nw\n10 4 \n",
        {"1", "2"}, {6});
  // bias 0 has a weight in the file and none in the model
  check(
      "L2R_LR\r\nnr_class 2\r\nlabel 1 2\r\nnr_feature 1\r\nbias 0\r\n"
      "w\r\n1\r\n7\r\n",
      {"1", "2"}, {-1});
}

TEST_CASE("a model comes back from LIBLINEAR's format with its scores") {
  const CsrStore rows = random_rows<float>(50, 30, 0.2, 9);
  for (const double bias : {0.0, 1.0, 2.0, -0.5}) {
    for (const bool offsets : {false, true}) {
      for (const auto& classes : {Strings{"0", "1"}, Strings{"-1", "4", "9"}}) {
        const LinearModel model = model_of(classes, bias, offsets);
        const LinearModel back = import(to_liblinear(model));
        CHECK(back.classes == model.classes);
        CHECK(back.bias == (bias == 0 && offsets ? 1 : std::abs(bias)));
        const auto before = scores(model, rows);
        const auto after = scores(back, rows);
        CHECK(apart(after, before) < 1e-13);  // the folded bias is rounded once
        if (!offsets && bias >= 0) CHECK(after == before);
      }
    }
  }
}

TEST_CASE("classes that are not integers are numbered from 1") {
  const auto named = liblinear_labels({"2", "alpha", "beta"});
  CHECK(named.renumbered);
  CHECK(named.labels == std::vector<int>{1, 2, 3});
  const auto numbers = liblinear_labels({"-1", "+1", "7"});
  CHECK_FALSE(numbers.renumbered);
  CHECK(numbers.labels == std::vector<int>{-1, 1, 7});
  CHECK(liblinear_labels({"1", "01"}).labels == std::vector{1, 2});
  CHECK(liblinear_labels({"1", "2.5"}).renumbered);
  CHECK(liblinear_labels({"1", "9999999999"}).renumbered);
  CHECK(liblinear_labels({"1", "+"}).renumbered);
  CHECK(liblinear_labels({"-1", "+-1"}).renumbered);
}

TEST_CASE("malformed LIBLINEAR models are refused with line and column") {
  const std::string head = "solver_type L2R_LR\nnr_class 2\nlabel 1 2\n";
  const auto refused = [](const std::string& text, const std::string& message) {
    const std::string found =
        error_of([&] { (void)linear_model_from_liblinear(text, "m"); });
    CHECK_MESSAGE(found.starts_with("m:" + message), found);
  };
  refused("",
          "1:1: expected solver_type, nr_class, label, nr_feature, bias or w, "
          "found the end of the file");
  refused("solver_type L2R_L2LOSS_SVR\n",
          "1:13: expected a classification solver, found 'L2R_L2LOSS_SVR'");
  refused("nr_class 1\n", "1:10: expected at least two classes, found '1'");
  refused("label 1 2\n", "1:1: expected nr_class before");
  refused("solver_type L2R_LR\nnr_class 2\nlabel 1 x\n",
          "3:9: expected an integer label, found 'x'");
  refused(head + "w\n", "4:1: expected nr_feature before w");
  refused("w\n", "1:1: expected solver_type before w");
  refused(head + "nr_feature -4\n",
          "4:12: expected 0 to 2147483646 features, found '-4'");
  refused(head + "nr_feature 1\nbias nan\nw\n1\n1\n",
          "6:1: expected a finite bias");
  refused(head + "nr_feature 2\nbias -1\nw\n1\n",
          "8:1: expected a weight, found the end of the file");
  refused(head + "nr_feature 1\nbias -1\nw\n1 2\n",
          "7:3: expected the end of the file, found '2'");
  refused(head + "nr_feature 1\nbias -1\nw\n1e999\n",
          "7:1: expected a weight, found '1e999'");
  refused(head + "nr_feature 1\nbias -1\nw\ninf\n",
          "7:1: expected a finite weight");
  refused("solver_type L2R_LR\nnr_class 2\nlabel 1 1\nnr_feature 1\nw\n1",
          "5:1: expected distinct labels");
  // a huge promise does not allocate
  refused(head + "nr_feature 2000000000\nbias -1\nw\n1\n",
          "8:1: expected a weight");
}

TEST_CASE("a logistic model has LIBLINEAR's probabilities") {
  // outputs (1, 0, -2) of classes 5, -2, 3: sigmoids over their sum
  const LinearModel model = import(
      "solver_type L2R_LR\nnr_class 3\nlabel 5 -2 3\nnr_feature 1\nbias -1\n"
      "w\n1 0 -2 \n");
  const double s5 = 1 / (1 + std::exp(-1.0));
  const double s3 = 1 / (1 + std::exp(2.0));
  const double sum = s5 + 0.5 + s3;
  const Doubles found = probabilities(model, Doubles{0, -2, 1});
  REQUIRE(found.size() == 3);
  CHECK(found[0] == doctest::Approx(0.5 / sum));
  CHECK(found[1] == doctest::Approx(s3 / sum));
  CHECK(found[2] == doctest::Approx(s5 / sum));
  // far below 0 they are still quotients
  const Doubles low = probabilities(model, Doubles{-1000, -1001, -1e6});
  CHECK(low[0] == doctest::Approx(1 / (1 + std::exp(-1.0))));
  CHECK(low[2] == 0);
  // two classes have one output; an SVM has no probabilities
  const LinearModel two = import(
      "solver_type L1R_LR\nnr_class 2\nlabel 1 2\nnr_feature 1\nbias -1\n"
      "w\n1\n");
  CHECK(probabilities(two, Doubles{-1})[0] == doctest::Approx(s5));
  CHECK(import(kBinary).calibration.slopes.empty());
}

TEST_CASE("the probabilities of a logistic model are kept in every format") {
  const LinearModel model = import(
      "solver_type L2R_LR\nnr_class 3\nlabel 1 2 3\nnr_feature 1\nbias -1\n"
      "w\n1 0 -2 \n");
  const Doubles outputs = {0.5, 0.25, -3};
  const Doubles before = probabilities(model, outputs);
  CHECK(to_liblinear(model).starts_with("solver_type L2R_LR\n"));
  CHECK(probabilities(import(to_liblinear(model)), outputs) == before);
  const LinearModel again = linear_model_from_archive(to_archive(model));
  CHECK(probabilities(again, outputs) == before);
}

// The rows as LIBLINEAR reads them, with these labels.
std::string text_of(const CsrStore& rows, const Strings& labels) {
  std::ostringstream out;
  out.precision(9);  // floats read back exactly
  rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      out << labels[i];
      for (Index p = view.offsets[i]; p < view.offsets[i + 1]; ++p)
        out << ' ' << view.columns[p] + 1 << ':' << view.values[p];
      out << '\n';
    }
  });
  return out.str();
}

bool has_command(const std::string& name) {
  const bool found =
      std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
  if (!found) MESSAGE("SKIPPED: " << name << " is not installed");
  return found;
}

TEST_CASE("liblinear-predict gives our predictions on every row") {
  if (!has_command("liblinear-predict")) return;
  const Workplace workplace;
  // columns beyond the model's features, and rows without entries
  const CsrStore rows = random_rows<float>(300, 35, 0.2, 17)
                            .followed_by(sparse(MatrixXd::Zero(1, 35)));
  write_files({{"rows", text_of(rows, Strings(rows.rows(), "1"))}});
  const std::vector<Strings> class_sets = {
      {"-1", "1"}, {"ham", "spam"}, {"-1", "4", "9"}, {"a", "b", "c", "d"}};
  for (const auto& classes : class_sets) {
    for (const double bias : {0.0, 1.0, -2.0}) {
      for (const bool offsets : {false, true}) {
        const LinearModel model = model_of(classes, bias, offsets);
        write_files({{"model", to_liblinear(model)}});
        REQUIRE(std::system("liblinear-predict -q rows model labels") == 0);
        std::ifstream theirs("labels");
        const auto names = liblinear_labels(classes).labels;
        for (const std::int32_t ours : predicted(model, rows)) {
          int label = 0;
          REQUIRE(static_cast<bool>(theirs >> label));
          CHECK(label == names[ours]);
        }
      }
    }
  }
}

// Compares our minimum with that of liblinear-train -s 2 on the file `train`.
void check_same_minimum(const Dataset& data, const std::string& c) {
  CAPTURE(c);
  const std::string command = "liblinear-train -q -s 2 -e 1e-6 -B 1 -c " + c +
                              " train model > /dev/null";
  REQUIRE(std::system(command.c_str()) == 0);
  LinearTraining options(kSvm);
  options.lambda =
      lambda_from_c(std::stod(c), static_cast<double>(data.labeled()));
  const LinearFit ours = train_linear(data, options);
  const OwnedProblem problem = supervised_problem(data, options);
  const double their_objective =
      optimality(problem, import(read_text("model"))).objective;
  for (const double objective :
       {optimality(problem, ours.model).objective, ours.summary.objective})
    CHECK(objective == doctest::Approx(their_objective).epsilon(1e-6));
}

TEST_CASE("the SVM's objective is liblinear-train's at equal C") {
  if (!has_command("liblinear-train")) return;
  const Workplace workplace;
  for (const int classes : {2, 3}) {
    const auto corpus = topics(classes, 300, 300, 1);
    Strings labels;
    for (const std::int32_t label : corpus.truth)
      labels.push_back(corpus.data.classes[label]);
    write_files({{"train", text_of(corpus.data.rows, labels)}});
    const Dataset data = read_svmlight("train");
    for (const std::string c : {"0.01", "1", "100"})
      check_same_minimum(data, c);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("the SVM's objective is liblinear-train's on rcv1") {
    const char* folder = std::getenv("SEMILIN_DATA");
    if (folder == nullptr) {
      MESSAGE("SKIPPED: SEMILIN_DATA is not set");
      return;
    }
    if (!has_command("liblinear-train")) return;
    const Workplace workplace;
    const std::string packed =
        std::string(folder) + "/rcv1_subsets_ccat/train.svm.gz";
    write_files({{"train", read_text(packed)}});
    const Dataset data = read_svmlight(packed);
    for (const std::string c : {"0.1", "1"})
      check_same_minimum(data, c);
  }
}

}  // namespace
}  // namespace semilin::test
