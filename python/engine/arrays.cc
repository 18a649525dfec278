#include "engine/arrays.h"

#include <cstdint>
#include <limits>
#include <string>

#include "semilin/base/error.h"

namespace semilin::python {
namespace {

// The arrays that the rows borrow and those that they own. The last copy of a
// store may go in a thread that does not hold the interpreter's lock.
struct Arrays {
  py::object data, indices;
  std::vector<Index> offsets;

  Arrays(py::object the_data, py::object the_indices)
      : data(std::move(the_data)), indices(std::move(the_indices)) {}
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;
  ~Arrays() {
    const py::gil_scoped_acquire lock;
    data = py::object();
    indices = py::object();
  }
};

constexpr int kContiguous = py::array::c_style;

template <class T>
bool is_list_of(const py::array& array) {
  return array.ndim() == 1 && py::array_t<T, kContiguous>::check_(array);
}

std::vector<Index> offsets_from(const py::array& indptr) {
  require(indptr.ndim() == 1 && indptr.size() > 0 &&
              (is_list_of<std::int64_t>(indptr) ||
               is_list_of<std::int32_t>(indptr)),
          "rows: indptr must be a list of int32 or int64, one more than rows");
  const auto numbers =
      py::array_t<std::int64_t, kContiguous | py::array::forcecast>(indptr);
  return {numbers.data(), numbers.data() + numbers.size()};
}

template <class Value>
CsrStore store_of(const std::shared_ptr<Arrays>& arrays, const py::array& data,
                  const py::array& indices, Index cols) {
  CsrView<Value> view;
  view.rows = static_cast<Index>(arrays->offsets.size()) - 1;
  view.cols = cols;
  view.offsets = arrays->offsets.data();
  view.columns = static_cast<const std::int32_t*>(indices.data());
  view.values = static_cast<const Value*>(data.data());
  return CsrStore(view, arrays);
}

}  // namespace

CsrStore rows_from(const py::array& data, const py::array& indices,
                   const py::array& indptr, Index cols) {
  require(is_list_of<float>(data) || is_list_of<double>(data),
          "rows: data must be a list of float32 or float64");
  require(is_list_of<std::int32_t>(indices),
          "rows: indices must be a list of int32");
  require(
      cols >= 0 && cols <= std::numeric_limits<std::int32_t>::max(),
      "rows: expected fewer than 2^31 columns, found " + std::to_string(cols));
  auto arrays = std::make_shared<Arrays>(data, indices);
  arrays->offsets = offsets_from(indptr);
  const Index entries = arrays->offsets.back();
  require(entries >= 0 && entries <= indices.size() && entries <= data.size(),
          "rows: indptr ends with " + std::to_string(entries) + ", but there " +
              "are " + std::to_string(indices.size()) + " indices and " +
              std::to_string(data.size()) + " values");
  return is_list_of<float>(data)
             ? store_of<float>(arrays, data, indices, cols)
             : store_of<double>(arrays, data, indices, cols);
}

py::tuple arrays_of(const CsrStore& rows) {
  const py::capsule owner = kept(rows);
  return rows.visit([&](const auto& view) {
    const Index entries = view.nonzeros();
    return py::make_tuple(borrowed(view.values, {entries}, owner),
                          borrowed(view.columns, {entries}, owner),
                          borrowed(view.offsets, {view.rows + 1}, owner));
  });
}

}  // namespace semilin::python
