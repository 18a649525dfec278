// The public data sets, counted as their READMEs count them.
#include <filesystem>

#include "io/io_support.h"

namespace semilin::test {
namespace {

struct Expected {
  const char* file;
  Index rows, features, nonzeros;
  std::vector<Index> class_counts;  // unlabeled rows first
};

const std::vector<Expected> kSets = {
    {"pcmac/train.svm.gz", 1168, 7289, 118451, {0, 578, 590}},
    {"rcv1_subsets_ccat/train.svm.gz", 13851, 47236, 1079026, {0, 7642, 6209}},
    {"rcv1_subsets_ccat/test.svm.gz", 13844, 47236, 1071662, {0, 7559, 6285}},
    {"reuters_r8/train.svm.gz",
     5485,
     9077,
     307729,
     {0, 1596, 253, 2840, 41, 190, 206, 108, 251}},
    {"mnist/test.svm.gz",
     10000,
     784,
     1511219,
     {0, 980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}},
    {"20news_stripped/train.svm.gz",
     11314,
     33021,
     1005208,
     {0,   480, 584, 591, 590, 578, 593, 585, 594, 598, 597,
      600, 595, 591, 594, 593, 599, 546, 564, 465, 377}},
};

std::vector<Index> count_classes(const Dataset& data) {
  std::vector<Index> counts(data.classes.size() + 1);
  for (const auto label : data.labels)
    ++counts[label - kUnlabeled];
  return counts;
}

}  // namespace

TEST_CASE("public data sets have the counts that their READMEs say") {
  if (!real_data("")) {
    MESSAGE("SKIPPED: SEMILIN_DATA is not set");
    return;
  }
  for (const Expected& expected : kSets) {
    const std::string path = *real_data(expected.file);
    CAPTURE(path);
    if (!std::filesystem::exists(path)) continue;
    const Dataset data = read_svmlight(path);
    CHECK(data.rows.rows() == expected.rows);
    CHECK(data.rows.cols() <= expected.features);
    CHECK(data.rows.nonzeros() == expected.nonzeros);
    CHECK(count_classes(data) == expected.class_counts);
  }
}

}  // namespace semilin::test
