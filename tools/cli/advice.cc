#include "cli/advice.h"

#include <cmath>

#include "cli/console.h"

namespace semilin::cli {
namespace {

constexpr double kNormal95 = 1.96;
constexpr double kSure = 2;       // standard errors of the labels held out
constexpr double kAlike = 0.995;  // agreement of models that are the same

// What labelled rows say that were left out: a gain and its standard error.
std::string verdict(double gain, double error, const std::string& figures) {
  if (gain < -error) {
    return "The unlabelled rows hurt: " + figures +
           ". Use the supervised SVM, or give the class sizes.";
  }
  if (gain > error) return "The unlabelled rows helped: " + figures + ".";
  return "The labels cannot tell whether the unlabelled rows helped: " +
         figures + ".";
}

std::string figures_of(const char* rows, double model, double supervised) {
  return std::string(rows) + " the model is right on " + percent(model) +
         " and the supervised one on " + percent(supervised);
}

std::string verdict_of(const CrossValidated& found) {
  return verdict(found.accuracy - found.supervised, found.error,
                 figures_of("of labelled rows held out in turn", found.accuracy,
                            found.supervised));
}

// As if the two were estimated from different rows, which is cautious.
std::string verdict_of(const ExpectedAccuracy& found) {
  const auto error = [](const Share& share) {
    return (share.high - share.low) / (2 * kNormal95);
  };
  return verdict(found.model.value - found.supervised.value,
                 std::hypot(error(found.model), error(found.supervised)),
                 figures_of("it is expected that of the unlabelled rows",
                            found.model.value, found.supervised.value));
}

}  // namespace

std::string advice(const RunSummary& summary,
                   const std::optional<ExpectedAccuracy>& expected) {
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
    return verdict_of(summary.cross_validated);
  }
  if (expected) return verdict_of(*expected);
  if (collapsed(summary)) {
    return "Check the result before you use it: " + models +
           ", fewer than the supervised one is likely to be right on (" +
           percent(summary.held_out_accuracy) +
           "). The class sizes may be wrong.";
  }
  if (summary.agreement >= kAlike) {
    return "The unlabelled rows changed little: " + models + ".";
  }
  const bool none_held_out = summary.held_out_rows == 0;
  const bool few =
      summary.labeled < 2 * static_cast<Index>(summary.predicted.size());
  if (few && none_held_out && summary.class_sizes_source == "estimate") {
    return "There are too few labels to tell whether the unlabelled rows "
           "helped: " +
           models +
           ". A second label in every class or the class sizes would make the "
           "result safer.";
  }
  if (none_held_out || agreement_margin(summary) < kSure) {
    return "The unlabelled rows may have helped: " + models + ", but " +
           (none_held_out
                ? "no labels were held out that could tell"
                : "the labels cannot tell, as the supervised one may be right "
                  "on as many (" +
                      percent(summary.held_out_accuracy) +
                      " of the held-out labels)") +
           ". --expected-accuracy or labels kept for a test would.";
  }
  return "The unlabelled rows probably helped: " + models +
         ", and nothing speaks against the semi-supervised one. Labels kept "
         "for a test would show it.";
}

}  // namespace semilin::cli
