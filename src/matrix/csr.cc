#include "semilin/matrix/csr.h"

#include <optional>
#include <string>
#include <utility>

#include "semilin/base/error.h"

#include "matrix/row_check.h"

namespace semilin {
namespace {

template <class Value>
CsrMatrix<Value> select_rows(const CsrView<Value>& from,
                             std::span<const Index> rows) {
  CsrMatrix<Value> chosen;
  chosen.cols = from.cols;
  chosen.offsets.reserve(rows.size() + 1);
  Index nonzeros = 0;
  for (const Index i : rows) {
    if (i < 0 || i >= from.rows) {
      require(false, "CsrStore::select: no row " + std::to_string(i));
    }
    nonzeros += from.offsets[i + 1] - from.offsets[i];
  }
  chosen.columns.reserve(nonzeros);
  chosen.values.reserve(nonzeros);
  for (const Index i : rows) {
    const auto columns = from.row_columns(i);
    const auto values = from.row_values(i);
    chosen.columns.insert(chosen.columns.end(), columns.begin(), columns.end());
    chosen.values.insert(chosen.values.end(), values.begin(), values.end());
    chosen.end_row();
  }
  return chosen;
}

template <class Value>
std::shared_ptr<const CsrMatrix<Value>> owned(CsrMatrix<Value> matrix) {
  require(
      !matrix.offsets.empty() &&
          matrix.offsets.back() == static_cast<Index>(matrix.columns.size()),
      "rows: the last offset must be the number of columns, " +
          std::to_string(matrix.columns.size()));
  require(matrix.columns.size() == matrix.values.size(),
          "rows: expected a value for each of " +
              std::to_string(matrix.columns.size()) + " columns, found " +
              std::to_string(matrix.values.size()));
  return std::make_shared<const CsrMatrix<Value>>(std::move(matrix));
}

template <class Value>
std::vector<Index> joined_offsets(const CsrView<Value>& first,
                                  const CsrView<Value>& then) {
  std::vector<Index> all = {0};
  all.reserve(first.rows + then.rows + 1);
  for (const CsrView<Value>& rows : {first, then}) {
    const Index before = all.back();
    for (Index i = 1; i <= rows.rows; ++i)
      all.push_back(before + rows.offsets[i]);
  }
  return all;
}

// All rows in arrays of their own.
template <class Value>
CsrStore copied_rows(const CsrView<Value>& first, const CsrView<Value>& then) {
  CsrMatrix<Value> all;
  all.cols = first.cols;
  all.offsets = joined_offsets(first, then);
  all.columns.reserve(first.nonzeros() + then.nonzeros());
  all.values.reserve(first.nonzeros() + then.nonzeros());
  for (const CsrView<Value>& rows : {first, then}) {
    all.columns.insert(all.columns.end(), rows.columns,
                       rows.columns + rows.nonzeros());
    all.values.insert(all.values.end(), rows.values,
                      rows.values + rows.nonzeros());
  }
  return CsrStore(std::move(all));
}

// All rows in the pages of the first ones; no rows if the system refuses.
template <class Value>
std::optional<CsrStore> mapped_rows(const CsrView<Value>& first,
                                    const CsrView<Value>& then,
                                    const RowPages& pages) {
  struct Owner {
    std::vector<Index> offsets;
    std::shared_ptr<const std::byte> columns, values;
  };
  const auto extended = [&pages](const auto* array, Index size,
                                 const auto* behind, Index more) {
    return pages.extended(array, array + size,
                          std::as_bytes(std::span(behind, more)));
  };
  auto owner = std::make_shared<Owner>();
  owner->columns =
      extended(first.columns, first.nonzeros(), then.columns, then.nonzeros());
  owner->values =
      extended(first.values, first.nonzeros(), then.values, then.nonzeros());
  if (!owner->columns || !owner->values) return std::nullopt;
  owner->offsets = joined_offsets(first, then);
  const CsrView<Value> all{
      first.rows + then.rows, first.cols, owner->offsets.data(),
      reinterpret_cast<const std::int32_t*>(owner->columns.get()),
      reinterpret_cast<const Value*>(owner->values.get())};
  return CsrStore(all, std::move(owner));
}

// The same values in another type.
template <class Value>
CsrMatrix<Value> converted(const CsrStore& rows) {
  return rows.visit([](const auto& view) {
    CsrMatrix<Value> made;
    made.cols = view.cols;
    made.offsets.assign(view.offsets, view.offsets + view.rows + 1);
    made.columns.assign(view.columns, view.columns + view.nonzeros());
    made.values.assign(view.values, view.values + view.nonzeros());
    return made;
  });
}

}  // namespace

CsrStore::CsrStore() : CsrStore(CsrMatrix<float>{}) {}

template <class Value>
CsrStore::CsrStore(CsrMatrix<Value> matrix) {
  auto owner = owned(std::move(matrix));
  view_ = owner->view();
  shared_ = std::make_shared<Shared>(std::move(owner));
}

template CsrStore::CsrStore(CsrMatrix<float>);
template CsrStore::CsrStore(CsrMatrix<double>);

CsrStore::CsrStore(CsrView<float> view, std::shared_ptr<const void> owner)
    : view_(view), shared_(std::make_shared<Shared>(std::move(owner))) {}

CsrStore::CsrStore(CsrView<double> view, std::shared_ptr<const void> owner)
    : view_(view), shared_(std::make_shared<Shared>(std::move(owner))) {}

Index CsrStore::rows() const {
  return visit([](const auto& view) { return view.rows; });
}

Index CsrStore::cols() const {
  return visit([](const auto& view) { return view.cols; });
}

Index CsrStore::nonzeros() const {
  return visit([](const auto& view) { return view.nonzeros(); });
}

Index CsrStore::bytes() const {
  const Index entry = is_double() ? 12 : 8;
  return 8 * (rows() + 1) + entry * nonzeros();
}

CsrStore CsrStore::with_cols(Index cols) const {
  CsrStore copy = *this;
  if (cols == this->cols()) return copy;
  std::visit([cols](auto& view) { view.cols = cols; }, copy.view_);
  copy.shared_ = std::make_shared<Shared>(shared_->owner);
  copy.shared_->pages = shared_->pages;
  copy.shared_->file = shared_->file;
  copy.shared_->checksums = shared_->checksums;
  copy.shared_->valid = shared_->valid && cols > this->cols();
  return copy;
}

CsrStore CsrStore::select(std::span<const Index> rows) const {
  require_valid(*this);
  CsrStore chosen = visit(
      [rows](const auto& view) { return CsrStore(select_rows(view, rows)); });
  chosen.shared_->valid = true;
  return chosen;
}

CsrStore CsrStore::range(Index begin, Index end) const {
  require(begin >= 0 && begin <= end && end <= rows(),
          "CsrStore::range: expected rows of the store");
  CsrStore part = visit([&]<class Value>(const CsrView<Value>& view) {
    struct Owner {
      std::vector<Index> offsets;
      std::shared_ptr<const void> rows;
    };
    auto owner = std::make_shared<Owner>();
    owner->rows = shared_->owner;
    const Index first = begin == end ? 0 : view.offsets[begin];
    const Index last = begin == end ? 0 : view.offsets[end];
    if (first < 0 || last < first || last > view.nonzeros())
      throw DataError(shared_->file, "expected offsets that rise (altered)");
    for (Index i = begin; i < end; ++i)
      owner->offsets.push_back(view.offsets[i] - first);
    owner->offsets.push_back(last - first);
    const CsrView<Value> rows{end - begin, view.cols, owner->offsets.data(),
                              view.columns + first, view.values + first};
    return CsrStore(rows, std::move(owner));
  });
  part.shared_->pages = shared_->pages;
  part.shared_->file = shared_->file;
  if (begin > 0 && !part.shared_->file.empty())
    part.shared_->file += ", from row " + std::to_string(begin);
  part.shared_->valid = shared_->valid.load();
  return part;
}

CsrStore CsrStore::followed_by(const CsrStore& others) const {
  require_valid(others);
  require(others.cols() <= cols(),
          "CsrStore::followed_by: expected no more columns than these rows "
          "have");
  CsrStore all = visit([&]<class Value>(const CsrView<Value>& view) {
    const CsrMatrix<Value> then = converted<Value>(others);
    std::optional<CsrStore> mapped;
    if (shared_->pages)
      mapped = mapped_rows(view, then.view(), *shared_->pages);
    return mapped ? *mapped : copied_rows(view, then.view());
  });
  all.shared_->file = shared_->file;
  all.shared_->valid = shared_->valid.load();
  return all;
}

}  // namespace semilin
