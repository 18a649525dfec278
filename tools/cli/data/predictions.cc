#include "cli/data/predictions.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/number_text.h"
#include "semilin/corpus.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/label_sets.h"

#include "cli/data/descriptions.h"

namespace semilin::cli {
namespace {

constexpr std::size_t kFlushBytes = std::size_t{1} << 16;

std::vector<std::string> names_in_set(const ModelHead& model,
                                      const std::int32_t* has) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.classes.size(); ++k)
    if (has[k] != 0) names.push_back(model.classes[k]);
  return names;
}

// A field, in UTF-8, in quotes if it needs them.
void append_field(const std::string& any, char delimiter, std::string& text) {
  const std::string field = utf8_text(any);
  if (field.find_first_of("\"\r\n") == field.npos &&
      field.find(delimiter) == field.npos) {
    text += field;
    return;
  }
  text += '"';
  for (const char c : field)
    text.append(c == '"' ? 2 : 1, c);
  text += '"';
}

// Whether all records are one list of JSON.
bool is_list(PredictionFormat format) {
  return format == PredictionFormat::JsonList ||
         format == PredictionFormat::LabelStudio;
}

// The records of one format, appended to a text.
class Records {
 public:
  Records(const Predictions& all, const ModelHead& model,
          PredictionFormat format)
      : all_(all), model_(model), format_(format) {
    Source source;
    recall_columns(model, source);
    separator_ = source.columns.label_separator;
    if (separator_.empty()) separator_ = ",";
  }

  void append_header(std::string& text) {
    if (is_json()) {
      text += is_list(format_) ? "[" : "";
      return;
    }
    std::vector<std::string> names = {"id", "label"};
    if (!all_.guesses.empty()) names.emplace_back("guess");
    if (!all_.given.empty()) names.emplace_back("given");
    if (!model_.multi_label) names.emplace_back(number_name());
    names.emplace_back("terms");
    for (std::string name : model_.classes) {
      while (std::find(names.begin(), names.end(), name) != names.end())
        name.insert(0, "class:");
      names.push_back(std::move(name));
    }
    append_record(names, delimiter(), text);
  }

  void append_row(std::size_t i, std::string& text) {
    const std::string id =
        all_.ids.empty()
            ? std::to_string(all_.first + static_cast<Index>(i) + 1)
            : all_.ids[i];
    const std::size_t classes = model_.classes.size();
    const auto numbers = std::span(all_.numbers).subspan(i * classes, classes);
    if (is_json()) {
      append_object(i, id, numbers, text);
      return;
    }
    std::vector<std::string> fields = {id, label_field(all_.labels[i])};
    if (!all_.guesses.empty()) fields.push_back(label_field(all_.guesses[i]));
    if (!all_.given.empty()) fields.push_back(label_field(all_.given[i]));
    if (!model_.multi_label) {
      fields.push_back(exact_number(number_of_label(i, numbers)));
    }
    fields.push_back(std::to_string(all_.terms[i]));
    for (const double number : numbers)
      fields.push_back(exact_number(number));
    append_record(fields, delimiter(), text);
  }

 private:
  // A set with the separator that the model's data had.
  [[nodiscard]] std::string label_field(const std::string& label) const {
    if (!model_.multi_label || label.empty()) return label;
    return join_labels(split_labels(label), separator_);
  }
  [[nodiscard]] bool is_json() const {
    return format_ != PredictionFormat::Csv && format_ != PredictionFormat::Tsv;
  }
  [[nodiscard]] const char* number_name() const {
    return all_.probabilities ? "probability" : "score";
  }
  [[nodiscard]] double number_of_label(std::size_t i,
                                       std::span<const double> numbers) const {
    const auto& guesses = all_.guesses.empty() ? all_.labels : all_.guesses;
    return numbers[find_class(model_.classes, guesses[i])];
  }

  [[nodiscard]] char delimiter() const {
    return format_ == PredictionFormat::Tsv ? '\t' : ',';
  }

  void append_object(std::size_t i, const std::string& id,
                     std::span<const double> numbers, std::string& text) const {
    const Json object = is_import(format_) ? imported_object(i, id, numbers)
                                           : own_object(i, id, numbers);
    if (is_list(format_)) text += all_.first + i == 0 ? "\n" : ",\n";
    text += json_line(object);
    if (!is_list(format_)) text += '\n';
  }

  // What is not decided has none.
  [[nodiscard]] std::vector<std::string> names_of(std::size_t i) const {
    const std::string& label = all_.labels[i];
    if (model_.multi_label) return split_labels(label);
    return label.empty() ? std::vector<std::string>() : std::vector{label};
  }

  [[nodiscard]] Json imported_object(std::size_t i, const std::string& id,
                                     std::span<const double> numbers) const {
    Json sure;
    if (!model_.multi_label) sure = number_of_label(i, numbers);
    return import_record(format_, id, all_.texts[i], names_of(i), sure);
  }

  [[nodiscard]] Json own_object(std::size_t i, const std::string& id,
                                std::span<const double> numbers) const {
    Json object = {{"id", id}, {"label", all_.labels[i]}};
    if (model_.multi_label) object["label"] = split_labels(all_.labels[i]);
    if (!all_.guesses.empty()) object["guess"] = all_.guesses[i];
    if (!all_.given.empty()) object["given"] = all_.given[i];
    if (!model_.multi_label) {
      object[number_name()] = number_of_label(i, numbers);
    }
    object["terms"] = all_.terms[i];
    for (std::size_t k = 0; k < numbers.size(); ++k)
      object["classes"][model_.classes[k]] = numbers[k];
    return object;
  }

  const Predictions& all_;
  const ModelHead& model_;
  PredictionFormat format_;
  std::string separator_;
};

// Four digits for people; the weight of a document, which is read again, keeps
// all of them.
std::string number_field(const std::string& name, const Json& value) {
  constexpr int kDigits = 4;
  return value.is_number_float() && name != "drawn_with"
             ? number(value.get<double>(), kDigits)
             : exact_number(value.get<double>());
}

std::string delimited(const std::vector<Json>& records, char delimiter) {
  std::string text;
  std::vector<std::string> names;
  if (records.empty()) return text;
  for (const auto& item : records.front().items())
    names.push_back(item.key());
  append_record(names, delimiter, text);
  for (const Json& record : records) {
    std::vector<std::string> fields;
    for (const auto& [name, value] : record.items())
      fields.push_back(value.is_string() ? value.get<std::string>()
                                         : number_field(name, value));
    append_record(fields, delimiter, text);
  }
  return text;
}

}  // namespace

std::string records_as_text(const std::vector<Json>& records,
                            PredictionFormat format) {
  if (is_list(format)) return json_text(records);
  if (format == PredictionFormat::Csv || format == PredictionFormat::Tsv ||
      format == PredictionFormat::Labels)
    return delimited(records, format == PredictionFormat::Tsv ? '\t' : ',');
  std::string text;
  for (const Json& record : records)
    text += json_line(record) + "\n";
  return text;
}

void append_record(const std::vector<std::string>& fields, char delimiter,
                   std::string& text) {
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (f > 0) text += delimiter;
    append_field(fields[f], delimiter, text);
  }
  text += '\n';
}

PredictionFormat prediction_format(const std::string& to,
                                   const std::string& path) {
  std::string name = to;
  if (name.empty()) {
    const std::string plain = without_gz(path);
    name = plain.substr(std::min(plain.rfind('.') + 1, plain.size()));
  }
  if (name == "csv") return PredictionFormat::Csv;
  if (name == "tsv") return PredictionFormat::Tsv;
  if (name == "json") return PredictionFormat::JsonList;
  if (name == "doccano" && !to.empty()) return PredictionFormat::Doccano;
  if (name == "label-studio" && !to.empty())
    return PredictionFormat::LabelStudio;
  return name == "jsonl" ? PredictionFormat::JsonLines
                         : PredictionFormat::Labels;
}

bool is_import(PredictionFormat format) {
  return format == PredictionFormat::Doccano ||
         format == PredictionFormat::LabelStudio;
}

DataError no_texts(const std::string& path, const std::string& to) {
  return {path, "expected documents for --to " + to + ", found rows"};
}

// In Label Studio a task with the guess of Choices called "label" for the Text
// called "text".
Json import_record(PredictionFormat format, const Json& id, const Json& text,
                   const std::vector<std::string>& names, const Json& sure) {
  if (format == PredictionFormat::Doccano)
    return {{"id", id}, {"text", text}, {"label", names}};
  Json task = {{"data", {{"id", id}, {"text", text}}},
               {"predictions", Json::array()}};
  if (names.empty()) return task;
  Json guess;
  guess["model_version"] = "semilin";
  if (!sure.is_null()) guess["score"] = sure;
  guess["result"] = Json::array({{{"from_name", "label"},
                                  {"to_name", "text"},
                                  {"type", "choices"},
                                  {"value", {{"choices", names}}}}});
  task["predictions"].push_back(std::move(guess));
  return task;
}

bool knows_sizes_only(const ModelHead& model) {
  const std::vector<double>& slopes = model.calibration.slopes;
  return !model.multi_label && !slopes.empty() && slopes[0] == 0;
}

std::string label_set(const ModelHead& model, const std::int32_t* has) {
  return set_word(names_in_set(model, has));
}

std::vector<std::string> label_words(const ModelHead& model,
                                     std::span<const std::int32_t> labels) {
  std::vector<std::string> words;
  const std::size_t width = model.multi_label ? model.classes.size() : 1;
  for (std::size_t e = 0; e < labels.size(); e += width)
    words.push_back(model.multi_label ? label_set(model, &labels[e])
                                      : label_word(model.classes[labels[e]]));
  return words;
}

Predictions make_predictions(const ModelHead& model, std::vector<Index> terms,
                             const std::vector<double>& outputs, bool scores) {
  Predictions table;
  table.terms = std::move(terms);
  table.probabilities = !scores && !model.calibration.slopes.empty();
  table.numbers = table.probabilities ? label_probabilities(model, outputs)
                                      : class_scores(model, outputs);
  const std::size_t classes = model.classes.size();
  if (model.multi_label) {
    const std::vector<std::int32_t> sets = predict_sets(model, outputs);
    for (std::size_t e = 0; e < sets.size(); e += classes)
      table.labels.push_back(join_labels(names_in_set(model, &sets[e])));
    return table;
  }
  for (const std::int32_t label : predict(model, outputs))
    table.labels.push_back(model.classes[label]);
  return table;
}

Decided leave_unsure(const ModelHead& model, std::span<const double> outputs,
                     double least, std::vector<std::string>& labels) {
  Decided found = decide(model, outputs, least);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (found.labels[i] == kUnlabeled) labels[i].clear();
  return found;
}

std::string end_of(PredictionFormat format) {
  return is_list(format) ? "\n]\n" : "";
}

void write_predictions(const Predictions& predictions, const ModelHead& model,
                       PredictionFormat format,
                       const std::function<void(const std::string&)>& write) {
  Records records(predictions, model, format);
  std::string text;
  if (predictions.first == 0) records.append_header(text);
  for (std::size_t i = 0; i < predictions.labels.size(); ++i) {
    records.append_row(i, text);
    if (text.size() < kFlushBytes) continue;
    write(text);
    text.clear();
  }
  write(text);
}

}  // namespace semilin::cli
