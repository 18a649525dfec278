// How well a model predicts rows whose labels are known: metrics, how sure it
// is and how often it is right then, and curves.
//
//   const Evaluation found =
//       evaluate(model, test.data, scores(model, test.data.rows));
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "semilin/learn/decide.h"
#include "semilin/learn/expected_accuracy.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/metrics.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The figures of the rows that are decided (DecideOptions).
struct DecidedRows {
  double least_probability = 0;  ///< of their labels
  Index rows = 0;                ///< rows with a true label that are decided
  double coverage = 0;           ///< share of the rows with a true label
  double accuracy = 0;           ///< share of the decided rows
  double macro_f1 = 0;           ///< mean F1 of the classes on them
};

/// The predictions of a model beside the true labels.
struct Evaluation {
  /// The model's classes, then those that occur only in the data (always
  /// wrong).
  std::vector<std::string> classes;
  Index foreign_classes = 0;  ///< number of the latter kind
  Index rows = 0;             ///< rows that have a label
  Index unlabeled = 0;        ///< rows not counted
  /// Rows that the training knew with a label, about (by a digest of its rows).
  Index in_training = 0;
  double accuracy = 0;  ///< share of rows whose class, or whole set, is right
  double macro_f1 = 0;  ///< mean F1 of the classes
  double micro_f1 = 0;  ///< pooled F1 of the classes
  std::vector<ClassMetrics> metrics;  ///< by class
  /// Class of each row, or kUnlabeled; this and what follows is empty for
  /// multi-label data.
  std::vector<std::int32_t> truth;
  std::vector<std::int32_t> predicted;  ///< predicted class of each row
  std::vector<double> outputs;          ///< the model's outputs
  Confusion table;                      ///< truth and predictions
  bool multi_label = false;             ///< whether labels are sets
  double hamming_loss = 0;              ///< multi-label only
  std::optional<double> auc;            ///< two classes only
  /// The reliability of the probabilities, if the model has a calibration; with
  /// multi-label data that of each label's decision, over rows and labels. Rows
  /// of other classes do not count.
  std::optional<Reliability> reliability;
  std::optional<DecidedRows> decided;  ///< if not all rows are
};

/// The evaluation of a model with these outputs for the rows. Throws DataError
/// if no row has a label.
[[nodiscard]] Evaluation evaluate(const ModelHead& model, const Dataset& data,
                                  std::vector<double> outputs,
                                  const DecideOptions& options = {});

/// A JSON object of the figures; the table of confusions only if it is wanted
/// and there is one.
[[nodiscard]] std::string to_json(const Evaluation& evaluation,
                                  bool with_confusion);

/// A row, held out or not, with the probability of its predicted class.
struct JudgedRow : HeldOutRow {
  std::int32_t label = kUnlabeled;  ///< label of the row
};

/// The predictions of the model for rows with these outputs and labels; none if
/// it has no probabilities of classes.
[[nodiscard]] std::vector<JudgedRow> judged_rows(
    const ModelHead& model, std::span<const double> outputs,
    std::span<const std::int32_t> labels);
/// Labeled rows that were held out.
[[nodiscard]] std::vector<JudgedRow> judged_rows(
    const ExpectedAccuracy& expected, std::span<const std::int32_t> labels);

/// How often predictions are right that are so sure.
struct Confidence {
  /// Rows whose confidence is in one tenth of [0, 1].
  struct Bin {
    double weight = 0;      ///< share of all rows
    double right = 0;       ///< share of all rows that are here and right
    double confidence = 0;  ///< sum of their confidence, per row of all
  };
  std::array<Bin, 10> bins;  ///< by ascending confidence
  /// Shares of the rows, those of the largest confidence, and their accuracy.
  std::vector<std::pair<double, double>> surest;
};

/// By the rows with a label of the model's; nothing if there are none.
[[nodiscard]] std::optional<Confidence> confidence(
    const std::vector<JudgedRow>& rows, const ModelHead& model);

/// {"bins": [{"weight", "right", "confidence"}, ...], "surest": [[share,
/// accuracy], ...]}
[[nodiscard]] std::string to_json(const Confidence& confidence);

/// The figures of a class if the rows of at least this score are called
/// positive.
struct CurvePoint {
  double threshold = 0;        ///< smallest score
  double recall = 0;           ///< share of positive rows called positive
  double false_positives = 0;  ///< share of negative rows called positive
  double precision = 0;        ///< share of rows called positive that are
};

/// One class against all others.
struct ClassCurve {
  std::string name;                ///< name of the class
  double area = 0;                 ///< under the ROC curve of all points
  std::vector<CurvePoint> points;  ///< by descending threshold
};

/// The curves of each class that has rows of its own and others. There is a
/// point for each distinct score from the largest down, of which those are kept
/// that differ from the one before by a share 1 / most of all rows or of the
/// positive ones, and the last. Scores are probabilities if the model has a
/// calibration, otherwise outputs (of the first of two classes: with the
/// opposite sign). Classes that the model does not have count as others. Not
/// for multi-label data.
[[nodiscard]] std::vector<ClassCurve> class_curves(const ModelHead& model,
                                                   const Evaluation& evaluation,
                                                   std::size_t most);

/// A list of {"name", "area", "points": [[recall, false positives, precision],
/// ...]}.
[[nodiscard]] std::string to_json(const std::vector<ClassCurve>& curves);

}  // namespace semilin
