#include <span>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/learn/seed_words.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/text/vocabulary.h"

#include "base/json.h"
#include "corpus/steps.h"

namespace semilin {
namespace {

using SeedJson = nlohmann::ordered_json;

// The words of the classes' own names.
std::vector<ClassWords> words_of_classes(const Corpus& corpus) {
  require(!corpus.data.classes.empty(),
          "seed words 'names': there is no label yet; name the classes with "
          "the option classes");
  return words_of_names(corpus.data.classes,
                        corpus.vocabulary.kind.empty()
                            ? WordOptions()
                            : vocabulary_from_archive(corpus.vocabulary).words);
}

}  // namespace

std::string to_json(const std::vector<ClassWords>& words) {
  return text_of(json_of(words));
}

std::vector<ClassWords> words_from_json(const std::string& json) {
  std::vector<ClassWords> all;
  if (json.empty()) return all;
  const SeedJson words = SeedJson::parse(json);
  for (const auto& [name, list] : words.items())
    all.push_back({name, list.get<std::vector<std::string>>()});
  return all;
}

std::vector<ClassWords> words_of_model(const ModelHead& model) {
  const SeedJson info = SeedJson::parse(model.info, nullptr, false);
  return info.contains("seed_words")
             ? words_from_json(info["seed_words"].dump())
             : std::vector<ClassWords>();
}

std::vector<std::string> take_words(std::vector<ClassWords> all,
                                    const std::vector<std::string>& names,
                                    Corpus& corpus, int threads) {
  if (all.empty()) return {};
  forget_votes(corpus);
  Dataset& data = corpus.data;
  require(!has_label_sets(data), "seed words: not with several labels per row");
  std::vector<std::string> words, classes;
  for (ClassWords& one : all) {
    // a class that is the same number as one of the data's is that one
    const std::int32_t same = find_number(data.classes, one.name);
    if (same != kUnlabeled) one.name = data.classes[same];
    classes.push_back(one.name);
    words.insert(words.end(), one.words.begin(), one.words.end());
  }
  add_classes(std::move(classes), data);
  std::vector<std::vector<std::int32_t>> columns;
  WordOptions cut;
  if (corpus.vocabulary.kind.empty()) {
    columns = features_of_words(words, names);
  } else {
    const Vocabulary vocabulary = vocabulary_from_archive(corpus.vocabulary);
    columns = features_of_words(words, vocabulary);
    cut = vocabulary.words;
  }
  std::vector<SeedTerm> terms;
  for (const ClassWords& one : all) {
    for (const std::string& word : one.words) {
      terms.push_back({find_class(data.classes, one.name),
                       columns[terms.size()], word, is_one_letter(word, cut)});
      std::erase_if(terms.back().columns, [&](std::int32_t column) {
        return column >= data.rows.cols();
      });
    }
  }
  corpus.seeds = seed_rows(data, terms);
  corpus.seed_words = std::move(all);
  std::vector<std::string> heard =
      hear_voters(corpus, threads, {voters_of(data, terms), data.classes});
  std::vector<std::string> warnings = seed_warnings(data, terms, corpus.seeds);
  warnings.insert(warnings.begin(), heard.begin(), heard.end());
  keep_classes(known_classes(data, corpus.seeds), corpus);
  return warnings;
}

std::vector<ClassWords> given_words(const Source& source) {
  const std::string& given = source.seed_words;
  if (given.empty() || given == "none" || given == "names") return {};
  return read_seed_words(given);
}

std::vector<ClassWords> words_of_source(const Source& source, bool named,
                                        std::vector<ClassWords> own,
                                        std::vector<ClassWords> kept,
                                        Corpus& corpus) {
  const std::string& given = source.seed_words;
  if (given == "none") return {};
  require(!given.empty() || source.classes.empty() ||
              (source.classes.size() == 2 && source.purpose == Purpose::Train),
          "classes: only with seed words, or two of which one has labels");
  const Dataset& data = corpus.data;
  if (given.empty() && !data.agreed(!kept.empty())) return {};
  require(named || !corpus.vocabulary.kind.empty(),
          "seed words: the features of " + source.path +
              " have no names; give a vocabulary, or a file with one name per "
              "line, with the option vocabulary");
  std::vector<std::string> classes;
  for (const std::string& name : source.classes)
    classes.push_back(normal_name(name));
  add_classes(std::move(classes), corpus.data);
  std::vector<ClassWords> words = given.empty()      ? std::move(kept)
                                  : given == "names" ? words_of_classes(corpus)
                                                     : std::move(own);
  if (!data.whole())  // those of the first, if files differ
    words = words_from_json(
        data.of_all(std::vector<std::string>{to_json(words)})[0]);
  return words;
}

}  // namespace semilin
