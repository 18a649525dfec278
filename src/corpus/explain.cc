// The explanation of one document.
#include "semilin/learn/explain.h"

#include <map>
#include <set>
#include <utility>

#include "semilin/advanced/corpus/word_contributions.h"
#include "semilin/base/error.h"
#include "semilin/learn/report.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/text/vectorize.h"
#include "semilin/verbs.h"

#include "base/json.h"
#include "corpus/steps.h"

namespace semilin {
namespace {

using Ordered = nlohmann::ordered_json;

// A document, and its text if it is known.
struct Explained {
  CsrStore row;
  std::optional<std::string> text;
};

Explained document_of(const ModelHead& model, const std::string& text) {
  if (!holds_vocabulary(model.attachments))
    throw DataError(
        "expected a model with a vocabulary, found none: give a row of data "
        "instead of a text");
  if (model.vectors.count > 0)
    throw DataError(
        "expected a row of data and its vector, as the model was trained with, "
        "found a text");
  return {vectorize(std::span(&text, 1),
                    vocabulary_from_archive(model.attachments)),
          text};
}

Explained document_of(const Corpus& corpus, Index row) {
  require(row >= 0 && row < corpus.data.rows.rows(),
          "there is no row " + std::to_string(row));
  Explained found = {corpus.data.rows.select(std::span(&row, 1)), {}};
  if (auto texts = read_texts(corpus.source, std::span(&row, 1));
      !texts.empty())
    found.text = std::move(texts.at(row));
  return found;
}

// The class that is asked for, otherwise the one that is predicted.
std::int32_t class_of(const std::string& name, const ModelHead& model,
                      const std::vector<double>& outputs) {
  if (name.empty())
    return model.multi_label ? best_class(outputs) : predict(model, outputs)[0];
  const std::int32_t k = find_number(model.classes, name);
  require(k != kUnlabeled, "the model has no class '" + name + "'");
  return k;
}

std::string label_of(const ModelHead& model,
                     const std::vector<double>& outputs) {
  if (!model.multi_label) return model.classes[predict(model, outputs)[0]];
  std::vector<std::string> names;
  const std::vector<std::int32_t> has = predict_sets(model, outputs);
  for (std::size_t k = 0; k < has.size(); ++k)
    if (has[k] != 0) names.push_back(model.classes[k]);
  return join_labels(std::move(names));
}

// The classes whose seed words have each feature, with commas between.
std::map<Index, std::string> seed_features(const ModelHead& model,
                                           const Vocabulary& vocabulary) {
  std::map<Index, std::string> found;
  for (const auto& [name, words] : words_of_model(model)) {
    std::set<std::int32_t> columns;
    for (const auto& own : features_of_words(words, vocabulary))
      columns.insert(own.begin(), own.end());
    for (const std::int32_t column : columns)
      found[column] += (found[column].empty() ? "" : ", ") + name;
  }
  return found;
}

// Puts the first terms and the sum of the others.
void put_terms(const ModelHead& model, const Explanation& found,
               const std::optional<std::string>& text, Index count,
               Ordered& json) {
  const std::vector<std::string> names = names_of_columns(model);
  Vocabulary vocabulary;
  if (holds_vocabulary(model.attachments))
    vocabulary = vocabulary_from_archive(model.attachments);
  const auto seeds = seed_features(model, vocabulary);
  double rest = 0;
  Ordered list = Ordered::array();
  for (const WordContribution& one : by_words(found, vocabulary, text)) {
    if (std::ssize(list) == count) {
      rest += one.product;
      continue;
    }
    Ordered entry = Ordered::object();
    if (one.feature >= 0) entry["feature"] = one.feature;
    if (!one.word.empty())
      entry["term"] = one.word;
    else if (one.feature < std::ssize(names))
      entry["term"] = names[one.feature];
    entry["value"] = one.value;
    entry["weight"] = one.weight;
    entry["adds"] = one.product;
    if (!seeds.empty()) {
      const auto own = seeds.find(one.feature);
      entry["seed_word_of"] = own == seeds.end() ? "" : own->second;
    }
    list.push_back(std::move(entry));
  }
  json["terms"] = std::move(list);
  json["other_terms"] = rest;
}

// Takes the row's own label away, and its class if no other row has it, which
// the result says.
std::string forget_label(Index row, const std::string& id, Dataset& data) {
  std::vector<std::int32_t>& labels = data.labels;
  const std::int32_t own = std::exchange(labels[row], kUnlabeled);
  if (own == kUnlabeled || std::count(labels.begin(), labels.end(), own) > 0)
    return {};
  std::string warning =
      "only '" + id + "' has the label '" + data.classes[own] +
      "'; what is trained without it knows the other classes alone";
  data.classes.erase(data.classes.begin() + own);
  for (std::int32_t& label : labels)
    if (label > own) --label;
  return warning;
}

// The options that the model was trained with, as far as it records them, and
// the class sizes, if they are of the data's classes.
TrainOptions recorded_options(const ModelHead& model, const Dataset& data) try {
  TrainOptions recorded = options_from_info(model.info);
  const Ordered training =
      Ordered::parse(model.info).value("training", Ordered());
  const Ordered sizes = training.value("class_sizes", Ordered::array());
  if (!sizes.empty() && model.classes == data.classes) {
    recorded.class_sizes = {SizeSource::Given, sizes.get<std::vector<double>>(),
                            static_cast<double>(data.labeled())};
  }
  return recorded;
} catch (const Ordered::exception&) {
  throw DataError(
      "expected the options of its training as train records them in the "
      "model's info, found others");
}

// Puts what other models and the nearest rows say of the document.
void compare(const Model& model, const Corpus& corpus, const Dataset& data,
             const CsrStore& row, const ExplainRequest& request,
             Ordered& json) {
  if (data.classes.size() < 2) return;
  TrainOptions svm;
  svm.method = kSvm;
  svm.threads = request.threads;
  const Model plain = train(data, svm).model;
  json["supervised"] = label_of(plain.head(), scores(plain, row));
  if (request.members) {
    TrainOptions options = recorded_options(model.head(), data);
    options.threads = request.threads;
    json["members"] = Ordered::object();
    for (const Opinion& one : member_opinions(data, row, options))
      json["members"][one.method] = data.classes[one.label];
  }
  json["nearest"] = Ordered::array();
  for (const NearRow& near : nearest_labeled(data, row, request.nearest))
    json["nearest"].push_back({{"row", near.row},
                               {"id", corpus.name_of(near.row)},
                               {"label", data.classes[data.labels[near.row]]},
                               {"cosine", near.cosine}});
}

}  // namespace

std::string explain_report(const Model& model, const Corpus& corpus,
                           const ExplainRequest& request) {
  const ModelHead& head = model.head();
  require(!request.members || !head.multi_label,
          "members: not with a multi-label model");
  const Explained document = request.text ? document_of(head, *request.text)
                                          : document_of(corpus, request.row);
  const std::vector<double> outputs = scores(model, document.row);
  const std::int32_t k = class_of(request.class_name, head, outputs);
  const Explanation found = explain(model, document.row, k);
  Ordered json = {{"label", label_of(head, outputs)},
                  {"class", head.classes[k]}};
  if (!head.calibration.slopes.empty())
    json["probability"] = label_probabilities(head, outputs)[k];
  json["score"] = found.score;
  json["constant"] = found.constant;
  put_terms(head, found, document.text, request.terms, json);
  if (!request.compare) return text_of(json);
  Dataset data = corpus.data;
  std::string warning;
  if (!request.text)
    warning = forget_label(request.row, corpus.name_of(request.row), data);
  compare(model, corpus, data, document.row, request, json);
  if (!warning.empty()) json["warnings"] = {warning};
  return text_of(json);
}

}  // namespace semilin
