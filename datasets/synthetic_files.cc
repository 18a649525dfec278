// The part of synthetic.h that writes files.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "semilin/base/error.h"

#include "synthetic.h"

namespace semilin::datasets {
namespace {

constexpr int kFraction = 24;  // bits behind the point of a fixed-point log

// log2(x) for x > 0, as a whole number of 2^-24, bit by bit: squaring the
// mantissa doubles the logarithm. std::log2 may differ between platforms.
std::int64_t fixed_log2(std::uint64_t x) {
  const auto exponent = static_cast<int>(std::bit_width(x)) - 1;
  std::uint64_t mantissa =
      exponent <= 31 ? x << (31 - exponent) : x >> (exponent - 31);
  std::int64_t result = exponent;
  for (int bit = 0; bit < kFraction; ++bit) {
    mantissa = mantissa * mantissa >> 31;
    const bool carry = mantissa >> 32 != 0;
    if (carry) mantissa >>= 1;
    result = 2 * result + (carry ? 1 : 0);
  }
  return result;
}

struct Count {
  std::int32_t word;
  std::int32_t times;
};

std::vector<Count> count_words(std::vector<std::int32_t> words) {
  std::sort(words.begin(), words.end());
  std::vector<Count> counts;
  for (const std::int32_t word : words) {
    if (counts.empty() || counts.back().word != word)
      counts.push_back({word, 0});
    ++counts.back().times;
  }
  return counts;
}

// log2(N / df) per word; 0 for words that no or every document holds.
std::vector<std::int64_t> inverse_frequencies(const SyntheticCorpus& corpus) {
  const Index documents = corpus.options().documents;
  std::vector<std::uint64_t> df(corpus.options().vocabulary);
  for (Index i = 0; i < documents; ++i) {
    for (const Count& count : count_words(corpus.document(i).words))
      ++df[count.word];
  }
  std::vector<std::int64_t> idf(df.size());
  for (std::size_t word = 0; word < df.size(); ++word) {
    if (df[word] > 0) {
      idf[word] = fixed_log2(static_cast<std::uint64_t>(documents)) -
                  fixed_log2(df[word]);
    }
  }
  return idf;
}

template <class... Format>
void append_number(std::string& line, Format... format) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.begin(), buffer.end(), format...).ptr;
  line.append(buffer.begin(), end);
}

void append_row(const std::vector<Count>& counts,
                const std::vector<std::int64_t>& idf, std::string& line) {
  std::vector<double> weights;
  double squares = 0;
  for (const Count& count : counts) {
    const std::int64_t tf = (std::int64_t{1} << kFraction) +
                            fixed_log2(static_cast<std::uint64_t>(count.times));
    // 6 bits behind the point each: the squares are whole and exact.
    const auto weight =
        static_cast<double>((tf >> 18) * (idf[count.word] >> 18));
    weights.push_back(weight);
    squares += weight * weight;
  }
  const double norm = std::sqrt(squares);
  for (std::size_t j = 0; j < counts.size(); ++j) {
    if (weights[j] == 0) continue;
    line += ' ';
    append_number(line, counts[j].word + 1);
    line += ':';
    append_number(line, weights[j] / norm, std::chars_format::general, 6);
  }
  line += '\n';
}

}  // namespace

void write_text(const SyntheticCorpus& corpus, const Sink& sink) {
  std::string line;
  for (Index i = 0; i < corpus.options().documents; ++i) {
    const SyntheticDocument document = corpus.document(i);
    line = corpus.label_name(document.label);
    char before = '\t';
    for (const std::int32_t word : document.words) {
      line += before;
      line += made_up_word(word);
      before = ' ';
    }
    line += '\n';
    sink(line);
  }
}

void write_svmlight(const SyntheticCorpus& corpus, const Sink& sink) {
  const std::vector<std::int64_t> idf = inverse_frequencies(corpus);
  std::string line;
  for (Index i = 0; i < corpus.options().documents; ++i) {
    const SyntheticDocument document = corpus.document(i);
    line = corpus.label_name(document.label);
    append_row(count_words(document.words), idf, line);
    sink(line);
  }
}

}  // namespace semilin::datasets
