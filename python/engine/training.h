// Training from Python: without the interpreter's lock, with progress, and
// stopped by Ctrl-C.
#ifndef SEMILIN_PYTHON_ENGINE_TRAINING_H_
#define SEMILIN_PYTHON_ENGINE_TRAINING_H_

#include <string>

#include <pybind11/pybind11.h>

#include "semilin/learn/train.h"
#include "semilin/learn/tune.h"

namespace semilin::python {

namespace py = pybind11;

/// Trains, and returns a dict: "model", "supervised" (Model), "labels" (a class
/// per row, multi-label: rows x labels), "summary" (the JSON that `semilin
/// train --summary` writes), "advice" and "warnings" (sentences). The model's
/// info is what the command writes into a model file.
///
/// `callback` is called with a dict for each record of progress. If it returns
/// a false value the run ends, as by Ctrl-C, with the best model so far; its
/// exceptions are thrown.
[[nodiscard]] py::dict train_model(const Dataset& data,
                                   const TrainOptions& options,
                                   bool probabilities,
                                   const py::object& callback);

/// The same by tune with its default grids (semilin/learn/tune.h). The dict
/// also has "points", a list of dicts, and "chosen", a position in it.
[[nodiscard]] py::dict tune_model(const Dataset& data,
                                  const TuneOptions& options,
                                  bool probabilities,
                                  const py::object& callback);

}  // namespace semilin::python

#endif  // SEMILIN_PYTHON_ENGINE_TRAINING_H_
