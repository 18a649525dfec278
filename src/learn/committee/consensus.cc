#include "learn/committee/consensus.h"

#include <algorithm>
#include <span>

#include "semilin/base/index.h"

#include "solvers/blocks.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr int kRefinements = 30;
constexpr double kAnyVote = 0.5;    // of the prior, for every class
constexpr double kAnyShare = 0.01;  // of N / K, and no more than this
constexpr double kOwnVotes = 0.05;  // of N / K, for the true class

// EM of Dawid and Skene.
class DawidSkene {
 public:
  DawidSkene(const std::vector<Votes>& members, int classes, int threads)
      : members_(members),
        rows_(static_cast<Index>(members.front().size())),
        classes_(classes),
        count_(static_cast<int>(members.size())),
        threads_(threads) {}

  Consensus run() {
    share_votes();
    // A single member is believed: nothing shows how it errs.
    for (int step = 0; count_ > 1 && step < kRefinements; ++step) {
      count();
      update();
    }
    count();
    result_.sizes = sizes_;
    for (const Votes& votes : members_) {
      double right = 0;
      for (Index i = 0; i < rows_; ++i)
        right += posterior(i)[votes[i]];
      result_.accuracy.push_back(right / static_cast<double>(rows_));
    }
    return std::move(result_);
  }

 private:
  double& chance(int member, int truth, int vote) {
    return chances_[(member * classes_ + truth) * classes_ + vote];
  }
  double* posterior(Index row) { return &result_.posterior[row * classes_]; }

  void share_votes() {
    result_.posterior.assign(rows_ * classes_, 0.0);
    for (Index i = 0; i < rows_; ++i) {
      for (const Votes& votes : members_)
        posterior(i)[votes[i]] += 1.0 / count_;
    }
  }

  // Sizes and C_m at the posteriors.
  void count() {
    const int width = classes_ * classes_;
    const int sums = classes_ + count_ * width;
    const std::vector<double> counts = sum_pieces(
        rows_, count_ * classes_, threads_, sums,
        [&](Index begin, Index end, double* sum) {
          for (Index i = begin; i < end; ++i) {
            const double* p = posterior(i);
            for (int j = 0; j < classes_; ++j) {
              sum[j] += p[j];
              for (int m = 0; m < count_; ++m)
                sum[classes_ + m * width + j * classes_ + members_[m][i]] +=
                    p[j];
            }
          }
        });
    sizes_.assign(counts.begin(), counts.begin() + classes_);
    make_sum_one(sizes_);
    chances_.assign(counts.begin() + classes_, counts.end());
    const double rows_of_class = static_cast<double>(rows_) / classes_;
    const double any = std::min(kAnyVote, kAnyShare * rows_of_class);
    const double own = kOwnVotes * rows_of_class;
    for (int m = 0; m < count_; ++m) {
      for (int j = 0; j < classes_; ++j) {
        for (int k = 0; k < classes_; ++k)
          chance(m, j, k) += any;
        chance(m, j, j) += own;
        make_sum_one(std::span<double>(&chance(m, j, 0), classes_));
      }
    }
  }

  void update() {
    for_rows(rows_, count_ * classes_, threads_, [&](Index i) {
      double* p = posterior(i);
      for (int j = 0; j < classes_; ++j) {
        p[j] = sizes_[j];
        for (int m = 0; m < count_; ++m)
          p[j] *= chance(m, j, members_[m][i]);
      }
      make_sum_one(std::span<double>(p, classes_));
    });
  }

  const std::vector<Votes>& members_;
  Index rows_;
  int classes_, count_, threads_;
  std::vector<double> sizes_, chances_;
  Consensus result_;
};

}  // namespace

Consensus consensus(const std::vector<Votes>& members, int classes,
                    int threads) {
  return DawidSkene(members, classes, threads).run();
}

}  // namespace semilin
