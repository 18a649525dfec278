#include "cli/advice.h"

#include "cli/console.h"

namespace semilin::cli {
namespace {

constexpr double kAlike = 0.995;  // agreement of models that are the same

// What cross-validation says, which decides where it was done.
std::string verdict(const CrossValidated& found) {
  const double gain = found.accuracy - found.supervised;
  const std::string figures =
      "of labelled rows held out in turn the model is right on " +
      percent(found.accuracy) + " and the supervised one on " +
      percent(found.supervised);
  if (gain < -found.error) {
    return "The unlabelled rows hurt: " + figures +
           ". Use the supervised SVM, or give the class sizes.";
  }
  if (gain > found.error) return "The unlabelled rows helped: " + figures + ".";
  return "The labels cannot tell whether the unlabelled rows helped: " +
         figures + ".";
}

}  // namespace

std::string advice(const RunSummary& summary) {
  if (summary.predicted.empty() || summary.stop == Stop::Interrupted) return {};
  const std::string models = "the two models agree on " +
                             percent(summary.agreement) +
                             " of the unlabelled rows";
  if (summary.fell_back) {
    return "The unlabelled rows did not help and are left out: " + models +
           ", but the supervised one is right on " +
           percent(summary.held_out_accuracy) +
           " of the held-out labels. Give the class sizes or more labels.";
  }
  if (summary.cross_validated.folds > 0) {
    return verdict(summary.cross_validated);
  }
  if (collapsed(summary)) {
    return "Check the result before you use it: " + models +
           ", fewer than the supervised one is likely to be right on (" +
           percent(summary.held_out_accuracy) +
           "). The class sizes may be wrong.";
  }
  if (summary.agreement >= kAlike) {
    return "The unlabelled rows changed little: " + models + ".";
  }
  if (summary.held_out_rows == 0 && summary.class_sizes_source == "estimate") {
    return "There are too few labels to tell whether the unlabelled rows "
           "helped: " +
           models +
           ". A second label in every class or the class sizes would make the "
           "result safer.";
  }
  return "The unlabelled rows probably helped: " + models +
         ", and nothing speaks against the semi-supervised one. Labels kept "
         "for a test would show it.";
}

}  // namespace semilin::cli
