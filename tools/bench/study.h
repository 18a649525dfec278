// What the studies on sets of documents share: arguments, sets, main.
#ifndef SEMILIN_TOOLS_BENCH_STUDY_H_
#define SEMILIN_TOOLS_BENCH_STUDY_H_

#include <functional>
#include <string>
#include <vector>

#include "semilin/learn/train.h"
#include "semilin/matrix/dataset.h"

namespace semilin::bench {

/// Each option has the name of its field; a study says which it reads.
struct StudyArguments {
  std::string folder = {};  ///< holds one folder a set (datasets/README.md)
  std::string set = {};     ///< how the sets to be run begin; empty: all
  std::string method = "da";
  Index rows = 2500;  ///< of a set, at most
  int draws = 10, rounds = 4;
  bool cold = false;
  std::vector<std::string> sets = {
      "sms_spam/all.svm.gz", "reuters_r8/train.svm.gz",
      "rcv1_subsets_ccat/train.svm.gz", "20news_stripped/train.svm.gz",
      "catalogue/pool.store"};
};

/// da, svm or committee, with one thread.
[[nodiscard]] TrainOptions options_of(const std::string& method);

struct Mean {
  double value = 0, error = 0;  ///< the standard error of the value
};
[[nodiscard]] Mean mean_of(const std::vector<double>& all);

/// Gets the arguments, a set's name and its rows.
using PrintSet = std::function<void(const StudyArguments&, const std::string&,
                                    const Dataset&)>;

/// The main function of a study: prints `header`, then the lines of each set
/// that is there, and on standard error which is not. `given` has the defaults.
[[nodiscard]] int run_study(int argc, char** argv, StudyArguments given,
                            const char* header, const PrintSet& print_set);

}  // namespace semilin::bench

#endif  // SEMILIN_TOOLS_BENCH_STUDY_H_
