// Files in NumPy's format, as numpy.save writes them.
#pragma once

#include "support/test.h"

namespace semilin::test {

/// The bytes of a file with this type ("'<f4'"), shape ("(2, 3)") and order.
template <class Number>
std::string npy(const std::string& type, const std::string& shape,
                const std::vector<Number>& numbers,
                const std::string& order = "False") {
  std::string header = "{'descr': " + type + ", 'fortran_order': " + order +
                       ", 'shape': " + shape + ", }";
  header += std::string(63 - (10 + header.size()) % 64, ' ') + "\n";
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 255);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  file.append(reinterpret_cast<const char*>(numbers.data()),
              numbers.size() * sizeof(Number));
  return file;
}

/// A matrix of float32.
inline std::string npy(int rows, const std::vector<float>& numbers) {
  return npy("'<f4'",
             "(" + std::to_string(rows) + ", " +
                 std::to_string(static_cast<int>(numbers.size()) / rows) + ")",
             numbers);
}

}  // namespace semilin::test
