// What each panel of a committee knows about the classes.
#ifndef SEMILIN_SRC_LEARN_COMMITTEE_PANELS_H_
#define SEMILIN_SRC_LEARN_COMMITTEE_PANELS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "linear/output_batch.h"

namespace semilin {

inline constexpr std::string_view kAllEvidence = "all";

/// The data of a run with one kind of evidence alone: all rows, of which
/// documents have lost their labels, or seeds theirs and their cost. The batch
/// is trained on what is left as that of the run is.
class OneEvidence {
 public:
  OneEvidence(std::string_view name, Dataset data, const OutputBatch& like);
  OneEvidence(const OneEvidence&) = delete;
  OneEvidence& operator=(const OneEvidence&) = delete;

  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] OutputBatch& batch() { return batch_; }

 private:
  std::string_view name_;
  Dataset data_;
  OutputBatch batch_;
};

/// "labels" and "words", if the data have both and each tells every class; else
/// nothing: all evidence is of one kind, or one kind completes the other.
[[nodiscard]] std::vector<std::unique_ptr<OneEvidence>> kinds_of_evidence(
    const OutputBatch& all);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_COMMITTEE_PANELS_H_
