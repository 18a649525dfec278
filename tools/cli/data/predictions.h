// Predictions as a table: CSV, TSV or JSON lines.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/learn/decide.h"
#include "semilin/linear/model.h"

#include "cli/command/console.h"

namespace semilin::cli {

enum class PredictionFormat {
  Labels,
  Csv,
  Tsv,
  JsonLines,
  JsonList,
  Doccano,     ///< JSON lines that it imports
  LabelStudio  ///< its tasks with predictions
};

/// The format named `to`; if that is empty, the one of the ending of `path`
/// (.csv, .tsv, .jsonl, .json, each with .gz or without), otherwise Labels.
[[nodiscard]] PredictionFormat prediction_format(const std::string& to,
                                                 const std::string& path);

/// Appends the fields as a line of separated values (RFC 4180).
void append_record(const std::vector<std::string>& fields, char delimiter,
                   std::string& text);

/// Records of the same members as a table with a header, whose numbers have
/// four digits, or as JSON lines or a list.
[[nodiscard]] std::string records_as_text(const std::vector<Json>& records,
                                          PredictionFormat format);

/// Whether another program imports it: Doccano and LabelStudio, which show
/// texts.
[[nodiscard]] bool is_import(PredictionFormat format);
/// What to throw if there are none for the format called `to`.
[[nodiscard]] DataError no_texts(const std::string& path,
                                 const std::string& to);

/// A document as Doccano or LabelStudio imports it, with the names of guessed
/// labels and, for one of them, a number that says how sure it is.
[[nodiscard]] Json import_record(PredictionFormat format, const Json& id,
                                 const Json& text,
                                 const std::vector<std::string>& names,
                                 const Json& sure);

/// Predictions of rows, one entry each.
struct Predictions {
  std::vector<std::string> ids;     ///< empty: the rows' numbers, from 1
  Index first = 0;                  ///< the number of the first, from 0
  std::vector<std::string> labels;  ///< labels as people write them
  std::vector<std::string> texts;   ///< for Doccano and LabelStudio
  /// What the model says where it is not sure enough for a label, too; no
  /// entries: the labels.
  std::vector<std::string> guesses;
  /// The labels that the rows came with, empty where they had none; no entries
  /// if they are not shown.
  std::vector<std::string> given;
  std::vector<Index> terms;     ///< features of the row that the model knows
  bool probabilities = false;   ///< the numbers are these, else scores
  std::vector<double> numbers;  ///< rows x classes
};

/// True if the outputs of rows held out gave no evidence of the classes: all
/// rows have the same probabilities.
[[nodiscard]] bool knows_sizes_only(const ModelHead& model);

/// The labels with a 1 in `has`, which has one number per class of the
/// multi-label model, as one word of a text: a,b or a lone comma for none.
[[nodiscard]] std::string label_set(const ModelHead& model,
                                    const std::int32_t* has);
/// The labels of rows as words of a text: `labels` are positions in the
/// classes, or of a multi-label model what label_set takes for each row.
[[nodiscard]] std::vector<std::string> label_words(
    const ModelHead& model, std::span<const std::int32_t> labels);

/// The labels of the rows by the model, and the numbers behind them: the
/// probabilities of the classes if the model has them and `scores` is false. No
/// class has a larger number than the label, unless the probabilities of all
/// rows are the class sizes (knows_sizes_only).
[[nodiscard]] Predictions make_predictions(const ModelHead& model,
                                           std::vector<Index> terms,
                                           const std::vector<double>& outputs,
                                           bool scores);

/// Empties the labels of rows whose probability is below the least one.
Decided leave_unsure(const ModelHead& model, std::span<const double> outputs,
                     double least, std::vector<std::string>& labels);

/// Writes a header, if these are the first rows, and a record per row: id,
/// label, guess and given (if there are), the label's probability (or score),
/// terms, and the number of each class; in JSON these are the members of
/// "classes", and all records are one list. Doccano and LabelStudio get text
/// and guess. A class with the name of another column has "class:" before its
/// name. A multi-label record has no number for its set of labels.
/// end_of() follows the last rows.
void write_predictions(const Predictions& predictions, const ModelHead& model,
                       PredictionFormat format,
                       const std::function<void(const std::string&)>& write);
[[nodiscard]] std::string end_of(PredictionFormat format);

}  // namespace semilin::cli
