// The library's progress as C hears it.
#ifndef SEMILIN_C_PROGRESS_H_
#define SEMILIN_C_PROGRESS_H_

#include "semilin/base/progress.h"

namespace semilin::c {

/// Calls `call` with `context`, at most once in `pause` seconds. NULL: none.
[[nodiscard]] Progress progress_of(semilin_progress call, void* context,
                                   double pause);

}  // namespace semilin::c

#endif  // SEMILIN_C_PROGRESS_H_
