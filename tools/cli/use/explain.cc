// semilin explain: why a model gives one document its label.
#include "semilin/learn/explain.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/advanced/corpus/word_contributions.h"
#include "semilin/advanced/io/line_source.h"
#include "semilin/learn/report.h"
#include "semilin/linear/calibration.h"
#include "semilin/text/seed_words.h"
#include "semilin/text/vectorize.h"

#include "cli/data/data_options.h"
#include "cli/data/descriptions.h"
#include "cli/data/judged_rows.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

struct ExplainOptions {
  std::string model, text, row, class_name, output = "-";
  Source source = {.path = {}, .purpose = Purpose::Read};  // --data
  Index terms = 20;
  Index nearest = 5;
  bool members = false;
  bool json = false;
};

// The row with this id, or if there are no ids with this number from 1.
Index find_row(const Corpus& corpus, const std::string& name) {
  const auto& ids = corpus.ids;
  const auto found = std::find(ids.begin(), ids.end(), name);
  if (found != ids.end()) return found - ids.begin();
  const auto number = parse_number(name);
  const Index rows = corpus.data.rows.rows();
  if (number && *number >= 1 && *number <= static_cast<double>(rows) &&
      *number == std::floor(*number)) {
    return static_cast<Index>(*number) - 1;
  }
  throw UsageError("--row: expected an id of the data or a number from 1 to " +
                   std::to_string(rows) + ", found '" + name + "'");
}

// A document, and its text if it is known.
struct Document {
  CsrStore row;
  std::optional<std::string> text;
};

Document document_of(const ExplainOptions& options, const ModelHead& model) {
  if (!holds_vocabulary(model.attachments)) {
    throw DataError(options.model,
                    "expected a model with a vocabulary, found none: give a "
                    "row of data (--data, --row) instead of a text");
  }
  if (model.vectors.count > 0)
    throw DataError(options.model,
                    "expected a row of data and its vector (--data, --vectors, "
                    "--row), as the model was trained with, found a text");
  std::string text = options.text == "-" ? read_text("-") : options.text;
  CsrStore row = vectorize(std::span(&text, 1),
                           vocabulary_from_archive(model.attachments));
  return {std::move(row), std::move(text)};
}

// That of a place in the data.
Document document_of(const ExplainOptions& options, const ModelHead& model,
                     const Corpus& corpus, Index place) {
  Source source = options.source;
  recall_columns(model, source);
  const auto texts = texts_of(source, std::span(&place, 1));
  const auto text = texts.find(place);
  return {corpus.data.rows.select(std::span(&place, 1)),
          text == texts.end() ? std::optional<std::string>() : text->second};
}

// The class of --class, otherwise the one that is predicted.
std::int32_t class_of(const ExplainOptions& options, const ModelHead& model,
                      const std::vector<double>& outputs) {
  if (options.class_name.empty()) {
    return model.multi_label ? best_class(outputs) : predict(model, outputs)[0];
  }
  const std::int32_t k = find_number(model.classes, options.class_name);
  if (k != kUnlabeled) return k;
  throw UsageError("--class: the model has no class '" + options.class_name +
                   "'");
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

// The first terms, so many; `rest` becomes the sum of the others.
Json terms_json(const ModelHead& model, const Explanation& found,
                const std::optional<std::string>& text, Index count,
                double& rest) {
  const std::vector<std::string> names = names_of_columns(model);
  Vocabulary vocabulary;
  if (holds_vocabulary(model.attachments))
    vocabulary = vocabulary_from_archive(model.attachments);
  const auto seeds = seed_features(model, vocabulary);
  Json list = Json::array();
  for (const WordContribution& one : by_words(found, vocabulary, text)) {
    if (static_cast<Index>(list.size()) == count) {
      rest += one.product;
      continue;
    }
    Json entry = Json::object();
    if (one.feature >= 0) entry["feature"] = one.feature + 1;
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
  return list;
}

Json nearest_json(const Corpus& corpus, const CsrStore& row, Index count) {
  const Dataset& data = corpus.data;
  Json list = Json::array();
  for (const NearRow& near : nearest_labeled(data, row, count)) {
    list.push_back({{"id", corpus.name_of(near.row)},
                    {"label", data.classes[data.labels[near.row]]},
                    {"cosine", near.cosine}});
  }
  return list;
}

std::string label_of(const ModelHead& model,
                     const std::vector<double>& outputs) {
  return model.multi_label
             ? label_set(model, predict_sets(model, outputs).data())
             : model.classes[predict(model, outputs)[0]];
}

// The options that the model was trained with, as far as it records them, and
// the class sizes, if they are of the data's classes.
TrainOptions recorded_options(const ExplainOptions& options, const Model& model,
                              const Dataset& data) {
  try {
    TrainOptions recorded = options_from_info(model.head().info);
    recorded.threads = options.source.read.threads;
    const Json training =
        Json::parse(model.head().info).value("training", Json());
    const Json sizes = training.value("class_sizes", Json::array());
    if (!sizes.empty() && model.head().classes == data.classes) {
      recorded.class_sizes = {SizeSource::Given,
                              sizes.get<std::vector<double>>(),
                              static_cast<double>(data.labeled())};
    }
    return recorded;
  } catch (const DataError& error) {
    throw error.in(options.model);
  }
}

Json members_json(const ExplainOptions& options, const Model& model,
                  const Corpus& corpus, const CsrStore& row) {
  Json found = Json::object();
  for (const Opinion& one : member_opinions(
           corpus.data, row, recorded_options(options, model, corpus.data))) {
    found[one.method] = corpus.data.classes[one.label];
  }
  return found;
}

Json explanation(const ExplainOptions& options, const Model& model,
                 const Corpus& corpus, const Document& document) {
  const ModelHead& head = model.head();
  const CsrStore& row = document.row;
  const std::vector<double> outputs = scores(model, row);
  const std::int32_t k = class_of(options, head, outputs);
  const Explanation found = explain(model, row, k);
  Json json = {{"label", label_of(head, outputs)}, {"class", head.classes[k]}};
  if (!head.calibration.slopes.empty())
    json["probability"] = label_probabilities(head, outputs)[k];
  json["score"] = found.score;
  json["constant"] = found.constant;
  double rest = 0;
  json["terms"] = terms_json(head, found, document.text, options.terms, rest);
  json["other_terms"] = rest;
  if (corpus.data.classes.size() < 2) return json;
  TrainOptions svm;
  svm.method = kSvm;
  svm.threads = options.source.read.threads;
  const Model plain = train(corpus.data, svm).model;
  json["supervised"] = label_of(plain.head(), scores(plain, row));
  if (options.members)
    json["members"] = members_json(options, model, corpus, row);
  json["nearest"] = nearest_json(corpus, row, options.nearest);
  return json;
}

// The explanation for a person, by the document's words or a row's features.
std::string explained(Json json, const std::string& data,
                      const std::string& noun) {
  const auto text = [&](const char* name) {
    return json[name].get<std::string>();
  };
  const auto shown = [](double value) { return number(value, 4); };
  const std::string name = text("class");
  const double score = json["score"], constant = json["constant"];
  const double rest = json["other_terms"];
  std::string said = "Label: " + text("label") + ".\n";
  if (json.contains("probability"))
    said += "Probability of " + name + ": " +
            percent(json["probability"].get<double>()) + ".\n";
  for (Json& term : json["terms"])  // a term needs no number
    if (term.contains("term"))
      term.erase("feature");
    else
      term["feature"] = term["feature"].dump();
  said += "Score of " + name + ": " + shown(score);
  if (json["terms"].empty() && rest == 0)
    said += ", the constant alone: the model knows no term of it.\n";
  else
    said += " = " + shown(constant) + " (constant) + " +
            shown(score - constant - rest) + " (terms below)" +
            (rest != 0 ? " + " + shown(rest) + " (other terms)" : "") + ".\n";
  if (!json["terms"].empty()) said += objects_as_table(json["terms"]);
  if (json.contains("supervised"))
    said += "Label by a plain SVM trained on " + data + ": " +
            text("supervised") + ".\n";
  if (json.contains("members")) {
    said += "Labels by the members of a committee:";
    for (const auto& [member, label] : json["members"].items())
      said += (said.ends_with(':') ? " " : ", ") + label.get<std::string>() +
              " (" + member + ")";
    said += ".\n";
  }
  if (json.contains("nearest") && !json["nearest"].empty())
    said +=
        "Nearest labeled " + noun + ":\n" + objects_as_table(json["nearest"]);
  return said;
}

// Takes the row's own label away, which is not used, and its class if no other
// row has it.
void forget_label(Index place, const std::string& id, const std::string& path,
                  Dataset& data) {
  std::vector<std::int32_t>& labels = data.labels;
  const std::int32_t own = std::exchange(labels[place], kUnlabeled);
  if (own == kUnlabeled || std::count(labels.begin(), labels.end(), own) > 0)
    return;
  warn(path + ": only '" + id + "' has the label '" + data.classes[own] +
       "'; what is trained without it knows the other classes alone");
  data.classes.erase(data.classes.begin() + own);
  for (std::int32_t& label : labels)
    if (label > own) --label;
}

int explain_document(const ExplainOptions& options) {
  if (options.text.empty() == options.row.empty())
    throw UsageError("expected a TEXT, or a row of data (--data and --row)");
  const Model model = read_model(options.model);
  if (options.members && model.head().multi_label)
    throw UsageError("--members: not with a multi-label model");
  Corpus corpus;
  if (!options.source.path.empty()) {
    Source source = options.source;
    source.doubt = warn;
    corpus = read_corpus(std::move(source), model, options.model);
  }
  Document document;
  if (options.row.empty()) {
    document = document_of(options, model.head());
  } else {
    const Index place = find_row(corpus, options.row);
    document = document_of(options, model.head(), corpus, place);
    forget_label(place, options.row, options.source.path, corpus.data);
  }
  const Json json = explanation(options, model, corpus, document);
  write_file(options.output, options.json ? json_text(json)
                                          : explained(json, options.source.path,
                                                      corpus.noun()));
  return 0;
}

}  // namespace

Command add_explain(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "explain", "explain why a model gives a document its label");
  const auto options = std::make_shared<ExplainOptions>();
  add_model_argument(*command, options->model);
  command->add_option(
      "TEXT", options->text,
      "the document, '-' for standard input; the model must have a vocabulary");
  CLI::Option* data = add_value(
      *command, "--data FILE", options->source.path,
      "labeled documents; list those nearest to the document, and the "
      "label by the supervised SVM, which is trained on them now");
  add_value(*command, "--row ROW", options->row,
            "explain this document of --data, by its id or number from 1; "
            "its own label is not used")
      ->needs(data);
  command
      ->add_flag(
          "--members", options->members,
          "print the labels by the members of a committee, trained with the "
          "options of MODEL on the labeled documents of --data and at most "
          "10,000 "
          "others: annealing, naive Bayes (with negative values: the Laplacian "
          "on a graph), total variation on a graph")
      ->needs(data);
  add_value(*command, "--class NAME", options->class_name,
            "explain the score of this class (default: the predicted "
            "one)");
  add_value(*command, "--terms N=20", options->terms,
            "list the N terms that add most; the others are summed")
      ->check(CLI::NonNegativeNumber);
  add_value(*command, "--nearest N=5", options->nearest,
            "list the N nearest labeled documents")
      ->check(CLI::NonNegativeNumber);
  add_json_option(*command, options->json);
  add_output_option(*command, options->output);
  add_threads_option(*command, options->source.read.threads);
  add_source_options(*command, options->source,
                     "the model must have a vocabulary");
  return {command, [options] { return explain_document(*options); }};
}

}  // namespace semilin::cli
