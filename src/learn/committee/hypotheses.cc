#include "learn/committee/hypotheses.h"

#include <limits>
#include <utility>

#include "learn/committee/rules.h"
#include "linear/thresholds.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kHard = std::numeric_limits<double>::infinity();

ClassSizes sizes_with(std::vector<double> sizes, Index rows, double rho) {
  fill_empty_classes(sizes, rows);
  return {std::move(sizes), rho};
}

}  // namespace

ClassSizes sizes_of(const Votes& votes, std::size_t classes, double added,
                    double rho, const Ranks& ranks) {
  std::vector<double> sizes(classes);
  for (const std::int32_t k : votes)
    sizes[k] += 1;
  ranks.sum(sizes);
  for (double& size : sizes)
    size += added;
  make_sum_one(sizes);
  return sizes_with(std::move(sizes), ranks.total(std::ssize(votes)), rho);
}

std::vector<Hypothesis> hypotheses(const FoundSizes& found, SizeSource source,
                                   const Votes& supervised, bool svm_votes,
                                   const Ranks& ranks) {
  if (source != SizeSource::Estimate)
    return {{std::string(to_string(source)), found}};
  const Index rows = ranks.total(std::ssize(supervised));
  const std::size_t classes = found.sizes.size();
  if (found.estimate) {
    return {{"labels", sizes_with(found.sizes, rows, found.rho)},
            {"estimate", *found.estimate}};
  }
  std::vector<Hypothesis> all = {
      {"estimate", found},
      {"equal", sizes_with(std::vector<double>(classes, 1.0), rows, kHard)}};
  if (!svm_votes)
    all.push_back({"supervised",
                   sizes_of(supervised, classes, 1, kRules.guessed, ranks)});
  if (!found.shifted.empty())
    all.push_back({"shifted", sizes_with(found.shifted, rows, kRules.founded)});
  return all;
}

}  // namespace semilin
