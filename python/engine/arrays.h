// Rows and numbers between the engine and numpy, without copies.
#ifndef SEMILIN_PYTHON_ENGINE_ARRAYS_H_
#define SEMILIN_PYTHON_ENGINE_ARRAYS_H_

#include <memory>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "semilin/matrix/csr.h"

namespace semilin::python {

namespace py = pybind11;

/// An array that views `values` for as long as `owner` lives; read-only.
template <class T>
py::array_t<T> borrowed(const T* values, std::vector<py::ssize_t> shape,
                        const py::object& owner) {
  py::array_t<T> array(std::move(shape), values, owner);
  py::detail::array_proxy(array.ptr())->flags &=
      ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

/// An object that keeps `value` alive.
template <class T>
py::capsule kept(T value) {
  return py::capsule(new T(std::move(value)),
                     [](void* owned) { delete static_cast<T*>(owned); });
}

/// An array that owns `values`, which are not copied.
template <class T>
py::array_t<T> owned(std::vector<T> values, std::vector<py::ssize_t> shape) {
  auto* moved = new std::vector<T>(std::move(values));
  const py::capsule owner(
      moved, [](void* vector) { delete static_cast<std::vector<T>*>(vector); });
  return py::array_t<T>(std::move(shape), moved->data(), owner);
}

/// Borrows data (float32 or float64) and indices (int32), copies indptr, which
/// the engine counts in 64 bits. Throws std::invalid_argument for arrays whose
/// lengths do not agree; the contents of the rows are checked where they are
/// used.
[[nodiscard]] CsrStore rows_from(const py::array& data,
                                 const py::array& indices,
                                 const py::array& indptr, Index cols);

/// (data, indices, indptr), which view the rows.
[[nodiscard]] py::tuple arrays_of(const CsrStore& rows);

}  // namespace semilin::python

#endif  // SEMILIN_PYTHON_ENGINE_ARRAYS_H_
