#include <algorithm>

#include "semilin/base/error.h"
#include "semilin/learn/seed_words.h"
#include "semilin/text/seed_words.h"
#include "semilin/text/vectorize.h"

#include "corpus/steps.h"

namespace semilin {
namespace {

// For each column, whether its term is a word: a text that consists of it then
// has the term as a feature. Terms made of letters, hashed ones and stems may
// not be words, and pieces are none.
std::vector<bool> own_terms(const Vocabulary& vocabulary, Index cols) {
  const auto features = features_of_words(
      std::span(vocabulary.terms)
          .first(static_cast<std::size_t>(vocabulary.words_and_phrases())),
      vocabulary);
  std::vector<bool> own(cols);
  for (std::size_t j = 0; j < features.size() && j < own.size(); ++j)
    own[j] = std::count(features[j].begin(), features[j].end(),
                        static_cast<std::int32_t>(j)) > 0;
  return own;
}

// The classes of all rows, as positions in the model's: those of their labels,
// of others the model's.
std::vector<std::int32_t> labels_by(const Model& model, const Dataset& data,
                                    int threads) {
  std::vector<std::int32_t> labels =
      predict(model, scores(model, data.rows, threads));
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (data.labels[i] != kUnlabeled)
      labels[i] =
          find_class(model.head().classes, data.classes[data.labels[i]]);
  return labels;
}

// The words that the corpus has, which are not `allowed` to be suggested again.
std::vector<SeedTerm> given_terms(const Corpus& corpus,
                                  const std::vector<std::string>& classes,
                                  const Vocabulary& vocabulary,
                                  std::vector<bool>& allowed) {
  std::vector<SeedTerm> terms;
  for (const auto& [name, words] : corpus.seed_words) {
    const std::int32_t label = find_class(classes, name);
    const auto columns = features_of_words(words, vocabulary);
    for (std::size_t w = 0; w < columns.size(); ++w) {
      if (label == kUnlabeled) continue;
      terms.push_back({label, columns[w], words[w],
                       is_one_letter(words[w], vocabulary.words)});
      for (const std::int32_t column : columns[w])
        allowed[column] = false;
    }
  }
  return terms;
}

}  // namespace

std::vector<WordOfClass> words_to_confirm(const Model& model,
                                          const Corpus& corpus, Index count,
                                          int threads) {
  require(!model.head().multi_label, "words: not with a multi-label model");
  if (!holds_vocabulary(model.head().attachments))
    throw DataError(
        "expected a model with a vocabulary (train it on documents), found "
        "none");
  const CsrStore& rows = corpus.data.rows;
  const std::vector<std::string>& classes = model.head().classes;
  const Vocabulary vocabulary =
      vocabulary_from_archive(model.head().attachments);
  std::vector<bool> allowed = own_terms(vocabulary, rows.cols());
  const std::vector<SeedTerm> terms =
      given_terms(corpus, classes, vocabulary, allowed);
  Dataset data;
  data.rows = rows;
  data.labels.assign(rows.rows(), kUnlabeled);
  data.classes = classes;
  const SeedCounts counts = count_seeds(data, terms);
  const std::vector<SuggestedTerm> suggested =
      suggest_terms(rows, labels_by(model, corpus.data, threads),
                    classes.size(), allowed, count);
  std::vector<WordOfClass> all;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    for (std::size_t t = 0; t < terms.size(); ++t)
      if (terms[t].label == static_cast<std::int32_t>(k))
        all.push_back({classes[k], terms[t].word, true, counts.terms[t]});
    for (const SuggestedTerm& one : suggested)
      if (one.label == static_cast<std::int32_t>(k))
        all.push_back({classes[k], vocabulary.terms[one.column], false,
                       one.rows, one.share});
  }
  return all;
}

}  // namespace semilin
