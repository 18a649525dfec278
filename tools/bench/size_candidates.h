// Ways to estimate the class sizes of the unlabelled rows: the one in use and
// those it was chosen from (docs/class-sizes.md).
#ifndef SEMILIN_TOOLS_BENCH_SIZE_CANDIDATES_H_
#define SEMILIN_TOOLS_BENCH_SIZE_CANDIDATES_H_

#include <string>
#include <utility>
#include <vector>

#include "linear/class_sizes.h"

namespace semilin::bench {

using Sizes = std::vector<double>;

/// Name and sizes of each candidate, always the same ones in the same order:
///
///   equal      1/K
///   labels     fractions among the labels, one row added to each class
///   predicted  shares of the predictions of least squares, the same
///   inverted   confusion-matrix inversion (Lipton, Wang, Smola 2018), its
///              weights shrunk to 1 by a ridge 1/l (Azizzadenesheli et al.
///              2019)
///   saerens    EM (Saerens, Latinne, Decaestecker 2002) on softmax(o / tau),
///              tau by the likelihood of the held-out outputs
///   bcts       the same with a bias a class (Alexandari, Kundaje, Shrikumar
///              2020) under a unit Gaussian prior
///   chosen     class_sizes() of the library
[[nodiscard]] std::vector<std::pair<std::string, Sizes>> size_candidates(
    const OutputBatch& batch, const LinearOptions& options);

}  // namespace semilin::bench

#endif  // SEMILIN_TOOLS_BENCH_SIZE_CANDIDATES_H_
