// The head of a model in its archive: the part that models of every kind share,
// and their attachments, e.g. the text pipeline.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "semilin/base/archive.h"
#include "semilin/linear/model.h"

namespace semilin {

[[nodiscard]] bool all_finite(const std::vector<double>& values);

/// Says what is wrong with the head; empty: nothing.
[[nodiscard]] std::string head_fault(const ModelHead& head);

/// Adds to the header
///   {"classes": [names], "features": d, "info": {...},
///    "multi_label": true,                             (if it is)
///    "vectors": {"first": j, "columns": d, "scale": b},       (if any)
///    "one_vs_rest": true,                             (if the calibration is)
///    "attachments": {"kind": ..., "header": {...}}}   (if any)
/// and to the arrays
///   offsets         float64, K
///   feature_numbers int32, d, if the columns are numbered anew
///   slopes, shifts, lapses  float64, K each: the calibration, if there is one
///   attachments/NAME for each array of the attachments
void put_head(const ModelHead& head, nlohmann::json& header, Archive& archive);

/// The same, read back.
void get_head(const nlohmann::json& header, const Archive& archive,
              ModelHead& head);

/// The rows in the model's own columns (feature_numbers).
[[nodiscard]] CsrStore in_features_of(const ModelHead& head,
                                      const CsrStore& rows);

}  // namespace semilin
