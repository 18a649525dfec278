#include "learn/typical_rows.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "semilin/advanced/base/random.h"

#include "base/stopwatch.h"
#include "learn/training_rows.h"
#include "matrix/csr_operator.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

constexpr Index kSample = 10000;
constexpr int kRuns = 5;
constexpr int kPasses = 10;
constexpr double kLeastGain = 1e-5;  // least gain of a pass, as a share
constexpr double kLeastSize = 0.25;  // least size of a part, in mean sizes
constexpr int kNone = -1;

// Each row's part, or kNone, and its cosine to the middle of that.
struct Parts {
  std::vector<int> of;
  std::vector<float> cosine;
  double sum = 0;  // sum of the cosines
};

// Raises sum_i max_k cos(x_i, c_k), where c_k has the direction of the sum of
// its rows x_i / |x_i|.
class SphericalMeans {
 public:
  SphericalMeans(const CsrStore& rows, int parts, int threads)
      : x_(rows, 0, threads),
        rows_(rows.rows()),
        parts_(parts),
        stride_(batch_stride(parts)),
        members_(rows_ * stride_),
        middles_(rows.cols() * stride_),
        products_(rows_ * stride_) {
    for (const float square : squared_norms(rows, threads))
      scale_.push_back(square > 0 ? 1 / std::sqrt(square) : 0);
  }

  [[nodiscard]] Index rows_with_values() const {
    return rows_ - std::count(scale_.begin(), scale_.end(), 0.0F);
  }

  // Begins with rows drawn by chance; needs as many with values as parts.
  Parts begin(Random& random) {
    Parts parts{std::vector(rows_, kNone), std::vector(rows_, 0.0F)};
    for (int k = 0; k < parts_;) {
      const Index row = random.below(rows_);
      if (scale_[row] != 0 && parts.of[row] == kNone) parts.of[row] = k++;
    }
    return improved(parts);
  }

  // One pass: the middles of the parts, and the nearest of them to each row.
  Parts improved(Parts parts) {
    std::fill(members_.begin(), members_.end(), 0.0F);
    for (Index i = 0; i < rows_; ++i)
      if (parts.of[i] != kNone) members_[i * stride_ + parts.of[i]] = scale_[i];
    x_.apply_transpose(stride_, members_, RowSet(), middles_);
    x_.apply(stride_, middles_, RowSet(), products_);
    const std::vector<float> scale = scale_of_middles();
    parts.sum = 0;
    for (Index i = 0; i < rows_; ++i) {
      if (scale_[i] == 0) continue;
      float* product = &products_[i * stride_];
      for (int k = 0; k < parts_; ++k)
        product[k] *= scale[k];
      const float* best = std::max_element(product, product + parts_);
      parts.of[i] = static_cast<int>(best - product);
      parts.cosine[i] = *best * scale_[i];
      parts.sum += parts.cosine[i];
    }
    return parts;
  }

 private:
  // 1 / |c_k|, 0 for a part without rows.
  [[nodiscard]] std::vector<float> scale_of_middles() const {
    std::vector<double> squares(stride_);
    for (std::size_t i = 0; i < middles_.size(); ++i)
      squares[i % stride_] += static_cast<double>(middles_[i]) * middles_[i];
    std::vector<float> inverse;
    inverse.reserve(squares.size());
    for (const double square : squares)
      inverse.push_back(square > 0 ? static_cast<float>(1 / std::sqrt(square))
                                   : 0);
    return inverse;
  }

  CsrOperator x_;
  Index rows_;
  int parts_, stride_;
  std::vector<float> scale_;  // 1 / |x_i|, 0 for a row of zeros
  std::vector<float> members_, middles_, products_;
};

// The best of several runs; no parts if fewer rows than parts have values.
Parts best_parts(const CsrStore& rows, int count, int threads, Random& random,
                 const Progress& progress) {
  SphericalMeans means(rows, count, threads);
  if (means.rows_with_values() < count) return {};
  const Stopwatch watch;
  Parts best;
  for (int run = 0; run < kRuns; ++run) {
    Parts parts = means.begin(random);
    double before = 0;
    for (int pass = 1; pass < kPasses && parts.sum > before * (1 + kLeastGain);
         ++pass) {
      const Index done = run * kPasses + pass;
      if (progress && !progress({.stage = "typical rows",
                                 .iteration = done,
                                 .unit = "passes",
                                 .seconds = watch.seconds(),
                                 .fraction_done = static_cast<double>(done) /
                                                  (kRuns * kPasses)}))
        throw Interrupted();
      before = parts.sum;
      parts = means.improved(std::move(parts));
    }
    if (parts.sum > best.sum) best = std::move(parts);
  }
  return best;
}

// The rows of a part, and the unlabeled one nearest to its middle.
struct Part {
  Index size = 0;
  bool labeled = false;
  Index nearest = kNone;
};

std::vector<Part> summed_up(const Parts& parts, int count,
                            std::span<const Index> rows, const Dataset& data) {
  std::vector<Part> all(count);
  std::vector<float> best(count, -1.0F);
  for (std::size_t i = 0; i < parts.of.size(); ++i) {
    const int k = parts.of[i];
    if (k == kNone) continue;
    ++all[k].size;
    if (data.labels[rows[i]] != kUnlabeled) {
      all[k].labeled = true;
    } else if (parts.cosine[i] > best[k]) {
      best[k] = parts.cosine[i];
      all[k].nearest = rows[i];
    }
  }
  return all;
}

}  // namespace

std::vector<Index> typical_rows(const Dataset& data, Index count,
                                std::uint64_t seed, int threads,
                                const Progress& progress) {
  if (count == 0) return {};
  Random random(seed);
  const std::vector<Index> rows = labeled_and_sample(data, kSample, random);
  const auto parts =
      static_cast<int>(std::min(count + data.labeled(), kMostParts));
  const CsrStore some = data.rows.select(rows);
  std::vector<Part> all =
      summed_up(best_parts(renumbered(some, columns_in_use(some)), parts,
                           threads, random, progress),
                parts, rows, data);
  std::stable_sort(all.begin(), all.end(), [](const Part& a, const Part& b) {
    return a.size > b.size;
  });
  const double least = kLeastSize * static_cast<double>(rows.size()) / parts;
  std::vector<Index> found;
  for (const Part& part : all) {
    const bool fits = !part.labeled && static_cast<double>(part.size) >= least;
    if (fits && part.nearest != kNone && std::ssize(found) < count)
      found.push_back(part.nearest);
  }
  return found;
}

}  // namespace semilin
