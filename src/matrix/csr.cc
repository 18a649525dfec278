#include "semilin/matrix/csr.h"

#include <cmath>
#include <string>
#include <utility>

#include "semilin/base/error.h"

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
const char* row_fault(const CsrView<Value>& view, Index i) {
  if (view.offsets[i] > view.offsets[i + 1]) return "offsets fall";
  std::int32_t last = -1;
  for (const std::int32_t column : view.row_columns(i)) {
    if (column <= last) return "columns must ascend from 0";
    last = column;
  }
  if (last >= view.cols) return "a column beyond the last";
  for (const Value value : view.row_values(i)) {
    if (!std::isfinite(value)) return "a value is not finite";
  }
  return nullptr;
}

template <class Value>
void require_valid_view(const CsrView<Value>& view) {
  if (view.rows == 0) return;
  require(view.offsets[0] == 0, "csr: the first offset must be 0");
  for (Index i = 0; i < view.rows; ++i) {
    const char* fault = row_fault(view, i);
    if (fault) require(false, "csr: row " + std::to_string(i) + ": " + fault);
  }
}

}  // namespace

CsrStore::CsrStore() : CsrStore(CsrMatrix<float>{}) {}

CsrStore::CsrStore(CsrMatrix<float> matrix) {
  auto owner = std::make_shared<const CsrMatrix<float>>(std::move(matrix));
  view_ = owner->view();
  owner_ = std::move(owner);
}

CsrStore::CsrStore(CsrMatrix<double> matrix) {
  auto owner = std::make_shared<const CsrMatrix<double>>(std::move(matrix));
  view_ = owner->view();
  owner_ = std::move(owner);
}

CsrStore::CsrStore(CsrView<float> view, std::shared_ptr<const void> owner)
    : view_(view), owner_(std::move(owner)) {}

CsrStore::CsrStore(CsrView<double> view, std::shared_ptr<const void> owner)
    : view_(view), owner_(std::move(owner)) {}

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
  std::visit([cols](auto& view) { view.cols = cols; }, copy.view_);
  return copy;
}

CsrStore CsrStore::select(std::span<const Index> rows) const {
  return visit(
      [rows](const auto& view) { return CsrStore(select_rows(view, rows)); });
}

void require_valid(const CsrStore& rows) {
  rows.visit([](const auto& view) { require_valid_view(view); });
}

}  // namespace semilin
