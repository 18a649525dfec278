// The parts of a kernel model.
#pragma once

#include "semilin/kernel/model.h"

namespace semilin {

/// The number of rows of coefficients; that of a low-rank kernel is known when
/// it is made.
[[nodiscard]] Index coefficient_rows(const KernelModel& model);

/// Throws std::invalid_argument if anything is wrong with the model.
void require_valid(const KernelModel& model);

}  // namespace semilin
