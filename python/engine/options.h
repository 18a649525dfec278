// Options of training from a dict of Python, by the library's own tables.
#ifndef SEMILIN_PYTHON_ENGINE_OPTIONS_H_
#define SEMILIN_PYTHON_ENGINE_OPTIONS_H_

#include <string>

#include <pybind11/pybind11.h>

#include "semilin/learn/train.h"
#include "semilin/text/vocabulary.h"

namespace semilin::python {

namespace py = pybind11;

/// The options of a method by its name: `given` holds the names of describe(),
/// with '_' for '-'; None stands for the default. Beside them: class_sizes
/// ("estimate", "labels", "equal" or numbers in the order of the classes),
/// class_weights (numbers), C (LIBLINEAR's, instead of lambda) and graph (a
/// Graph). "committee" stands for default_method(data). Throws
/// std::invalid_argument for an unknown name or value.
[[nodiscard]] TrainOptions train_options(const std::string& method,
                                         const py::dict& given,
                                         const Dataset& data);

/// Likewise.
[[nodiscard]] VocabularyOptions vocabulary_options(const py::dict& given);

/// {name: (default, values, help)} of the options of a method; "text" gives
/// those of the vocabulary.
[[nodiscard]] py::dict described_options(const std::string& method);

}  // namespace semilin::python

#endif  // SEMILIN_PYTHON_ENGINE_OPTIONS_H_
