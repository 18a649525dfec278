// The archive of a model, version 1:
//
//   kind    "kernel-model"
//   header  {"neighbors": k, "metric": NAME,
//            "search": NAME (without: "auto"), "kernel": {"form": NAME,
//            "width": X, "delta": X,
//                       "features": m, "seed": S}}
//   arrays  coefficients  float64, features or rows x outputs, row-major
//           remainder     float64, rows x outputs, or empty
//           row_offsets   int64 \  the training rows (none: one offset)
//           row_columns   int32  |
//           row_values    float64 or float32 /
//
// and what linear/model_head.h draws.
#include "semilin/kernel/model.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/advanced/kernel/kernel.h"
#include "semilin/base/error.h"
#include "semilin/graph/neighbors.h"

#include "base/json.h"
#include "kernel/kernel_model.h"
#include "linear/model_head.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

template <class Values>
auto named(const Values& values, const std::string& kind,
           const std::string& name) {
  for (const auto value : values) {
    if (name == to_string(value)) return value;
  }
  throw DataError("kernel model: unknown " + kind + " '" + name + "'");
}

Json to_json(const KernelSpec& spec) {
  return {{"form", to_string(spec.form)},
          {"width", printable(spec.width)},  // NaN becomes null
          {"delta", printable(spec.delta)},
          {"features", spec.low_rank.features},
          {"seed", spec.low_rank.seed}};
}

KernelSpec spec_from(const Json& json) {
  KernelSpec spec;
  spec.form = named(kKernelForms, "kernel", json.at("form").get<std::string>());
  if (!json.at("width").is_null()) spec.width = json.at("width").get<double>();
  spec.delta = json.at("delta").get<double>();
  spec.low_rank.features = whole_number<Index>(json.at("features"));
  spec.low_rank.seed = whole_number<std::uint64_t>(json.at("seed"));
  return spec;
}

void put_rows(const CsrStore& rows, Archive& archive) {
  rows.visit([&](const auto& view) {
    const auto count = static_cast<std::size_t>(view.nonzeros());
    archive.put<std::int64_t>(
        "row_offsets", {view.offsets, static_cast<std::size_t>(view.rows) + 1});
    archive.put<std::int32_t>("row_columns", {view.columns, count});
    archive.put("row_values", std::span(view.values, count));
  });
}

template <class Value>
CsrStore rows_of(const Archive& archive, Index cols) {
  CsrMatrix<Value> matrix;
  matrix.cols = cols;
  matrix.offsets = archive.get<std::int64_t>("row_offsets");
  matrix.columns = archive.get<std::int32_t>("row_columns");
  matrix.values = archive.get<Value>("row_values");
  const auto count = static_cast<Index>(matrix.columns.size());
  if (matrix.offsets.empty() || matrix.offsets.back() != count ||
      static_cast<Index>(matrix.values.size()) != count) {
    throw DataError("kernel model: the rows' arrays disagree");
  }
  CsrStore rows(std::move(matrix));
  try {
    require_valid(rows);
  } catch (const std::invalid_argument& error) {
    throw DataError(std::string("kernel model: ") + error.what());
  }
  return rows;
}

CsrStore get_rows(const Archive& archive, Index cols) {
  const auto values = archive.arrays.find("row_values");
  return values != archive.arrays.end() &&
                 values->second.type == ArrayType::Float32
             ? rows_of<float>(archive, cols)
             : rows_of<double>(archive, cols);
}

// Says what is wrong with the model; empty: nothing.
std::string fault(const KernelModel& model) {
  std::string wrong = head_fault(model);
  if (!wrong.empty()) return wrong;
  if (model.neighbors < 1) return "neighbors must be positive";
  try {
    require_within_bounds(model.kernel);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  const Index outputs = model.outputs();
  const auto sized = [&](const std::vector<double>& block, Index rows) {
    return static_cast<Index>(block.size()) == rows * outputs &&
           all_finite(block);
  };
  const Index rows = model.rows.rows();
  const Index coefficients = coefficient_rows(model);
  if (!sized(model.coefficients, coefficients)) {
    return "expected " + std::to_string(coefficients) + " x " +
           std::to_string(outputs) + " finite coefficients";
  }
  if (!model.remainder.empty() && !sized(model.remainder, rows)) {
    return "expected a finite remainder for each row";
  }
  if (model.search == Search::Approximate && !is_dense(model.rows) &&
      model.metric == Metric::Euclidean)
    return "an approximate search of sparse rows needs the cosine";
  return {};
}

}  // namespace

Index coefficient_rows(const KernelModel& model) {
  switch (model.kernel.form) {
    case KernelForm::Linear:
      return model.features;
    case KernelForm::Rbf:
      return model.rows.rows();
    case KernelForm::Nystrom:
      return static_cast<Index>(model.coefficients.size()) / model.outputs();
    case KernelForm::Auto:
    case KernelForm::None:
      break;
  }
  return 0;
}

void require_valid(const KernelModel& model) {
  const std::string what = fault(model);
  require(what.empty(), "kernel model: " + what);
}

Archive to_archive(const KernelModel& model) {
  require_valid(model);
  Archive archive = archive_of(model, kKernelModelKind,
                               {{"neighbors", model.neighbors},
                                {"metric", to_string(model.metric)},
                                {"search", to_string(model.search)},
                                {"kernel", to_json(model.kernel)}});
  archive.put<double>("coefficients", model.coefficients);
  archive.put<double>("remainder", model.remainder);
  put_rows(model.rows, archive);
  return archive;
}

KernelModel kernel_model_from_archive(const Archive& archive) {
  KernelModel model;
  read_model(archive, kKernelModelKind, model, [&](const Json& header) {
    model.neighbors = whole_number<Index>(header.at("neighbors"));
    model.metric =
        named(kMetrics, "metric", header.at("metric").get<std::string>());
    const std::string search = header.value("search", "auto");
    model.search = named(kSearches, "search", search);
    model.kernel = spec_from(header.at("kernel"));
    model.coefficients = archive.get<double>("coefficients");
    model.remainder = archive.get<double>("remainder");
    model.rows = get_rows(archive, model.features);
    return fault(model);
  });
  return model;
}

}  // namespace semilin
