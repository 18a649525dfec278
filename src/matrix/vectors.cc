#include "semilin/matrix/vectors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/matrix/dataset.h"

#include "matrix/row_functions.h"

namespace semilin {
namespace {

// Vectors that are asked for at once.
constexpr Index kVectorsAtOnce = 1024;

template <class Numbers>
double norm(const Numbers& numbers) {
  double squares = 0;
  for (const double number : numbers)
    squares += number * number;
  return std::sqrt(squares);
}

// [x, e] of all rows, which are then scaled. The arrays are as long as if no
// number was 0; pages that are not written take no memory.
template <class Value>
class JoinedRows {
 public:
  JoinedRows(const CsrView<Value>& rows, const VectorColumns& at)
      : rows_(rows), at_(at), arrays_(std::make_shared<Arrays>()) {
    const Index most = rows.nonzeros() + rows.rows * at.count;
    arrays_->columns = std::make_unique_for_overwrite<std::int32_t[]>(most);
    arrays_->values = std::make_unique_for_overwrite<Value[]>(most);
    arrays_->offsets.reserve(rows.rows + 1);
    begins_.reserve(rows.rows);
  }

  void append(const CsrStore& vectors, Index begin) {
    vectors.visit([&](const auto& view) {
      for (Index i = 0; i < view.rows; ++i) {
        append_features(begin + i);
        append_vector(view.row_columns(i), view.row_values(i));
      }
    });
  }

  // b, by the rows of all ranks
  [[nodiscard]] double ratio_of_norms(const Ranks& ranks) const {
    double features = 0, vectors = 0;
    for (std::size_t i = 0; i < begins_.size(); ++i) {
      const auto part = [&](Index begin, Index end) {
        return norm(std::span(arrays_->values.get() + begin, end - begin));
      };
      features += part(arrays_->offsets[i], begins_[i]);
      vectors += part(begins_[i], arrays_->offsets[i + 1]);
    }
    const double ratio = ranks.total(features) / ranks.total(vectors);
    return std::isfinite(ratio) && ratio > 0 ? ratio : 1;
  }

  CsrStore scaled(double scale) {
    for (std::size_t i = 0; i < begins_.size(); ++i)
      for (Index e = begins_[i]; e < arrays_->offsets[i + 1]; ++e)
        arrays_->values[e] = static_cast<Value>(scale * arrays_->values[e]);
    return CsrStore(
        CsrView<Value>{rows_.rows, at_.first + at_.count,
                       arrays_->offsets.data(), arrays_->columns.get(),
                       arrays_->values.get()},
        arrays_);
  }

 private:
  struct Arrays {
    std::vector<Index> offsets{0};
    std::unique_ptr<std::int32_t[]> columns;
    std::unique_ptr<Value[]> values;
  };

  void append_features(Index i) {
    const auto columns = rows_.row_columns(i);
    const Index count =
        std::lower_bound(columns.begin(), columns.end(), at_.first) -
        columns.begin();
    std::copy_n(columns.begin(), count, arrays_->columns.get() + entries_);
    std::copy_n(rows_.row_values(i).begin(), count,
                arrays_->values.get() + entries_);
    entries_ += count;
  }

  template <class Number>
  void append_vector(std::span<const std::int32_t> columns,
                     std::span<const Number> values) {
    begins_.push_back(entries_);
    std::transform(columns.begin(), columns.end(),
                   arrays_->columns.get() + entries_,
                   [this](std::int32_t column) {
                     return static_cast<std::int32_t>(at_.first + column);
                   });
    std::transform(values.begin(), values.end(),
                   arrays_->values.get() + entries_,
                   [](Number value) { return static_cast<Value>(value); });
    entries_ += std::ssize(columns);
    arrays_->offsets.push_back(entries_);
  }

  const CsrView<Value>& rows_;
  const VectorColumns& at_;
  std::shared_ptr<Arrays> arrays_;
  Index entries_ = 0;
  std::vector<Index> begins_;  // where the vector of each row begins
};

void require_columns(const VectorColumns& at) {
  require(at.first >= 0 && at.count >= 0 &&
              at.first + at.count <= std::numeric_limits<std::int32_t>::max(),
          "vectors: expected fewer than 2^31 columns with those of the "
          "features, found " +
              std::to_string(at.first + at.count));
}

// scale_of(joined) is b.
template <class ScaleOf>
CsrStore join(const CsrStore& rows, const VectorColumns& at,
              const ReadVectors& read, const ScaleOf& scale_of) {
  require_columns(at);
  require_valid(rows);
  return rows.visit([&]<class Value>(const CsrView<Value>& view) {
    JoinedRows<Value> joined(view, at);
    for (Index begin = 0; begin < view.rows; begin += kVectorsAtOnce) {
      const Index end = std::min(begin + kVectorsAtOnce, view.rows);
      const CsrStore vectors = read(begin, end);
      require(vectors.rows() == end - begin && vectors.cols() == at.count,
              "vectors: expected one of " + std::to_string(at.count) +
                  " columns for each row");
      joined.append(vectors, begin);
    }
    return joined.scaled(scale_of(joined));
  });
}

}  // namespace

CsrStore with_vectors(const CsrStore& rows, const VectorColumns& at,
                      const ReadVectors& read) {
  return join(rows, at, read, [&](const auto&) { return at.scale; });
}

Dataset with_vectors(const Dataset& data, Index count,
                     const ReadVectors& read) {
  Dataset joined = data;
  VectorColumns& at = joined.vectors;
  at = {data.rows.cols(), count};
  joined.rows = join(data.rows, at, read, [&](const auto& rows) {
    return at.scale = rows.ratio_of_norms(data.ranks);
  });
  return joined;
}

CsrStore features_of(const Dataset& data) {
  if (data.vectors.count == 0) return data.rows;
  return column_range(data.rows, 0, data.vectors.first);
}

CsrStore points_of(const Dataset& data) {
  const VectorColumns& at = data.vectors;
  if (at.count == 0) return data.rows;
  return column_range(data.rows, at.first, at.first + at.count);
}

}  // namespace semilin
