#include "semilin/verbs.h"

#include <algorithm>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/learn/audit.h"
#include "semilin/learn/evaluate.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/label_sets.h"

#include "base/json.h"
#include "corpus/steps.h"

namespace semilin {
namespace {

using Ordered = nlohmann::ordered_json;

// Puts texts beside the rows that `list` has, where they can be read.
void put_texts(const Corpus& corpus, Ordered& list) {
  std::vector<Index> rows;
  for (const Ordered& one : list)
    rows.push_back(one["row"].get<Index>());
  const auto texts = read_texts(corpus.source, rows);
  if (texts.empty()) return;
  for (Ordered& one : list)
    one["text"] = texts.at(one["row"].get<Index>());
}

std::string reason(const Suggestion& one, const Suggestions& all) {
  const auto name = [&](std::int32_t k) {
    return k == kUnlabeled ? "another class" : all.classes[k];
  };
  if (one.from == DrawnFrom::All) return "random sample";
  if (one.from == DrawnFrom::First) return "not sure enough";
  if (one.from == DrawnFrom::Surest) return "most likely of the class";
  if (one.from == DrawnFrom::Typical) return "typical of one cluster";
  if (one.from == DrawnFrom::Stratum)
    return "random sample of those predicted as " + name(one.opinions[0]);
  std::string text;
  for (std::size_t m = 0; m < all.members.size(); ++m) {
    text += (m == 0 ? "" : ", ") + all.members[m] +
            (m == 0 ? " predicts " : " ") + name(one.opinions[m]);
  }
  return text;
}

// The probabilities of the guesses, if the model has some.
std::vector<double> sureness(const Model& model, const Corpus& corpus,
                             const Suggestions& found, int threads) {
  const ModelHead& head = model.head();
  if (head.calibration.slopes.empty() || head.multi_label) return {};
  std::vector<Index> rows;
  for (const Suggestion& one : found.rows)
    rows.push_back(one.row);
  const std::vector<double> p = label_probabilities(
      head, scores(model, corpus.data.rows.select(rows), threads));
  std::vector<double> sure;
  for (const Suggestion& one : found.rows)
    sure.push_back(p[sure.size() * head.classes.size() + one.opinions.at(0)]);
  return sure;
}

Ordered rows_json(const Model* model, const Corpus& corpus,
                  const Suggestions& found, int threads) {
  const auto name_of = [&](std::int32_t label) {
    return label == kUnlabeled ? Ordered() : Ordered(found.classes[label]);
  };
  std::vector<double> sure;
  if (model != nullptr) sure = sureness(*model, corpus, found, threads);
  Ordered rows = Ordered::array();
  for (const Suggestion& one : found.rows) {
    Ordered guess;
    if (model != nullptr) guess = name_of(one.opinions.at(0));
    if (model != nullptr && model->head().multi_label)
      guess = split_labels(guess.get<std::string>());
    Ordered opinions = Ordered::array();
    for (const std::int32_t label : one.opinions)
      opinions.push_back(name_of(label));
    Ordered row = {{"row", one.row},
                   {"id", corpus.name_of(one.row)},
                   {"guess", std::move(guess)}};
    if (!sure.empty()) row["probability"] = sure[rows.size()];
    row.update({{"chosen", to_string(one.from)},
                {"drawn_with", one.probability},
                {"reason", reason(one, found)},
                {"opinions", std::move(opinions)}});
    rows.push_back(std::move(row));
  }
  put_texts(corpus, rows);
  return rows;
}

// The rows that have no label in the table.
std::vector<Index> rows_without_label(const std::string& table,
                                      const Corpus& corpus) {
  std::vector<Index> rows;
  if (table.empty()) return rows;
  const RowsByName names(corpus, table);
  for_each_label(table, table_rules(corpus.source), [&](const TableLabel& one) {
    if (one.label.empty() && one.answer.empty())
      rows.push_back(names.row_of(one));
  });
  return rows;
}

Ordered words_json(const Model& model, const Corpus& corpus,
                   const SuggestRequest& request) {
  Ordered words = Ordered::array();
  for (const WordOfClass& one :
       words_to_confirm(model, corpus, request.words, request.threads)) {
    words.push_back({{"class", one.name},
                     {"word", one.word},
                     {"chosen", one.given ? "given" : "suggested"},
                     {"documents", one.documents}});
    if (!one.given) words.back()["share"] = one.share;
  }
  return words;
}

}  // namespace

std::string suggest_report(const Model* model, const Corpus& corpus,
                           const SuggestRequest& request,
                           const Progress& progress) {
  SuggestOptions options = request;
  options.seeds = corpus.seeds;
  options.first = rows_without_label(request.undecided, corpus);
  const bool words_alone = request.words > 0 && request.count == 0;
  Suggestions found;
  if (model != nullptr && !words_alone)
    found = suggest(*model, corpus.data, options, progress);
  else if (!words_alone)
    found = suggest(corpus.data, options, progress);
  Ordered json = {{"members", found.members},
                  {"unlabeled", found.unlabeled},
                  {"disputed", found.disputed},
                  {"rows", rows_json(model, corpus, found, options.threads)}};
  if (found.expected) json["expected"] = *found.expected;
  const bool possible = model != nullptr && !model->head().multi_label &&
                        holds_vocabulary(model->head().attachments);
  require(!words_alone || model != nullptr, "words: they need a model");
  if (request.words > 0 && (words_alone || possible))
    json["words"] = words_json(*model, corpus, request);
  return text_of(json);
}

std::string audit_report(const Corpus& corpus, const AuditRequest& request,
                         const Progress& progress) {
  RunOptions run = request.run;
  if (run.train.method.empty()) run.train.method = audit_method(corpus.data);
  Audit found =
      audit(corpus.data, resolved(std::move(run), corpus).train, progress);
  if (found.folds == 0) throw Interrupted();
  Ordered json = {{"method", found.method},
                  {"folds", found.folds},
                  {"left_out", found.left_out},
                  {"judged", found.labels.size()}};
  json["wrong"] = std::count_if(found.labels.begin(), found.labels.end(),
                                [](const AuditedLabel& one) {
                                  return one.p_suggested > 1 - one.p_wrong;
                                });
  json["expected_wrong"] = found.expected_wrong;
  json["warnings"] = Ordered::array();
  if (const std::string text = repeats_warning(corpus.data, corpus.noun());
      !text.empty())
    json["warnings"].push_back(text);
  if (request.count > 0 && request.count < std::ssize(found.labels))
    found.labels.resize(static_cast<std::size_t>(request.count));
  const std::vector<std::string>& classes = corpus.data.classes;
  Ordered list = Ordered::array();
  for (const AuditedLabel& one : found.labels)
    list.push_back({{"row", one.row},
                    {"id", corpus.name_of(one.row)},
                    {"label", classes[one.given]},
                    {"suggested", classes[one.suggested]},
                    {"p_wrong", one.p_wrong},
                    {"p_suggested", one.p_suggested}});
  put_texts(corpus, list);
  json["labels"] = std::move(list);
  return text_of(json);
}

std::string decide_report(const Model& model, const Corpus& corpus,
                          const DecideRequest& request) {
  const ModelHead& head = model.head();
  const double least = least_probability(head, request);
  const Decided found =
      decide(head, scores(model, corpus, request.threads), least);
  Ordered json = {
      {"least_probability", least < kNoneSure ? Ordered(least) : Ordered()},
      {"decided", found.count},
      {"expected", found.count > 0 ? Ordered(found.expected /
                                             static_cast<double>(found.count))
                                   : Ordered()},
      {"rows", Ordered::array()}};
  for (std::size_t i = 0; i < found.labels.size(); ++i) {
    const std::string& guess = head.classes[found.guesses[i]];
    const auto row = static_cast<Index>(i);
    json["rows"].push_back(
        {{"row", row},
         {"id", corpus.name_of(row)},
         {"label", found.labels[i] == kUnlabeled ? Ordered() : Ordered(guess)},
         {"guess", guess},
         {"probability", found.probability[i]}});
  }
  return text_of(json);
}

std::string evaluate_report(const Model& model, const Corpus& corpus,
                            const EvaluateRequest& request) {
  const Evaluation found =
      evaluate(model.head(), corpus.data,
               scores(model, corpus, request.threads), request);
  const bool few = std::ssize(found.classes) <= kConfusionClasses;
  Ordered json =
      Ordered::parse(to_json(found, request.confusion.value_or(few)));
  if (request.confidence) {
    const auto sure = confidence(
        judged_rows(model.head(), found.outputs, found.truth), model.head());
    json["confidence"] = sure ? Ordered::parse(to_json(*sure)) : Ordered();
  }
  if (request.curves > 0)
    json["curves"] = Ordered::parse(to_json(class_curves(
        model.head(), found, static_cast<std::size_t>(request.curves))));
  return text_of(json);
}

}  // namespace semilin
