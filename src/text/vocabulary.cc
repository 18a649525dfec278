// Archive "text-vocabulary", version 3:
//   header  {"version": 3, "documents": N, "min_length": code points,
//            "cjk_bigrams": bool, "stem": language, "ngrams": words,
//            "char_ngrams": code points, "hash_bits": bits,
//            "weighting": name, "mean_length": counts,
//            "pieces": number of the last terms, or null: words alone are read,
//            "phrases": [text, ...]}
//   terms   uint8, each followed by a line feed: words and phrases, then
//           pieces; both by idf, then by their bytes
//   idf     float64, one per term
// Version 2 has neither pieces nor phrases.
#include "semilin/text/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"

#include "base/json.h"
#include "base/plain_text.h"

namespace semilin {
namespace {

constexpr std::string_view kKind = "text-vocabulary";
constexpr int kVocabularyVersion = 3;

template <class Enum, class Values>
Enum value_named(const nlohmann::json& name, const Values& values) {
  for (const Enum value : values)
    if (name.get<std::string>() == to_string(value)) return value;
  throw DataError("bad vocabulary: unknown name " + name.dump());
}

// The fields about terms.
void read_terms(const nlohmann::json& header, Vocabulary& vocabulary) {
  WordOptions& words = vocabulary.words;
  words.min_length = whole_number<Index>(header.at("min_length"));
  header.at("cjk_bigrams").get_to(words.cjk_bigrams);
  words.stem = value_named<Stemmer>(header.at("stem"), kStemmers);
  words.ngrams = whole_number<Index>(header.at("ngrams"));
  words.char_ngrams = whole_number<Index>(header.at("char_ngrams"));
  words.hash_bits = whole_number<Index>(header.at("hash_bits"));
  vocabulary.weighting =
      value_named<Weighting>(header.at("weighting"), kWeightings);
  header.at("mean_length").get_to(vocabulary.mean_length);
  if (header.at("version") == 2) return;
  words.pieces = !header.at("pieces").is_null();
  if (words.pieces) vocabulary.pieces = whole_number<Index>(header["pieces"]);
  header.at("phrases").get_to(words.phrases);
}

}  // namespace

std::string_view to_string(Stemmer stemmer) {
  constexpr std::array<std::string_view, kStemmers.size()> kNames = {
      "none",       "arabic",   "danish",  "dutch",     "english", "finnish",
      "french",     "german",   "greek",   "hungarian", "italian", "norwegian",
      "portuguese", "romanian", "russian", "spanish",   "swedish", "turkish"};
  return kNames[static_cast<std::size_t>(stemmer)];
}

std::string_view to_string(Weighting weighting) {
  constexpr std::array<std::string_view, kWeightings.size()> kNames = {
      "sublinear", "counts", "bm25"};
  return kNames[static_cast<std::size_t>(weighting)];
}

std::string_view to_string(Pieces pieces) {
  constexpr std::array<std::string_view, kPieces.size()> kNames = {"auto",
                                                                   "yes", "no"};
  return kNames[static_cast<std::size_t>(pieces)];
}

void require_valid(const Vocabulary& vocabulary) {
  const auto& terms = vocabulary.terms;
  require(terms.size() == vocabulary.idf.size(),
          "vocabulary: one weight per term is needed");
  require(vocabulary.pieces >= 0 && vocabulary.words_and_phrases() >= 0 &&
              (vocabulary.pieces == 0 || vocabulary.words.pieces),
          "vocabulary: it has another number of pieces");
  for (std::size_t j = 1; j < terms.size(); ++j) {
    if (static_cast<Index>(j) == vocabulary.words_and_phrases()) continue;
    require(std::tie(vocabulary.idf[j - 1], terms[j - 1]) <
                std::tie(vocabulary.idf[j], terms[j]),
            "vocabulary: terms must be in order, the most frequent first");
  }
  std::vector<std::string_view> sorted(terms.begin(), terms.end());
  std::sort(sorted.begin(), sorted.end());
  require(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(),
          "vocabulary: a term occurs twice");
  require(std::all_of(vocabulary.idf.begin(), vocabulary.idf.end(),
                      [](double w) { return w > 0 && std::isfinite(w); }),
          "vocabulary: weights must be positive and finite");
  VocabularyOptions options;
  options.words = vocabulary.words;
  require_within_bounds(options);
  require(vocabulary.weighting != Weighting::Bm25 || vocabulary.mean_length > 0,
          "vocabulary: bm25 needs a mean length");
}

Archive to_archive(const Vocabulary& vocabulary) {
  require_valid(vocabulary);
  const std::string terms = packed(vocabulary.terms, '\n');
  const WordOptions& words = vocabulary.words;
  const nlohmann::json header = {
      {"version", kVocabularyVersion},
      {"documents", vocabulary.documents},
      {"min_length", words.min_length},
      {"cjk_bigrams", words.cjk_bigrams},
      {"stem", to_string(words.stem)},
      {"ngrams", words.ngrams},
      {"char_ngrams", words.char_ngrams},
      {"hash_bits", words.hash_bits},
      {"weighting", to_string(vocabulary.weighting)},
      {"mean_length", vocabulary.mean_length},
      {"pieces",
       words.pieces ? nlohmann::json(vocabulary.pieces) : nlohmann::json()},
      {"phrases", words.phrases}};
  Archive archive;
  archive.kind = kKind;
  archive.header = header.dump();
  archive.put("terms", std::span<const char>(terms));
  archive.put("idf", std::span<const double>(vocabulary.idf));
  return archive;
}

bool holds_vocabulary(const Archive& archive) {
  return archive.kind == kKind;
}

std::pair<Index, Index> columns_of_pieces(const Archive& archive) {
  try {
    const auto header = nlohmann::json::parse(archive.header);
    const Index terms = std::ssize(archive.get<double>("idf"));
    const auto pieces = header.find("pieces");
    const bool none = pieces == header.end() || pieces->is_null();
    return {terms - (none ? 0 : whole_number<Index>(*pieces)), terms};
  } catch (const nlohmann::json::exception& error) {
    throw DataError(std::string("bad header of a vocabulary: ") + error.what());
  }
}

Vocabulary vocabulary_from_archive(const Archive& archive) {
  if (!holds_vocabulary(archive)) {
    throw DataError("expected a text vocabulary, found '" + archive.kind + "'");
  }
  try {
    const auto header = nlohmann::json::parse(archive.header);
    const int version = whole_number<int>(header.at("version"));
    if (version != 2 && version != kVocabularyVersion) {
      throw DataError(
          "expected a vocabulary of version 2 or 3, found version " +
          std::to_string(version));
    }
    const std::vector<char> terms = archive.get<char>("terms");
    Vocabulary vocabulary;
    vocabulary.terms = unpacked({terms.data(), terms.size()}, '\n');
    vocabulary.idf = archive.get<double>("idf");
    vocabulary.documents = whole_number<Index>(header.at("documents"));
    read_terms(header, vocabulary);
    require_valid(vocabulary);
    return vocabulary;
  } catch (const nlohmann::json::exception& error) {
    throw DataError(std::string("bad header of a vocabulary: ") + error.what());
  } catch (const std::invalid_argument& error) {
    throw DataError(std::string("bad vocabulary: ") + error.what());
  }
}

}  // namespace semilin
