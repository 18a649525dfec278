// Reading and writing LIBLINEAR's text model files.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/linear/model.h"

namespace semilin {

/// The integers that stand for classes in a LIBLINEAR file, in the order of the
/// classes: their own names if these are distinct integers, otherwise 1..K.
struct LiblinearLabels {
  std::vector<int> labels;  ///< one per class
  bool renumbered = false;  ///< they are 1..K instead of the names
};
/// The integers for these classes.
[[nodiscard]] LiblinearLabels liblinear_labels(
    const std::vector<std::string>& classes);

/// The model as text that liblinear-predict reads and that gives the same
/// predictions: L2R_LR, with its probabilities, if these are those of a
/// logistic regression (below), otherwise L2R_L2LOSS_SVC. Offsets are folded
/// into the bias weight; a model with offsets and no bias gets the bias 1.
/// Throws std::invalid_argument if the model is not valid, multi-label, or has
/// feature_numbers.
[[nodiscard]] std::string to_liblinear(const LinearModel& model);

/// True if `text` begins like a LIBLINEAR model.
[[nodiscard]] bool is_liblinear(std::string_view text);

/// The model in `text`, of any of LIBLINEAR's classification solvers. `file` is
/// named in errors. A class has the name that `names` gives for its integer, or
/// else the integer as its name. Predictions agree with LIBLINEAR's but for
/// exact ties, which go to the first class here and by the order of labels
/// there. Logistic regression has a calibration, which gives LIBLINEAR's
/// probabilities. Throws DataError.
[[nodiscard]] LinearModel linear_model_from_liblinear(
    std::string_view text, const std::string& file,
    const std::map<int, std::string>& names = {});

}  // namespace semilin
