// What an answer about a word is worth beside one about a document: the table
// in docs/class-sizes.md.
//
//   asked_words_table DATA_DIR [--draws N] [--rounds N] [--rows N] [--set NAME]
//                     [--method NAME]
//
// DATA_DIR holds one folder a set (datasets/README.md), of which so many rows
// are drawn. One row of each class has a label; each round asks 20 questions
// and trains again: what the label of a document is that suggest chooses; or
// whether a word tells the class for which suggest_terms proposes it by the
// labels of the last training; or ten of each. Yes is the answer if of all
// documents that hold the word more than 60 % are of the class, at odds that
// are twice those of all documents. A line is the accuracy in percent on the
// documents without a label, by the number of answers, and the share of words
// that were accepted, means over the draws.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "semilin/learn/seed_words.h"
#include "semilin/learn/suggest.h"
#include "semilin/learn/train.h"

#include "bench/draws.h"
#include "bench/study.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

constexpr Index kAnswers = 20;  // of a round

struct Questions {
  const char* name;
  Index documents, words;  // of a round
};
constexpr std::array kKinds = {Questions{"documents", kAnswers, 0},
                               Questions{"words", 0, kAnswers},
                               Questions{"both", kAnswers / 2, kAnswers / 2}};

class Asking {
 public:
  Asking(const Dataset& data, const std::string& method, int seed)
      : draw_(bench::hide_all_but(data, bench::draw_per_class(data, 1, seed))),
        options_(bench::options_of(method)),
        open_(data.rows.cols(), true),
        seed_(seed) {}

  // The accuracy.
  double train_again() {
    options_.seeds = seed_rows(draw_.shown, terms_);
    result_ = train(draw_.shown, options_);
    double right = 0, rows = 0;
    for (std::size_t i = 0; i < draw_.truth.size(); ++i) {
      if (draw_.shown.labels[i] != kUnlabeled) continue;
      rows += 1;
      right += result_.labels[i] == draw_.truth[i] ? 1 : 0;
    }
    return 100 * right / rows;
  }

  void ask_documents(Index count) {
    if (count == 0) return;
    SuggestOptions asked;
    asked.count = count;
    asked.seeds = options_.seeds;
    asked.threads = 1;
    asked.seed = static_cast<std::uint64_t>(1000 * seed_ + ++round_);
    for (const Suggestion& one :
         suggest(result_.model, draw_.shown, asked).rows)
      draw_.shown.labels[one.row] = draw_.truth[one.row];
  }

  // As many of each class, and of these the ones that most documents hold.
  void ask_words(Index count) {
    const auto classes = static_cast<Index>(draw_.shown.classes.size());
    std::vector<SuggestedTerm> found =
        suggest_terms(draw_.shown.rows, result_.labels, classes, open_,
                      (count + classes - 1) / classes);
    std::stable_sort(found.begin(), found.end(),
                     [](const SuggestedTerm& a, const SuggestedTerm& b) {
                       return a.rows > b.rows;
                     });
    if (std::ssize(found) > count) found.resize(count);
    for (const SuggestedTerm& one : found) {
      open_[one.column] = false;
      asked_ += 1;
      if (!tells(one)) continue;
      terms_.push_back({one.label, {one.column}});
    }
  }

  [[nodiscard]] double accepted() const {
    return asked_ == 0 ? 0 : 100 * static_cast<double>(terms_.size()) / asked_;
  }

 private:
  [[nodiscard]] bool tells(const SuggestedTerm& one) const {
    double inside = 0, size = 0;
    draw_.shown.rows.visit([&](const auto& view) {
      for (Index i = 0; i < view.rows; ++i) {
        if (draw_.truth[i] != one.label) continue;
        size += 1;
        const auto columns = view.row_columns(i);
        inside += std::binary_search(columns.begin(), columns.end(), one.column)
                      ? 1
                      : 0;
      }
    });
    const double share = inside / static_cast<double>(one.rows);
    const double rest = static_cast<double>(draw_.truth.size()) - size;
    return share > 0.6 && share * rest > 2 * (1 - share) * size;
  }

  bench::Draw draw_;
  TrainOptions options_;
  TrainResult result_;
  std::vector<SeedTerm> terms_;
  std::vector<bool> open_;
  int seed_, round_ = 0;
  double asked_ = 0;
};

void print_set(const bench::StudyArguments& arguments, const std::string& set,
               const Dataset& all) {
  for (const Questions& kind : kKinds) {
    std::vector<double> sums(arguments.rounds + 1);
    double accepted = 0;
    for (int seed = 1; seed <= arguments.draws; ++seed) {
      Asking asking(
          bench::with_known_classes(bench::subset(all, arguments.rows, seed)),
          arguments.method, seed);
      for (int round = 0; round <= arguments.rounds; ++round) {
        sums[round] += asking.train_again() / arguments.draws;
        if (round == arguments.rounds) break;
        asking.ask_documents(kind.documents);
        asking.ask_words(kind.words);
      }
      accepted += asking.accepted() / arguments.draws;
    }
    std::printf("| %s | %s |", set.c_str(), kind.name);
    for (const double mean : sums)
      std::printf(" %.1f |", mean);
    std::printf(" %.0f |\n", accepted);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_study(
      argc, argv,
      {.method = "committee",
       .draws = 3,
       .rounds = 3,
       .sets = {"sms_spam/all.svm.gz", "reuters_r8/train.svm.gz",
                "20news_stripped/train.svm.gz", "reuters_r52/train.svm.gz"}},
      "| set | asked | answers: 0 | 20 | 40 | ... | words accepted |",
      print_set);
}
