// How well the annotators of labels agree.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semilin/advanced/corpus/evidence.h"

namespace semilin {

/// The agreement of two annotators or more. "none of these" is a label here,
/// "unsure" is not.
struct AnnotatorAgreement {
  /// A document on which they disagree.
  struct Dispute {
    std::string id;  ///< id of the document
    std::vector<std::pair<std::string, std::string>> labels;  ///< by name
  };
  /// Names, and how many labels each gave.
  std::vector<std::pair<std::string, Index>> annotators;
  Index documents = 0;  ///< those with labels of two annotators or more
  Index agree = 0;      ///< those of them on which all agree
  /// Krippendorff's for nominal data (Hayes, Krippendorff, Communication
  /// Methods and Measures 1, 2007); nothing where all labels are the same.
  std::optional<double> alpha;
  std::vector<Dispute> disputed;  ///< the first 20 that nobody decided
};

/// Nothing if there are no two annotators.
[[nodiscard]] std::optional<AnnotatorAgreement> annotator_agreement(
    const std::vector<TableLabel>& opinions);

/// {"annotators": [{"name", "labels"}, ...], "documents", "agree": the share of
/// documents or null, "alpha": a number or null, "disputed": [{"id", "labels":
/// [[name, label], ...]}, ...]}
[[nodiscard]] std::string to_json(const AnnotatorAgreement& agreement);

/// The same as a sentence.
[[nodiscard]] std::string to_text(const AnnotatorAgreement& agreement);

}  // namespace semilin
