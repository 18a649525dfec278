// Documents that were never written: text-like data of any size, the same
// bytes for the same seed on every platform.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/advanced/base/random.h"
#include "semilin/base/index.h"

namespace semilin::datasets {

struct SyntheticOptions {
  Index documents = 20000;
  Index classes = 20;
  /// The largest class is about so many times as large as the smallest.
  Index imbalance = 20;
  Index vocabulary = 30000;    ///< words, drawn by Zipf's law
  Index median_words = 60;     ///< of a document; lengths are log-normal
  Index topic_words = 300;     ///< words that a class prefers
  Index topic_percent = 18;    ///< mean share of a document drawn from them
  Index overlap_percent = 40;  ///< of them shared with a neighboring class
  std::uint64_t seed = 1;
};

/// Draws numbers 0..n-1 with given whole-number weights.
class WeightedDraw {
 public:
  explicit WeightedDraw(const std::vector<std::uint64_t>& weights);
  [[nodiscard]] Index operator()(Random& random) const;

 private:
  std::vector<std::uint64_t> cumulative_;
};

/// A document: its class and its words, as ranks in the vocabulary.
struct SyntheticDocument {
  Index label = 0;
  std::vector<std::int32_t> words;
};

/// Document i depends on the options and i alone. Only whole numbers and exact
/// products of doubles decide, so that rounding cannot differ.
class SyntheticCorpus {
 public:
  /// Throws std::invalid_argument if an option is out of bounds.
  explicit SyntheticCorpus(const SyntheticOptions& options);

  [[nodiscard]] SyntheticDocument document(Index i) const;
  [[nodiscard]] std::string label_name(Index label) const;
  [[nodiscard]] const SyntheticOptions& options() const { return options_; }

 private:
  SyntheticOptions options_;
  WeightedDraw draw_class_;
  WeightedDraw draw_word_;
  WeightedDraw draw_topic_word_;
  std::vector<std::vector<std::int32_t>> topics_;
};

/// A pronounceable word for a rank: "ba", "be", ...; no two ranks share one.
[[nodiscard]] std::string made_up_word(std::int32_t rank);

/// Receives the bytes of a file, piece by piece.
using Sink = std::function<void(std::string_view)>;

/// Lines of label<TAB>text.
void write_text(const SyntheticCorpus& corpus, const Sink& sink);

/// svmlight lines: (1 + log2 tf) log2(N / df), of unit length; column = rank
/// + 1. Makes every document twice, and keeps none.
void write_svmlight(const SyntheticCorpus& corpus, const Sink& sink);

}  // namespace semilin::datasets
