#include "cli/data/vectors.h"

#include <utility>

#include "semilin/base/error.h"

namespace semilin::cli {

RowVectors::RowVectors(const std::string& path, std::string data)
    : data_(std::move(data)) {
  if (!path.empty()) file_.emplace(path);
}

RowVectors::RowVectors(const std::string& path, std::string data,
                       const ModelHead& model, const std::string& model_path)
    : RowVectors(path, std::move(data)) {
  columns_ = model.vectors;
  const std::string count = std::to_string(columns_.count);
  if (!file_ && columns_.count > 0)
    throw DataError(model_path,
                    "expected vectors of " + count + " columns beside " +
                        data_ +
                        ", as the model was trained with (--vectors), "
                        "found none");
  if (file_ && columns_.count == 0)
    throw DataError(model_path,
                    "expected a model that was trained with --vectors, found "
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

Index features_without_vectors(const ModelHead& model) {
  return model.vectors.count == 0 ? model.features : model.vectors.first;
}

}  // namespace semilin::cli
