// What words that tell classes are worth, alone and beside labels, and how much
// a word should weigh: the table in docs/class-sizes.md.
//
//   seed_words_table DATA_DIR [--draws N] [--set NAME] [--method NAME]
//
// DATA_DIR holds one folder a set (datasets/README.md) with its vocab.txt.gz
// and seed_words.csv; the words of sms_spam and pcmac are written below, by
// someone who knows what the classes mean. A line is the accuracy in percent on
// the documents without a label, by draws of so many labelled documents of each
// class, and their mean: without words; with one row for each word, where those
// of a class cost 1 together, as semilin/learn/seed_words.h makes them, or 0.3
// or 3; and with one row of cost 1 for all words of a class.
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "semilin/advanced/io/line_source.h"
#include "semilin/learn/seed_words.h"
#include "semilin/learn/train.h"
#include "semilin/text/seed_words.h"

#include "bench/draws.h"
#include "bench/study.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

const std::vector<Index> kLabels = {0, 1, 5, 10};  // of each class

struct Rule {
  const char* name;
  double cost = 1;  // of a class's words; 0: labels alone
  bool row_per_class = false;
};
const std::vector<Rule> kRules = {{"no words", 0},
                                  {"a row per word", 1},
                                  {"cost 0.3", 0.3},
                                  {"cost 3", 3},
                                  {"a row per class", 1, true}};

std::vector<ClassWords> words_of_set(const std::filesystem::path& folder,
                                     const std::string& set) {
  if (set == "sms_spam")
    return {{"-1", {"ok", "home", "later", "love"}},
            {"1", {"free", "txt", "claim", "prize", "win"}}};
  if (set == "pcmac")
    return {{"-1", {"mac", "apple", "quadra", "centris"}},
            {"1", {"ibm", "pc", "dos", "windows"}}};
  return read_seed_words(folder / "seed_words.csv");
}

std::vector<SeedTerm> terms_of(const std::filesystem::path& folder,
                               const std::string& set, const Dataset& data) {
  std::vector<std::string> names;
  LineSource lines(folder / "vocab.txt.gz");
  while (const auto line = lines.next())
    names.emplace_back(*line);
  std::vector<SeedTerm> terms;
  for (const ClassWords& one : words_of_set(folder, set))
    for (auto& columns : features_of_words(one.words, names))
      terms.push_back({find_number(data.classes, one.name), columns});
  return terms;
}

SeedRows rows_by(const Rule& rule, const Dataset& data,
                 const std::vector<SeedTerm>& terms) {
  std::vector<SeedTerm> of_classes(data.classes.size());
  for (const SeedTerm& term : terms) {
    SeedTerm& all = of_classes[term.label];
    all.label = term.label;
    all.columns.insert(all.columns.end(), term.columns.begin(),
                       term.columns.end());
  }
  SeedRows rows = seed_rows(data, rule.row_per_class ? of_classes : terms);
  for (double& cost : rows.costs)
    cost *= rule.cost;
  return rows;
}

void print_set(const bench::StudyArguments& arguments, const std::string& set,
               const Dataset& data) {
  const std::vector<SeedTerm> terms =
      terms_of(std::filesystem::path(arguments.folder) / set, set, data);
  for (const Index labels : kLabels) {
    for (const Rule& rule : kRules) {
      if (labels == 0 && rule.cost != 1) continue;
      std::printf("| %s | %d | %s |", set.c_str(), static_cast<int>(labels),
                  rule.name);
      std::vector<double> all;
      for (int seed = 1; seed <= (labels == 0 ? 1 : arguments.draws); ++seed) {
        const bench::Draw draw = bench::hide_all_but(
            data, bench::draw_per_class(data, labels, seed));
        TrainOptions options = bench::options_of(arguments.method);
        if (rule.cost > 0) options.seeds = rows_by(rule, data, terms);
        const TrainResult result = train(draw.shown, options);
        double right = 0, rows = 0;
        for (std::size_t i = 0; i < draw.truth.size(); ++i) {
          if (draw.shown.labels[i] != kUnlabeled) continue;
          rows += 1;
          right += result.labels[i] == draw.truth[i] ? 1 : 0;
        }
        all.push_back(100 * right / rows);
        std::printf(" %.1f", all.back());
        std::fflush(stdout);
      }
      std::printf(" | %.1f |\n", bench::mean_of(all).value);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_study(
      argc, argv,
      {.method = "committee",
       .draws = 5,
       .sets = {"sms_spam/all.svm.gz", "pcmac/train.svm.gz",
                "reuters_r8/train.svm.gz", "trec6/train.svm.gz",
                "ohsumed_single23/train.svm.gz",
                "20news_stripped/train.svm.gz"}},
      "| set | labels of each class | words | by draws | mean |", print_set);
}
