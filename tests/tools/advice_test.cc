#include "cli/advice.h"

#include <string>

#include <doctest/doctest.h>

namespace semilin::cli {
namespace {

RunSummary summary_of(double agreement, double accuracy, Index rows) {
  RunSummary summary;
  summary.class_sizes_source = "estimate";
  summary.predicted = summary.supervised_predicted = {0.5, 0.5};
  summary.agreement = agreement;
  summary.held_out_rows = rows;
  summary.held_out_accuracy = accuracy;
  return summary;
}

bool says(const RunSummary& summary, const std::string& words) {
  return advice(summary).find(words) != std::string::npos;
}

TEST_CASE("the advice is one sentence or two for each outcome") {
  CHECK(advice(RunSummary{}).empty());
  CHECK(says(summary_of(0.8, 0.7, 50), "probably helped"));
  CHECK(says(summary_of(0.999, 0.7, 50), "changed little"));
  CHECK(says(summary_of(0.2, 0.7, 50), "Check the result"));
  CHECK(says(summary_of(0.8, 0, 0), "too few labels"));
  RunSummary dropped = summary_of(0.2, 0.7, 50);
  dropped.fell_back = true;
  CHECK(says(dropped, "left out"));
}

TEST_CASE("cross-validation, where it was done, has the last word") {
  RunSummary summary = summary_of(0.8, 0.7, 50);
  summary.cross_validated = {5, 50, 0.82, 0.7, 0.05};
  CHECK(says(summary, "helped: of labelled rows held out"));
  CHECK(says(summary, "right on 82.0 % and the supervised one on 70.0 %"));
  summary.cross_validated = {5, 50, 0.7, 0.82, 0.05};
  CHECK(says(summary, "The unlabelled rows hurt"));
  summary.cross_validated = {5, 50, 0.72, 0.7, 0.05};
  CHECK(says(summary, "cannot tell"));
}

}  // namespace
}  // namespace semilin::cli
