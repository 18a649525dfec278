// The head of a model in its archive: the part that models of every kind share,
// and their attachments, e.g. the text pipeline.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "semilin/base/archive.h"
#include "semilin/linear/model.h"

namespace semilin {

[[nodiscard]] bool all_finite(const std::vector<double>& values);

/// Says what is wrong with the head; empty: nothing.
[[nodiscard]] std::string head_fault(const ModelHead& head);

/// An archive of this kind, NAME-model, that holds the head: its header is
/// `header` and
///   {"version": 1, "classes": [names], "features": d, "info": {...},
///    "multi_label": true,                             (if it is)
///    "vectors": {"first": j, "columns": d, "scale": b},       (if any)
///    "one_vs_rest": true,                             (if the calibration is)
///    "attachments": {"kind": ..., "header": {...}}}   (if any)
/// and its arrays are
///   offsets         float64, K
///   feature_numbers int32, d, if the columns are numbered anew
///   slopes, shifts, lapses  float64, K each: the calibration, if there is one
///   held_out        float64, any number: Calibration::held_out
///   attachments/NAME for each array of the attachments
[[nodiscard]] Archive archive_of(const ModelHead& head, const std::string& kind,
                                 nlohmann::json header);

/// Reads the head back, then calls read(header) for the other parts, which says
/// what is wrong with the model (empty: nothing). Throws DataError if anything
/// is, or the archive is not of this kind and version.
void read_model(const Archive& archive, const std::string& kind,
                ModelHead& head,
                const std::function<std::string(const nlohmann::json&)>& read);

/// The rows in the model's own columns (feature_numbers).
[[nodiscard]] CsrStore in_features_of(const ModelHead& head,
                                      const CsrStore& rows);

}  // namespace semilin
