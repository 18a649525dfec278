// Blocks of numbers, rows x columns and row-major, as Eigen sees them.
#pragma once

#include <Eigen/Core>

namespace semilin {

using Block =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A block that somebody else owns: read, or written.
using In = Eigen::Map<const Block>;
using Out = Eigen::Map<Block>;

}  // namespace semilin
