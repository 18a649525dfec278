// Possible faults of labels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// Called with a sentence.
using Doubt = std::function<void(const std::string&)>;

/// A class that looks like a word for unlabeled, or like a list; two spellings
/// of one number, among the `known` classes of a model, too; rows of
/// multi-label data that have no label.
void doubt_labels(const Dataset& data, const std::vector<std::string>& known,
                  const std::string& path, const Doubt& doubt);
/// Labels that a single row has, where most have several; none otherwise.
std::vector<std::string> single_labels(const Dataset& data,
                                       const std::string& path,
                                       const Doubt& doubt);
/// One row with two labels makes a whole file multi-label: few rows that have a
/// number of labels other than one.
void doubt_rare_sets(const Dataset& data, const Doubt& doubt);

/// The beginning of a text, in quotes.
[[nodiscard]] std::string shown(const std::string& text);

}  // namespace semilin
