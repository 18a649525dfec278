#include "synthetic.h"

#include "support/test.h"

namespace semilin::datasets {
namespace {

SyntheticOptions small() {
  SyntheticOptions options;
  options.documents = 2000;
  options.classes = 5;
  options.imbalance = 8;
  options.vocabulary = 3000;
  return options;
}

std::string text_of(const SyntheticOptions& options) {
  std::string text;
  write_text(SyntheticCorpus(options),
             [&](std::string_view bytes) { text += bytes; });
  return text;
}

std::string svmlight_of(const SyntheticOptions& options) {
  std::string text;
  write_svmlight(SyntheticCorpus(options),
                 [&](std::string_view bytes) { text += bytes; });
  return text;
}

// FNV-1a
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}

TEST_CASE("the corpus of a seed is the same bytes for ever") {
  // Recorded once; another value breaks every published figure.
  CHECK(hash_of(text_of(small())) == 4887885375136097377ULL);
  CHECK(hash_of(svmlight_of(small())) == 6567588174179530534ULL);
}

TEST_CASE("another seed gives other documents") {
  SyntheticOptions other = small();
  other.seed = 2;
  CHECK(text_of(other) != text_of(small()));
}

TEST_CASE("a longer corpus begins with the shorter one") {
  SyntheticOptions half = small();
  half.documents /= 2;
  CHECK(text_of(small()).starts_with(text_of(half)));
}

TEST_CASE("classes have the sizes that were asked for") {
  const SyntheticCorpus corpus(small());
  std::vector<double> sizes(5);
  for (Index i = 0; i < small().documents; ++i)
    sizes[corpus.document(i).label] += 1;
  // Weights 1, 4/11, 4/18, 4/25, 1/8; within four standard deviations.
  const double sum = 1 + 4.0 / 11 + 4.0 / 18 + 4.0 / 25 + 1.0 / 8;
  const std::vector<double> weights{1, 4.0 / 11, 4.0 / 18, 4.0 / 25, 1.0 / 8};
  for (int k = 0; k < 5; ++k) {
    const double p = weights[k] / sum;
    CHECK(std::abs(sizes[k] - 2000 * p) < 4 * std::sqrt(2000 * p * (1 - p)));
  }
}

TEST_CASE("lengths are spread about the median") {
  const SyntheticCorpus corpus(small());
  std::vector<std::size_t> lengths;
  for (Index i = 0; i < small().documents; ++i)
    lengths.push_back(corpus.document(i).words.size());
  std::sort(lengths.begin(), lengths.end());
  CHECK(lengths[1000] >= 50);
  CHECK(lengths[1000] <= 70);
  CHECK(lengths.front() >= 3);
  CHECK(lengths[1950] > 150);
}

TEST_CASE("no two ranks share a word") {
  std::set<std::string> words;
  for (std::int32_t rank = 0; rank < 400000; ++rank)
    words.insert(made_up_word(rank));
  CHECK(words.size() == 400000);
  CHECK(made_up_word(0) == "ba");
  CHECK(made_up_word(69) == "zu");
  CHECK(made_up_word(70) == "baba");
}

TEST_CASE("rows of svmlight text have unit length and ascending columns") {
  SyntheticOptions options = small();
  options.documents = 50;
  const std::string text = svmlight_of(options);
  const char* p = text.c_str();
  for (int row = 0; row < 50; ++row) {
    p = std::find(p, p + 20, ' ');
    double squares = 0;
    long last = 0;
    while (*p == ' ') {
      char* end = nullptr;
      const long column = std::strtol(p, &end, 10);
      const double value = std::strtod(end + 1, &end);
      CHECK(column > last);
      last = column;
      squares += value * value;
      p = end;
    }
    CHECK(*p++ == '\n');
    CHECK(squares == doctest::Approx(1).epsilon(1e-4));
  }
  CHECK(*p == '\0');
}

TEST_CASE("options out of bounds are refused") {
  const auto refused = [](auto change) {
    SyntheticOptions options;
    change(options);
    CHECK_THROWS_AS(SyntheticCorpus{options}, std::invalid_argument);
  };
  refused([](SyntheticOptions& o) { o.classes = 1; });
  refused([](SyntheticOptions& o) { o.imbalance = 0; });
  refused([](SyntheticOptions& o) { o.vocabulary = 0; });
  refused([](SyntheticOptions& o) { o.topic_words = 0; });
  refused([](SyntheticOptions& o) { o.documents = -1; });
  refused([](SyntheticOptions& o) { o.median_words = 0; });
  refused([](SyntheticOptions& o) { o.topic_percent = 51; });
  refused([](SyntheticOptions& o) { o.overlap_percent = 101; });
}

}  // namespace
}  // namespace semilin::datasets
