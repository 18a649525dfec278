// How far probabilities can be believed.
#include <algorithm>
#include <cmath>

#include "semilin/base/error.h"
#include "semilin/linear/calibration.h"

namespace semilin {
namespace {

constexpr double kLeastProbability = 1e-15;
constexpr Index kBins = 10;

}  // namespace

Reliability reliability(std::span<const double> probabilities,
                        std::span<const std::int32_t> truth, int classes) {
  require(classes >= 1 &&
              probabilities.size() == truth.size() * std::size_t(classes),
          "reliability: probabilities must be rows x classes");
  Reliability result;
  struct Bin {
    double right = 0, sum = 0;
  };
  std::vector<Bin> bins(kBins);
  double rows = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == kUnlabeled) continue;
    require(truth[i] >= 0 && truth[i] < classes,
            "reliability: a class out of range");
    const auto p = probabilities.subspan(i * classes, classes);
    ++rows;
    result.log_loss -= std::log(std::max(p[truth[i]], kLeastProbability));
    for (int k = 0; k < classes; ++k) {
      const double miss = p[k] - (truth[i] == k ? 1 : 0);
      result.brier += miss * miss;
    }
    const auto best = std::max_element(p.begin(), p.end());
    Bin& bin =
        bins[std::min<Index>(kBins - 1, static_cast<Index>(*best * kBins))];
    bin.right += best - p.begin() == truth[i] ? 1 : 0;
    bin.sum += *best;
  }
  for (const Bin& bin : bins)
    result.ece += std::abs(bin.right - bin.sum);
  result.log_loss /= rows;
  result.brier /= rows;
  result.ece /= rows;
  return result;
}

}  // namespace semilin
