#include "semilin/learn/report.h"

#include "support/training.h"

namespace semilin::test {
namespace {

void check_begins(const std::string& text, const std::string& begin) {
  CHECK_MESSAGE(text.starts_with(begin), text);
}

std::string advice_of(const RunSummary& summary,
                      std::optional<ExpectedAccuracy> expected = {}) {
  TrainReport report;
  static_cast<RunSummary&>(report.summary) = summary;
  report.expected = std::move(expected);
  return advice(report);
}

TEST_CASE("the advice is one sentence or two for each outcome") {
  CHECK(advice_of(RunSummary{}).empty());
  struct Outcome {
    double agreement, accuracy;
    Index rows;  // held out
    std::string begin;
    std::function<void(RunSummary&)> change = [](RunSummary&) {};
  };
  const std::string may =
      "The unlabeled rows may have helped: the model and the supervised SVM "
      "agree on ";
  for (const Outcome& one : std::initializer_list<Outcome>{
           // agreement alone is no evidence
           {0.9, 0.7, 50,
            may + "90.0 % of them. To know, estimate the accuracy, or evaluate "
                  "on labels kept for a test."},
           {0.999, 0.7, 50, "The unlabeled rows changed little"},
           {0.2, 0.7, 50,
            "Check what the unlabeled rows did before you use the model: it "
            "and the supervised SVM agree on 20.0 % of them only, while labels "
            "held out suggest that a supervised one is right on about 70.0 % "
            "(weighted by class size). The class sizes may be wrong."},
           {0.8, 0, 0, "There are too few labels"},
           {0.8, 0, 0, may, [](auto& s) { s.labeled = 3000; }},
           {0.8, 0, 0, may,
            [](auto& s) { s.class_sizes_source = SizeSource::Given; }},
           {0.2, 0.7, 50, "The unlabeled rows are left out",
            [](auto& s) { s.fell_back = true; }},
           {0.2, 0, 0, "The accuracy is unknown, since there are no labels",
            [](auto& s) { s.labeled = 0; }}}) {  // trained on words
    RunSummary summary = summary_of(one.agreement, one.accuracy, one.rows);
    one.change(summary);
    check_begins(advice_of(summary), one.begin);
  }
}

TEST_CASE("labels held out say whether unlabeled rows helped") {
  RunSummary summary = summary_of(0.8, 0.7, 50);
  const auto check = [&](double accuracy, double supervised,
                         const std::string& begin) {
    summary.held_out = {5, 50, accuracy, supervised, 0.05};
    check_begins(advice_of(summary), begin);
  };
  check(0.82, 0.7,
        "The unlabeled rows helped: with half of the labels hidden, the model "
        "finds 82.0 % of 50 (weighted by class size), a plain SVM 70.0 %. To "
        "estimate the accuracy with all labels: the option expected_accuracy.");
  check(0.78, 0.7, "The unlabeled rows probably helped");
  check(0.72, 0.7, "The labels cannot tell");
  check(0.7, 0.82, "The unlabeled rows probably hurt");
  summary.fell_back = true;
  check_begins(advice_of(summary),
               "The unlabeled rows did not help, so this is the supervised "
               "SVM: with half of the labels hidden, a model with them finds "
               "70.0 %");
}

TEST_CASE("labels that all follow from votes show no accuracy") {
  TrainReport report;
  static_cast<RunSummary&>(report.summary) = summary_of(0.9, 0.7, 50);
  report.votes.voters.emplace_back();
  check_begins(advice(report),
               "The accuracy is unknown, since all labels follow from votes");
  report.votes.given = 1;
  check_begins(advice(report), "The unlabeled rows may");
  report.votes.given = 0;
  report.summary.fell_back = true;
  check_begins(
      advice(report),
      "The unlabeled rows are left out, so this is the supervised SVM");
  report.summary.stop = Stop::Interrupted;
  CHECK(advice(report).empty());
}

TEST_CASE("the expected accuracy decides where it is known") {
  const auto check = [](double model, double supervised,
                        const std::string& begin) {
    // standard errors of 0.05 each: together 0.071
    const auto share = [](double value) {
      return Share{value, value - 0.098, value + 0.098};
    };
    ExpectedAccuracy found;
    found.model = share(model);
    found.supervised = share(supervised);
    check_begins(advice_of(summary_of(0.8, 0.7, 50), found), begin);
  };
  check(0.7, 0.78,
        "The unlabeled rows probably hurt: the model is expected to be right "
        "on 70.0 % of the unlabeled rows and the supervised SVM on 78.0 %. Use "
        "the supervised SVM, or give the class sizes.");
  check(0.7, 0.76, "The labels cannot tell");
  check(0.78, 0.7, "The unlabeled rows probably helped: the model is expected");
}

TEST_CASE("a model collapsed if it contradicts more than chance explains") {
  // of 104 rows 82 are right: 0.788 with an error of 0.0401
  CHECK(agreement_margin(summary_of(0.9, 0.8, 100)) ==
        doctest::Approx(2.785).epsilon(1e-3));
  CHECK(std::isinf(agreement_margin(summary_of(0.9, 0.8, 0))));
  CHECK(!collapsed(summary_of(0.69, 0.8, 100)));
  CHECK(collapsed(summary_of(0.66, 0.8, 100)));
  CHECK(!collapsed(summary_of(0.7, 1.0, 12)));
  CHECK(!collapsed(summary_of(0.0, 0.0, 0)));
}

TEST_CASE("edges fall short of the supervised SVM by chance or not") {
  const auto warned = [](Index within, Index edges, double svm, Index rows) {
    TrainResult result;
    result.model = random_model({"a", "b"}, 0, 1, 1);
    static_cast<RunSummary&>(result.summary) = summary_of(0, svm, rows);
    result.summary.graph.emplace().labeled_edges = {edges, within};
    for (const std::string& warning : warnings({}, {}, result))
      if (warning.starts_with("of ")) return true;
    return false;
  };
  // 22/44 = 0.5 +- 0.075, the model 0.8 +- 0.04: 0.5 + 2 x 0.085 < 0.8
  CHECK(warned(20, 40, 0.8, 100));
  CHECK(!warned(20, 40, 0.66, 100));
  CHECK(!warned(2, 4, 0.8, 100));
  CHECK(!warned(0, 0, 0.8, 100));
  CHECK(!warned(0, 40, 0, 0));
}

}  // namespace
}  // namespace semilin::test
