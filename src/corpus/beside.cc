#include <cmath>
#include <utility>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/base/number_text.h"

#include "corpus/steps.h"

namespace semilin {

RowVectors::RowVectors(const std::string& path, std::string data,
                       const ModelHead* model, const std::string& model_path)
    : data_(std::move(data)) {
  if (!path.empty()) file_.emplace(path);
  if (model == nullptr) return;
  columns_ = model->vectors;
  const std::string count = std::to_string(columns_.count);
  if (!file_ && columns_.count > 0)
    throw DataError(model_path,
                    "expected vectors of " + count + " columns beside " +
                        data_ + ", as the model was trained with, found none");
  if (file_ && columns_.count == 0)
    throw DataError(model_path,
                    "expected a model that was trained with vectors, found "
                    "one without");
  if (file_ && file_->columns() != columns_.count)
    throw DataError(path,
                    "expected " + count +
                        " columns, as the model was trained with, found " +
                        std::to_string(file_->columns()));
}

void RowVectors::put_beside(Dataset& rows) const {
  if (!file_) return;
  require_rows(rows.rows.rows());
  if (columns_.count > 0) {
    put_beside(rows, 0);
    return;
  }
  rows = with_vectors(rows, file_->columns(),
                      file_->reader(rows.rows.is_double()));
}

void RowVectors::put_beside(Dataset& rows, Index first) const {
  if (!file_) return;
  rows.rows = with_vectors(rows.rows, columns_,
                           file_->reader(rows.rows.is_double(), first));
  rows.vectors = columns_;
}

void RowVectors::require_rows(Index rows) const {
  if (!file_ || file_->rows() == rows) return;
  throw DataError(file_->path(),
                  "expected " + std::to_string(rows) + " rows, as many as " +
                      data_ + " has, found " + std::to_string(file_->rows()));
}

void read_costs(const std::string& path, Dataset& data) {
  if (path.empty()) return;
  LineSource lines(path);
  const std::vector<double> before = std::exchange(data.costs, {});
  while (const auto line = lines.next()) {
    const std::optional<double> cost = parse_number(*line);
    if (!cost || !std::isfinite(*cost) || *cost < 0) {
      throw DataError(lines.name(), lines.line(), 1, "a number >= 0",
                      "'" + std::string(line->substr(0, 40)) + "'");
    }
    data.costs.push_back(*cost);
  }
  const auto found = static_cast<Index>(data.costs.size());
  if (found != data.rows.rows()) {
    throw DataError(lines.name(),
                    "expected " + std::to_string(data.rows.rows()) +
                        " lines, one per row, found " + std::to_string(found));
  }
  for (std::size_t i = 0; i < before.size(); ++i)
    data.costs[i] *= before[i];  // 0: the row is left out
}

Index features_without_vectors(const ModelHead& model) {
  return model.vectors.count == 0 ? model.features : model.vectors.first;
}

}  // namespace semilin
