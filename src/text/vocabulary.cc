// Archive "text-vocabulary", version 1:
//   header  {"version": 1, "documents": N, "min_length": code points}
//   terms   uint8, each followed by a line feed; by idf, then by their bytes
//   idf     float64, one per term
#include "semilin/text/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"

namespace semilin {
namespace {

constexpr std::string_view kKind = "text-vocabulary";
constexpr int kVocabularyVersion = 1;

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

void require_valid(const Vocabulary& vocabulary) {
  const auto& terms = vocabulary.terms;
  require(terms.size() == vocabulary.idf.size(),
          "vocabulary: one weight per term is needed");
  for (std::size_t j = 1; j < terms.size(); ++j) {
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
  require(vocabulary.words.min_length > 0,
          "vocabulary: min_length must be positive");
}

Archive to_archive(const Vocabulary& vocabulary) {
  require_valid(vocabulary);
  std::string terms;
  for (const std::string& term : vocabulary.terms)
    terms.append(term).push_back('\n');
  const nlohmann::json header = {{"version", kVocabularyVersion},
                                 {"documents", vocabulary.documents},
                                 {"min_length", vocabulary.words.min_length}};
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

Vocabulary vocabulary_from_archive(const Archive& archive) {
  if (!holds_vocabulary(archive)) {
    throw DataError("expected a text vocabulary, found '" + archive.kind + "'");
  }
  try {
    const auto header = nlohmann::json::parse(archive.header);
    if (header.at("version").get<int>() != kVocabularyVersion) {
      throw DataError("expected a vocabulary of version 1, found version " +
                      header.at("version").dump());
    }
    const std::vector<char> terms = archive.get<char>("terms");
    Vocabulary vocabulary;
    vocabulary.terms = split_lines({terms.data(), terms.size()});
    vocabulary.idf = archive.get<double>("idf");
    vocabulary.documents = header.at("documents").get<Index>();
    vocabulary.words.min_length = header.at("min_length").get<Index>();
    require_valid(vocabulary);
    return vocabulary;
  } catch (const nlohmann::json::exception& error) {
    throw DataError(std::string("bad header of a vocabulary: ") + error.what());
  } catch (const std::invalid_argument& error) {
    throw DataError(std::string("bad vocabulary: ") + error.what());
  }
}

}  // namespace semilin
