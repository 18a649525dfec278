// The class sizes of the unlabeled rows, and their source.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

namespace semilin {

/// The source of the class sizes of the unlabeled rows. Options have one of the
/// first five.
enum class SizeSource {
  Estimate,    ///< estimated from both kinds of rows
  Labels,      ///< the fractions among the labeled rows, as in a random sample
  Equal,       ///< 1 / classes
  Given,       ///< ClassSizeOptions::sizes
  Votes,       ///< likewise, counted by votes (learn/voters.h)
  None,        ///< a supervised method needs none
  Supervised,  ///< as the supervised SVM predicts
  Shifted,     ///< estimated from outputs calibrated on rows held out
  Vote,        ///< as a committee votes
  VoteAgain,   ///< as it votes once more
};
/// "estimate", "labels", "equal", "given", "votes", "none", "supervised",
/// "shifted", "vote", "vote again".
[[nodiscard]] std::string_view to_string(SizeSource source);

/// One setting for every method. Equal and given sizes bind hard (unless `rows`
/// is set), the others softly: the fewer the labels, the softer
/// (docs/class-sizes.md).
struct ClassSizeOptions {
  SizeSource source = SizeSource::Estimate;  ///< source of the sizes
  /// Given: fractions per class, in the order of the data's classes, summing to
  /// 1; for two classes one number, the fraction of classes[1], is enough.
  std::vector<double> sizes;
  /// Given: the number of rows of which the sizes are fractions, which decides
  /// how softly they bind; 0: they bind hard.
  double rows = 0;
  /// Whether `sizes` and `rows` are read.
  [[nodiscard]] bool are_given() const {
    return source == SizeSource::Given || source == SizeSource::Votes;
  }
};

/// Class sizes r that a method takes, and how hard they bind: rho as in
/// LinearOptions, raised until the beliefs' sizes s keep KL(s, sizes) <= drift.
struct ClassSizes {
  std::vector<double> sizes;  ///< one per class, summing to 1
  double rho = std::numeric_limits<double>::infinity();  ///< infinity: hard
  /// Half of (K - 1) / (2 m), the mean KL between the frequencies among m rows
  /// of K classes and their chances: the fewer the labels, the softer the sizes
  /// bind.
  double drift = std::numeric_limits<double>::infinity();
};

/// Throws std::invalid_argument unless given sizes lie between 0 and 1, one per
/// class, and sum to 1.
void require_class_sizes(const ClassSizeOptions& options, std::size_t classes);

/// Given or equal sizes, one per class, summing to 1 but for rounding.
[[nodiscard]] std::vector<double> fixed_class_sizes(
    const ClassSizeOptions& options, std::size_t classes);

}  // namespace semilin
