#include "semilin/linear/train.h"

#include "semilin/base/error.h"

namespace semilin {

LinearResult train_linear(const Dataset&, const LinearOptions&,
                          const Progress&) {
  require(false, "train_linear: not yet");
  return {};
}

}  // namespace semilin
