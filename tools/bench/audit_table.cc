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
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "semilin/advanced/base/random.h"
#include "semilin/io/dataset_file.h"
#include "semilin/learn/audit.h"

#include "bench/draws.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

constexpr Index kRows = 5500;
const std::vector<std::string> kSets = {
    "20news_stripped/train.svm.gz", "reuters_r8/train.svm.gz",
    "rcv1_subsets_ccat/train.svm.gz", "sms_spam/all.svm.gz"};

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

Figures measure(const Dataset& all, Index labels, std::uint64_t seed) {
  Dataset data = bench::subset(all, kRows, seed);
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

void print_set(const std::string& path, const std::string& set, Index labels,
               int draws) {
  const Dataset data = read_dataset({path});
  Figures sum;
  double least = 1;
  for (int seed = 1; seed <= draws; ++seed) {
    const Figures one = measure(data, labels, seed);
    sum.found += one.found / draws;
    sum.named += one.named / draws;
    sum.seconds += one.seconds / draws;
    least = std::min(least, one.found);
  }
  std::printf("| %s | %.1f | %.1f | %.1f | %.2f |\n",
              set.substr(0, set.find('/')).c_str(), 100 * sum.found,
              100 * least, 100 * sum.named, sum.seconds);
  std::fflush(stdout);
}

int run(int argc, char** argv) {
  std::string folder;
  Index labels = 0;
  int draws = 10;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--draws" && i + 1 < argc) {
      draws = std::atoi(argv[++i]);
    } else if (word == "--labels" && i + 1 < argc) {
      labels = std::atoi(argv[++i]);
    } else {
      folder = word;
    }
  }
  std::printf("| set | found, %% | least | named, %% | seconds |\n");
  std::printf("|---|---|---|---|---|\n");
  for (const std::string& set : kSets) {
    const std::string path = std::filesystem::path(folder) / set;
    if (std::filesystem::exists(path)) {
      print_set(path, set, labels, draws);
    } else {
      std::fprintf(stderr, "skipped: no %s\n", path.c_str());
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "audit_table: %s\n", error.what());
    return 1;
  }
}
