#include "semilin/learn/report.h"

#include "support/training.h"

namespace semilin::test {
namespace {

bool says(const RunSummary& summary, const std::string& words) {
  return advice(summary).find(words) != std::string::npos;
}

TEST_CASE("the advice is one sentence or two for each outcome") {
  CHECK(advice(RunSummary{}).empty());
  // agreement alone is no evidence
  CHECK(advice(summary_of(0.9, 0.7, 50)) ==
        "The unlabeled rows may have helped: the model and the supervised SVM "
        "agree on 90.0 % of them. To know, cross-validate, or evaluate on "
        "labels kept for a test.");
  CHECK(says(summary_of(0.999, 0.7, 50), "changed little"));
  CHECK(says(
      summary_of(0.2, 0.7, 50),
      "it and the supervised SVM agree on 20.0 % of them only, while labels "
      "held out suggest that a supervised one is right on about 70.0 % "
      "(weighted by class size). The class sizes may be wrong."));
  CHECK(says(summary_of(0.8, 0, 0), "too few labels"));
  RunSummary many = summary_of(0.8, 0, 0);
  many.labeled = 3000;
  CHECK(says(many, "may have helped"));
  many.labeled = 2;
  many.class_sizes_source = "given";
  CHECK(says(many, "may have helped"));
  RunSummary dropped = summary_of(0.2, 0.7, 50);
  dropped.fell_back = true;
  CHECK(says(dropped, "left out"));
  RunSummary unlabeled = summary_of(0.2, 0, 0);
  unlabeled.labeled = 0;  // trained on words
  CHECK(says(unlabeled, "The accuracy is unknown, since there are no labels"));
}

TEST_CASE("cross-validation, where it was done, has the last word") {
  RunSummary summary = summary_of(0.8, 0.7, 50);
  summary.cross_validated = {5, 50, 0.82, 0.7, 0.05};
  CHECK(says(summary,
             "The unlabeled rows helped: the model is right on 82.0 % "
             "of 50 labels held out (weighted by class size) and the "
             "supervised SVM on 70.0 %"));
  summary.cross_validated = {5, 50, 0.78, 0.7, 0.05};
  CHECK(says(summary, "The unlabeled rows probably helped"));
  summary.cross_validated = {5, 50, 0.7, 0.82, 0.05};
  CHECK(says(summary, "The unlabeled rows probably hurt"));
  summary.held_out = summary.cross_validated;
  summary.fell_back = true;
  CHECK(says(summary,
             "did not help, so this is the supervised SVM: a model "
             "with them is right on 70.0 %"));
  summary.fell_back = false;
  summary.cross_validated = {};
  CHECK(says(summary, "The unlabeled rows probably hurt"));
  summary.cross_validated = {5, 50, 0.72, 0.7, 0.05};
  CHECK(says(summary, "cannot tell"));
}

TEST_CASE("labels that all follow from votes show no accuracy") {
  TrainReport report;
  static_cast<RunSummary&>(report.summary) = summary_of(0.9, 0.7, 50);
  report.votes.voters.emplace_back();
  const auto says_of = [&](const std::string& words) {
    return advice(report).find(words) != std::string::npos;
  };
  CHECK(says_of("unknown, since all labels follow from votes"));
  report.votes.given = 1;
  CHECK_FALSE(says_of("unknown"));
  report.votes.given = 0;
  report.summary.fell_back = true;
  CHECK(says_of("this is the supervised SVM"));
  report.summary.stop = Stop::Interrupted;
  CHECK(advice(report).empty());
}

TEST_CASE("the expected accuracy decides where it is known") {
  const auto says_of = [](const Share& model, const Share& supervised) {
    ExpectedAccuracy found;
    found.model = model;
    found.supervised = supervised;
    return advice(summary_of(0.8, 0.7, 50), found);
  };
  // standard errors of 0.05 each: together 0.071
  const auto share = [](double value) {
    return Share{value, value - 0.098, value + 0.098};
  };
  CHECK(says_of(share(0.7), share(0.78)) ==
        "The unlabeled rows probably hurt: the model is expected to be right "
        "on 70.0 % of the unlabeled rows and the supervised SVM on 78.0 %. Use "
        "the supervised SVM, or give the class sizes.");
  CHECK(says_of(share(0.7), share(0.76)).find("cannot tell") !=
        std::string::npos);
  CHECK(says_of(share(0.78), share(0.7))
            .find("probably helped: the model is expected") !=
        std::string::npos);
}

}  // namespace
}  // namespace semilin::test
