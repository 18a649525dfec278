// Files with a vector or a cost for each row of the data.
#pragma once

#include <optional>
#include <string>

#include "semilin/io/vector_file.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The vectors of the rows of the data, if there are any.
class RowVectors {
 public:
  /// The file is `path`, or none if that is empty; the data are called `data`.
  /// `model` may be null; otherwise it was read from `model_path`. Throws
  /// DataError if it was trained without vectors and there are some, or with
  /// other ones.
  RowVectors(const std::string& path, std::string data, const ModelHead* model,
             const std::string& model_path);

  /// Puts vectors beside all rows, of the model's scale if there is a model.
  /// Throws DataError for another number of rows.
  void put_beside(Dataset& rows) const;
  /// The same for some rows, of which the first has the number `first`, in a
  /// model's columns.
  void put_beside(Dataset& rows, Index first) const;
  /// Throws DataError if there are vectors, but not `rows`.
  void require_rows(Index rows) const;

 private:
  std::optional<VectorFile> file_;
  std::string data_;
  VectorColumns columns_;  // those of the model
};

/// The costs in a file, one a line, if that is a name. Throws DataError.
void read_costs(const std::string& path, Dataset& data);

/// The number of features that rows have before vectors are put beside them.
[[nodiscard]] Index features_without_vectors(const ModelHead& model);

}  // namespace semilin
