// The archive of a model, version 1:
//
//   kind    "linear-model"
//   header  {"bias": B, "outputs": K}
//   arrays  weights  float64, (d + (B != 0)) x K, row-major, bias row last
//
// and what linear/model_head.h draws.
#include "semilin/linear/model.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"

#include "base/json.h"
#include "linear/model_head.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

constexpr const char* kModelKind = "linear-model";

// Says what is wrong with the model; empty: nothing.
std::string fault(const LinearModel& model) {
  std::string wrong = head_fault(model);
  if (!wrong.empty()) return wrong;
  if (!std::isfinite(model.bias)) return "bias must be finite";
  const auto outputs = static_cast<std::size_t>(model.outputs());
  const std::size_t rows = model.features + (model.bias != 0 ? 1 : 0);
  if (model.weights.size() != rows * outputs) {
    return "expected " + std::to_string(rows) + " x " +
           std::to_string(outputs) + " weights, found " +
           std::to_string(model.weights.size());
  }
  if (!all_finite(model.weights)) return "weights must be finite";
  return {};
}

}  // namespace

void require_valid(const LinearModel& model) {
  const std::string what = fault(model);
  require(what.empty(), "linear model: " + what);
}

Archive to_archive(const LinearModel& model) {
  require_valid(model);
  Archive archive = archive_of(
      model, kModelKind, {{"bias", model.bias}, {"outputs", model.outputs()}});
  archive.put<double>("weights", model.weights);
  return archive;
}

LinearModel linear_model_from_archive(const Archive& archive) {
  LinearModel model;
  read_model(archive, kModelKind, model, [&](const Json& header) {
    model.bias = header.at("bias").get<double>();
    model.weights = archive.get<double>("weights");
    return whole_number<int>(header.at("outputs")) == model.outputs()
               ? fault(model)
               : "outputs and classes disagree";
  });
  return model;
}

}  // namespace semilin
