// The part that every trained classifier has (ModelHead), and the linear
// classifier: weights, bias and thresholds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"
#include "semilin/matrix/vectors.h"

namespace semilin {

/// The map from outputs to probabilities: p of class k is (1 - e) s_k + e / K,
/// where s_k is proportional to exp(slopes[k] o_k + shifts[k]) and e =
/// lapses[k]; for two classes s of the second is 1 / (1 + exp(-slopes[0] o -
/// shifts[0])), and likewise for each label of a multi-label model, with K = 2
/// (see semilin/linear/calibration.h). Empty: not known.
struct Calibration {
  std::vector<double> slopes;  ///< per output; equal for all of K > 2 classes
  std::vector<double> shifts;  ///< per output
  std::vector<double> lapses;  ///< per output, in [0, 1]; empty: 0
  /// s of class k of more than two is proportional to
  /// 1 / (1 + exp(-slopes[k] o_k - shifts[k])) instead: logistic regressions of
  /// one class against the rest, as LIBLINEAR normalizes them.
  bool one_vs_rest = false;
  /// Labels held out, up to 1,000: the probability of the class predicted,
  /// negative where that was wrong; by descending probability.
  std::vector<double> held_out = {};
  /// The outputs of a row without a feature, which are no evidence, and what
  /// its probabilities are instead: the sizes of the classes. Empty: not known.
  std::vector<double> empty_outputs = {};
  std::vector<double> class_sizes = {};  ///< see empty_outputs

  /// Whether these outputs of a row are those of one without a feature.
  [[nodiscard]] bool tell_nothing(std::span<const double> outputs) const {
    return std::ranges::equal(outputs, empty_outputs);
  }
};

/// The names, offsets and calibration of the outputs of a model of any kind.
/// Two classes have one output, positive for classes[1]; more have one output
/// per class, the largest wins, the first among equals. A multi-label model has
/// one output per label, each positive or not by itself.
struct ModelHead {
  /// Names, in the order of sort_class_names (semilin/matrix/dataset.h).
  std::vector<std::string> classes;
  /// The classes are labels, and a row may have any number of them.
  bool multi_label = false;
  /// The columns for which the model has weights, without the bias.
  Index features = 0;
  /// The columns of the rows, counted from 0 and ascending, for which the
  /// model's columns stand, if the data have scattered columns (numbers up to
  /// 2^31, of which few occur). Empty: the columns are the same.
  std::vector<std::int32_t> feature_numbers;
  /// The columns of the rows that are vectors (semilin/matrix/vectors.h), and
  /// their scale; new rows need them, too. None: the rows have no vectors.
  VectorColumns vectors;
  /// The threshold of each output, as a number that is added.
  std::vector<double> offsets;
  Calibration calibration;  ///< calibration of the outputs; empty: not known
  /// A JSON object: options in use, metrics, how the model was made.
  std::string info = "{}";
  /// Other data stored with the model, e.g. the text pipeline; not read here.
  Archive attachments;

  /// One output for two classes, otherwise one per class or label.
  [[nodiscard]] int outputs() const {
    return classes.size() == 2 && !multi_label
               ? 1
               : static_cast<int>(classes.size());
  }
};

/// Output k of a row x is  o_k = sum_j x_j weights[j, k] + bias *
/// weights[features, k] + offsets[k].
struct LinearModel : ModelHead {
  /// The value of the constant feature; 0: the model has no bias weight.
  double bias = 1;
  /// (features + (bias != 0)) x outputs(), row-major; the bias row is the last.
  std::vector<double> weights;
};

/// Throws std::invalid_argument unless sizes agree and numbers are finite.
void require_valid(const LinearModel& model);

/// The model as kind "linear-model".
[[nodiscard]] Archive to_archive(const LinearModel& model);
/// The model in an archive. Throws DataError if it holds none.
[[nodiscard]] LinearModel linear_model_from_archive(const Archive& archive);

/// n x outputs(), row-major. Columns beyond the model's features are ignored.
[[nodiscard]] std::vector<double> scores(const LinearModel& model,
                                         const CsrStore& rows, int threads = 0);

/// The class that the outputs of one row choose: that of the largest output;
/// with a single output, class 1 if it is positive, otherwise class 0.
[[nodiscard]] std::int32_t best_class(std::span<const double> outputs);

/// The class that each row of `scores` chooses (best_class), as positions in
/// model.classes, whether or not the model has a calibration. (For label sets
/// see semilin/linear/multilabel.h.)
[[nodiscard]] std::vector<std::int32_t> predict(const ModelHead& model,
                                                std::span<const double> scores);

/// rows x classes; the first of two classes has the negative of the output.
[[nodiscard]] std::vector<double> class_scores(const ModelHead& model,
                                               std::span<const double> outputs);

}  // namespace semilin
