#include "synthetic.h"

#include <algorithm>

#include "semilin/base/error.h"

namespace semilin::datasets {
namespace {

constexpr std::uint64_t kUnit = std::uint64_t{1} << 32;

// Class k of K: 1 / (1 + k (R - 1) / (K - 1)), so that the first is R times
// the last.
std::vector<std::uint64_t> class_weights(const SyntheticOptions& options) {
  require(options.classes >= 2 && options.classes <= 10000,
          "make_corpus: classes must lie in 2..10000");
  require(options.imbalance >= 1 && options.imbalance <= 100000,
          "make_corpus: imbalance must lie in 1..100000");
  const auto gaps = static_cast<std::uint64_t>(options.classes - 1);
  const auto excess = static_cast<std::uint64_t>(options.imbalance - 1);
  std::vector<std::uint64_t> weights;
  for (std::uint64_t k = 0; k <= gaps; ++k)
    weights.push_back(kUnit * gaps / (gaps + k * excess));
  return weights;
}

// Zipf and Mandelbrot: rank r has the weight 1 / (r + 4).
std::vector<std::uint64_t> zipf_weights(Index count) {
  require(count > 0 && count <= 100000000,
          "make_corpus: words must lie in 1..100000000");
  std::vector<std::uint64_t> weights;
  for (Index rank = 0; rank < count; ++rank)
    weights.push_back(kUnit / static_cast<std::uint64_t>(rank + 4));
  return weights;
}

// Each class owns words of the middle ranks; a share of its list is that of
// the class beside it (0 and 1, 2 and 3, ...).
std::vector<std::vector<std::int32_t>> make_topics(
    const SyntheticOptions& options) {
  Random random(options.seed);
  const Index first = std::min<Index>(50, options.vocabulary / 10);
  const Index range = std::max<Index>(1, options.vocabulary / 2 - first);
  std::vector<std::vector<std::int32_t>> topics(options.classes);
  for (Index k = 0; k < options.classes; ++k) {
    for (Index t = 0; t < options.topic_words; ++t) {
      const auto own = static_cast<std::int32_t>(first + random.below(range));
      const bool share = random.below(100) < options.overlap_percent;
      topics[k].push_back(share && k % 2 == 1 ? topics[k - 1][t] : own);
    }
  }
  return topics;
}

// Log-normal: a product of many independent factors. Twelve of 5/4 or 4/5 make
// a standard deviation of the logarithm of 0.77.
Index draw_length(Index median, Random& random) {
  double length = static_cast<double>(median);
  for (std::uint64_t coins = random.bits() >> 52, i = 0; i < 12; ++i) {
    length *= (coins >> i & 1) != 0 ? 1.25 : 0.8;
  }
  return std::max<Index>(3, static_cast<Index>(length));
}

}  // namespace

WeightedDraw::WeightedDraw(const std::vector<std::uint64_t>& weights) {
  std::uint64_t sum = 0;
  for (const std::uint64_t weight : weights)
    cumulative_.push_back(sum += weight);
}

Index WeightedDraw::operator()(Random& random) const {
  const auto sum = static_cast<Index>(cumulative_.back());
  const auto draw = static_cast<std::uint64_t>(random.below(sum));
  return std::upper_bound(cumulative_.begin(), cumulative_.end(), draw) -
         cumulative_.begin();
}

SyntheticCorpus::SyntheticCorpus(const SyntheticOptions& options)
    : options_(options),
      draw_class_(class_weights(options)),
      draw_word_(zipf_weights(options.vocabulary)),
      draw_topic_word_(zipf_weights(options.topic_words)),
      topics_(make_topics(options)) {
  require(options.documents >= 0, "make_corpus: documents must not be < 0");
  require(options.median_words > 0 && options.median_words <= 1000000,
          "make_corpus: words of a document must lie in 1..1000000");
  require(options.topic_percent >= 0 && options.topic_percent <= 50,
          "make_corpus: topic percent must lie in 0..50");
  require(options.overlap_percent >= 0 && options.overlap_percent <= 100,
          "make_corpus: overlap percent must lie in 0..100");
}

SyntheticDocument SyntheticCorpus::document(Index i) const {
  // Random spreads any two seeds; an odd factor keeps all of them apart.
  Random random(options_.seed * 0x9E3779B97F4A7C15ULL +
                static_cast<std::uint64_t>(i) * 2 + 1);
  SyntheticDocument made;
  made.label = draw_class_(random);
  const Index topical = random.below(2 * options_.topic_percent + 1);
  const Index length = draw_length(options_.median_words, random);
  for (Index w = 0; w < length; ++w) {
    const Index dice = random.below(100);
    if (dice < topical) {
      made.words.push_back(topics_[made.label][draw_topic_word_(random)]);
    } else if (dice >= 90 && w > 0) {  // words come in bursts
      made.words.push_back(made.words[random.below(w)]);
    } else {
      made.words.push_back(static_cast<std::int32_t>(draw_word_(random)));
    }
  }
  return made;
}

std::string SyntheticCorpus::label_name(Index label) const {
  const std::string number = std::to_string(label + 1);
  const std::size_t width = std::to_string(options_.classes).size();
  return "topic" + std::string(width - number.size(), '0') + number;
}

// Ranks are written in syllables as numbers are in digits, each length after
// the shorter ones.
std::string made_up_word(std::int32_t rank) {
  constexpr std::string_view kConsonants = "bdfgklmnprstvz";
  constexpr std::string_view kVowels = "aeiou";
  constexpr auto kSyllables =
      static_cast<std::int32_t>(kConsonants.size() * kVowels.size());
  std::string word;
  for (; rank >= 0; rank = rank / kSyllables - 1) {
    const std::int32_t syllable = rank % kSyllables;
    word += kConsonants[syllable / 5];
    word += kVowels[syllable % 5];
  }
  return word;
}

}  // namespace semilin::datasets
