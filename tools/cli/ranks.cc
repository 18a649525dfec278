#include "cli/ranks.h"

#include "cli/predictions.h"

namespace semilin::cli {

std::vector<double> scores_of_ranks(const Model& model, const Dataset& data,
                                    int threads, const Ranks& ranks) {
  if (!ranks.many()) return scores(model, data.rows, threads);
  const std::vector<double> own =
      scores(model, part_of(data, ranks).rows, threads);
  return ranks.gathered(std::span<const double>(own));
}

std::vector<Index> terms_of_ranks(const Dataset& data, Index features,
                                  const Ranks& ranks) {
  if (!ranks.many()) return known_terms(data.rows, features);
  const std::vector<Index> own =
      known_terms(part_of(data, ranks).rows, features);
  return ranks.gathered(std::span<const Index>(own));
}

}  // namespace semilin::cli
