#include "semilin/matrix/vectors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/matrix/dataset.h"

#include "matrix/growing_rows.h"
#include "matrix/row_check.h"
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

// [x, e] of all rows, which are then scaled.
template <class Value>
class JoinedRows {
 public:
  JoinedRows(const CsrView<Value>& rows, const VectorColumns& at)
      : rows_(rows), at_(at) {}

  void append(const CsrStore& vectors, Index begin) {
    vectors.visit([&](const auto& view) {
      for (Index i = 0; i < view.rows; ++i) {
        const auto columns = rows_.row_columns(begin + i);
        const auto features =
            std::lower_bound(columns.begin(), columns.end(), at_.first);
        append_part({columns.begin(), features}, rows_.row_values(begin + i),
                    0);
        begins_.push_back(all_.columns.size());
        append_part(view.row_columns(i), view.row_values(i), at_.first);
        all_.end_row();
      }
    });
  }

  // b, by all rows of the data
  [[nodiscard]] double ratio_of_norms(const Dataset& data) const {
    const auto sums = data.sum_rows(2, [&](auto& norms) {
      for (std::size_t i = 0; i < begins_.size(); ++i) {
        const auto part = [&](Index begin, Index end) {
          return norm(std::span(all_.values.data() + begin, end - begin));
        };
        norms[0] += part(all_.offsets.data()[i], begins_[i]);
        norms[1] += part(begins_[i], all_.offsets.data()[i + 1]);
      }
    });
    const double ratio = sums[0] / sums[1];
    return std::isfinite(ratio) && ratio > 0 ? ratio : 1;
  }

  CsrStore scaled(double scale) {
    Value* values = all_.values.data();
    for (std::size_t i = 0; i < begins_.size(); ++i)
      for (Index e = begins_[i]; e < all_.offsets.data()[i + 1]; ++e)
        values[e] = static_cast<Value>(scale * values[e]);
    return all_.take(at_.first + at_.count);
  }

 private:
  // Appends entries, one for each column, behind so many columns.
  template <class Number>
  void append_part(std::span<const std::int32_t> columns,
                   std::span<const Number> values, Index behind) {
    const Index begin = all_.columns.size();
    const Index count = std::ssize(columns);
    all_.columns.resize(begin + count);
    all_.values.resize(begin + count);
    for (Index e = 0; e < count; ++e) {
      all_.columns.data()[begin + e] =
          static_cast<std::int32_t>(behind + columns[e]);
      all_.values.data()[begin + e] = static_cast<Value>(values[e]);
    }
  }

  const CsrView<Value>& rows_;
  const VectorColumns& at_;
  GrowingRows<Value> all_;
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
    return at.scale = rows.ratio_of_norms(data);
  });
  return joined;
}

CsrStore with_scaled_vectors(const Dataset& data, double factor) {
  return data.rows.visit([&]<class Value>(const CsrView<Value>& view) {
    const Index entries = data.rows.nonzeros();
    CsrMatrix<Value> scaled{view.cols,
                            {view.offsets, view.offsets + view.rows + 1},
                            {view.columns, view.columns + entries},
                            {view.values, view.values + entries}};
    for (Index e = 0; e < entries; ++e)
      if (scaled.columns[e] >= data.vectors.first)
        scaled.values[e] = static_cast<Value>(factor * scaled.values[e]);
    return RowCheck::trusted(CsrStore(std::move(scaled)));
  });
}

CsrStore features_of(const Dataset& data) {
  if (data.vectors.count == 0) return data.rows;
  return column_range(data.rows, 0, data.vectors.first);
}

CsrStore words_of(const Dataset& data) {
  const CsrStore features = features_of(data);
  if (data.pieces == 0) return features;
  const Index words = data.features() - data.pieces;
  return features.visit([words]<class Value>(const CsrView<Value>& view) {
    CsrMatrix<Value> part;
    part.cols = words;
    for (Index i = 0; i < view.rows; ++i) {
      double all = 0, own = 0;
      const auto begin = std::ssize(part.values);
      for (Index e = view.offsets[i]; e < view.offsets[i + 1]; ++e) {
        const double square = double{view.values[e]} * view.values[e];
        all += square;
        if (view.columns[e] >= words) continue;
        own += square;
        part.columns.push_back(view.columns[e]);
        part.values.push_back(view.values[e]);
      }
      for (auto value = part.values.begin() + begin; value != part.values.end();
           ++value)
        *value = static_cast<Value>(*value * std::sqrt(all / own));
      part.end_row();
    }
    return RowCheck::trusted(CsrStore(std::move(part)));
  });
}

CsrStore points_of(const Dataset& data) {
  const VectorColumns& at = data.vectors;
  if (at.count == 0) return words_of(data);
  return column_range(data.rows, at.first, at.first + at.count);
}

}  // namespace semilin
