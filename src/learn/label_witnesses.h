// What a label says of a row, beside models that did not know it (audit.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace semilin {

/// Both witnesses of each label.
struct LabelWitnesses {
  std::vector<double> p;      ///< labels x classes: by the models alone
  std::vector<double> wrong;  ///< P(wrong) by both
};

/// Models say that a row is of class k with
///
///   p_k ~ exp(-x_0 d_k) r_k^-x_1 n_k^x_2,   x >= 0,
///
/// where d_k is how far the class's output is below the largest, r_k its place
/// among the row's outputs, from 1, and n_k the number of other labels of the
/// class, plus one. A power of the place falls slowly: models of few labels are
/// far off now and then, and that makes no label wrong. Labels are wrong with
/// probability e, which is 1 in 20 before they are seen, as if twenty had been
/// (the mode of a beta distribution), and then any other class alike. x and e
/// are the most probable ones, by expectation and maximization, the true
/// classes being what is hidden.
///
/// outputs: labels x classes, or one number for each label, that of the second
/// of two classes; costs: one for each label.
[[nodiscard]] LabelWitnesses hear_labels(std::span<const double> outputs,
                                         std::span<const std::int32_t> labels,
                                         std::span<const double> costs,
                                         std::size_t classes);

}  // namespace semilin
