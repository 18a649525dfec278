// What a kernel's model is made of.
#ifndef SEMILIN_SRC_KERNEL_KERNEL_MODEL_H_
#define SEMILIN_SRC_KERNEL_KERNEL_MODEL_H_

#include "semilin/kernel/model.h"

namespace semilin {

/// Those of a low-rank kernel are counted when it is made.
[[nodiscard]] Index coefficient_rows(const KernelModel& model);

/// Throws std::invalid_argument if anything is wrong with the model.
void require_valid(const KernelModel& model);

}  // namespace semilin

#endif  // SEMILIN_SRC_KERNEL_KERNEL_MODEL_H_
