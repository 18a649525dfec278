// How many flipped labels an audit finds: the table in docs/guide.md.
//
//   audit_table DATA_DIR [--draws N] [--labels L]
//
// DATA_DIR holds one folder a set (datasets/README.md); sets that are absent
// are skipped, saying so. Of each, at most 5,500 rows are drawn, of which L
// keep their labels (0: all), and one of ten of these gets another class at
// random. Printed is the share of the flipped labels among the most doubtful
// fifth, and of those of the true class the share that `better` names.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "semilin/advanced/base/random.h"
#include "semilin/learn/audit.h"

#include "bench/draws.h"
#include "bench/study.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

struct Figures {
  double found = 0, named = 0, seconds = 0;
};

// The rows that keep a label, which may be another one than the true.
std::set<Index> keep_and_flip(Dataset& data, Index labels, Random& random) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < data.labels.size(); ++i)
    if (data.labels[i] != kUnlabeled) rows.push_back(static_cast<Index>(i));
  random.shuffle(rows);
  if (labels > 0 && labels < static_cast<Index>(rows.size())) {
    for (std::size_t i = labels; i < rows.size(); ++i)
      data.labels[rows[i]] = kUnlabeled;
    rows.resize(labels);
  }
  rows.resize((rows.size() + 5) / 10);
  const auto classes = static_cast<std::int32_t>(data.classes.size());
  for (const Index row : rows) {
    const auto step = static_cast<std::int32_t>(random.below(classes - 1)) + 1;
    data.labels[row] = (data.labels[row] + step) % classes;
  }
  return {rows.begin(), rows.end()};
}

Figures measure(const Dataset& all, Index rows, Index labels,
                std::uint64_t seed) {
  Dataset data = bench::subset(all, rows, seed);
  const std::vector<std::int32_t> truth = data.labels;
  Random random(seed);
  const std::set<Index> flipped = keep_and_flip(data, labels, random);
  LinearOptions options;
  options.method = audit_method(data);
  const auto begin = std::chrono::steady_clock::now();
  const Audit found = audit(data, options);
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - begin;
  Figures figures{0, 0, passed.count()};
  for (std::size_t i = 0; i < found.labels.size() / 5; ++i) {
    const AuditedLabel& one = found.labels[i];
    if (!flipped.contains(one.row)) continue;
    ++figures.found;
    figures.named += one.better == truth[one.row] ? 1 : 0;
  }
  figures.named /= std::max(figures.found, 1.0);
  figures.found /= static_cast<double>(flipped.size());
  return figures;
}

void print_set(const bench::StudyArguments& arguments, const std::string& set,
               const Dataset& data) {
  const int draws = arguments.draws;
  Figures sum;
  double least = 1;
  for (int seed = 1; seed <= draws; ++seed) {
    const Figures one = measure(data, arguments.rows, arguments.labels, seed);
    sum.found += one.found / draws;
    sum.named += one.named / draws;
    sum.seconds += one.seconds / draws;
    least = std::min(least, one.found);
  }
  std::printf("| %s | %.1f | %.1f | %.1f | %.2f |\n", set.c_str(),
              100 * sum.found, 100 * least, 100 * sum.named, sum.seconds);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_study(
      argc, argv,
      {.rows = 5500,
       .sets = {"20news_stripped/train.svm.gz", "reuters_r8/train.svm.gz",
                "rcv1_subsets_ccat/train.svm.gz", "sms_spam/all.svm.gz"}},
      "| set | found, % | least | named, % | seconds |\n|---|---|---|---|---|",
      print_set);
}
