#include <span>

#include "semilin/c.h"
#include "semilin/learn/seed_words.h"
#include "semilin/text/seed_words.h"

#include "c/handles.h"
#include "c/json.h"

namespace semilin::c {
namespace {

// What the columns are called: by a vocabulary, or by a list of names.
class Columns {
 public:
  Columns(const semilin_vocabulary* vocabulary, const char* names) {
    if (vocabulary != nullptr) {
      vocabulary_ = vocabulary->vocabulary.get();
    } else {
      names_ = list_from(json_from(names, "columns"), "columns");
    }
  }

  [[nodiscard]] std::vector<std::string> words_of_name(
      const std::string& name) const {
    return words_of_names(std::span(&name, 1), vocabulary_ != nullptr
                                                   ? vocabulary_->words
                                                   : WordOptions())[0]
        .words;
  }

  [[nodiscard]] std::vector<std::vector<std::int32_t>> features_of(
      std::span<const std::string> words) const {
    return vocabulary_ != nullptr ? features_of_words(words, *vocabulary_)
                                  : features_of_words(words, names_);
  }

  [[nodiscard]] std::string warning_of(
      const std::vector<SeedTerm>& terms) const {
    std::vector<std::string> words;
    for (const SeedTerm& term : terms)
      words.push_back(term.word);
    return vocabulary_ != nullptr
               ? warning_of_letters(words, vocabulary_->words)
               : "";
  }

 private:
  const Vocabulary* vocabulary_ = nullptr;
  std::vector<std::string> names_;
};

Json set_seed_words(semilin_data& data, const Columns& columns,
                    const Json& given) {
  const Dataset& rows = data.corpus.data;
  Json words = Json::object();
  std::vector<SeedTerm> terms;
  for (const auto& [name, list] : given.items()) {
    const std::int32_t label = find_class(rows.classes, name);
    require(label != kUnlabeled, "words: there is no class '" + name + "'");
    const auto own =
        list.is_null() ? columns.words_of_name(name) : list_from(list, "words");
    const auto features = columns.features_of(own);
    for (std::size_t w = 0; w < own.size(); ++w)
      terms.push_back({label, features[w], own[w]});
    words[name] = own;
  }
  SeedRows seeds = seed_rows(rows, terms);
  std::vector<std::string> warnings = seed_warnings(rows, terms, seeds);
  const std::string of_letters = columns.warning_of(terms);
  if (!of_letters.empty()) warnings.push_back(of_letters);
  Json about = {{"words", words},
                {"warnings", warnings},
                {"known", known_classes(rows, seeds)}};
  data.corpus.seeds = std::move(seeds);
  data.corpus.seed_words = text_of(words);
  return about;
}

}  // namespace
}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_read_seed_words(const char* path, char** json) {
  return guarded([&] {
    Json words = Json::object();
    for (const semilin::ClassWords& one :
         semilin::read_seed_words(&given(path, "path")))
      words[one.name] = one.words;
    give(json, "json", text_of(words));
  });
}

semilin_status semilin_data_set_seed_words(semilin_data* data,
                                           const semilin_vocabulary* vocabulary,
                                           const char* columns,
                                           const char* words, char** json) {
  return guarded([&] {
    semilin_data& rows = given(data, "data");
    given(json, "json");
    given(words, "words");
    give(json, "json",
         text_of(set_seed_words(rows, Columns(vocabulary, columns),
                                object_from(words, "words"))));
  });
}
