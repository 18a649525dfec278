#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/io/dataset_file.h"

#include "io/io_support.h"

using semilin::Dataset;
using semilin::file_kind;
using semilin::FileKind;
using semilin::read_dataset;
using semilin::test::error_of;
using semilin::test::read_from_text;
using semilin::test::same_data;
using semilin::test::TempFile;

namespace {

// As numpy.save writes it.
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

std::string refused(const std::string& bytes) {
  const TempFile file(".npy", bytes);
  const std::string error =
      error_of([&] { static_cast<void>(read_dataset({file.path()})); });
  REQUIRE(error.starts_with(file.path()));
  return error.substr(file.path().size());
}

}  // namespace

TEST_CASE("a matrix of NumPy has the rows of the same text") {
  const std::vector<float> singles = {0.5F, 0, -2, 0, 0.1F, 0, 65504, 0, 6e-8F};
  const std::vector<double> doubles = {0.5, 0, -2, 0, 0.1, 0, 65504, 0, 6e-8};
  const TempFile single(".npy", npy("'<f4'", "(3, 3)", singles));
  const TempFile two(".npy", npy("'<f8'", "(3, 3)", doubles));
  CHECK(file_kind(single.path()) == FileKind::Matrix);

  const Dataset expected =
      read_from_text("? 1:0.5 3:-2\n? 2:0.1\n? 1:65504 3:6e-8\n");
  CHECK(same_data(read_dataset({single.path()}), expected));
  CHECK(same_data(read_dataset({two.path()}), expected));
}

TEST_CASE("halves are read exactly") {
  // 1, -2, the largest, the smallest, the smallest that is normal, 1/3
  const std::vector<std::uint16_t> halves = {0x3c00, 0xc000, 0x7bff,
                                             0x0001, 0x0400, 0x3555};
  const TempFile file(".npy", npy("'<f2'", "(1, 6)", halves));

  CHECK(same_data(read_dataset({file.path()}),
                  read_from_text("? 1:1 2:-2 3:65504 4:5.9604644775390625e-8 "
                                 "5:6.103515625e-5 6:0.333251953125\n")));
}

TEST_CASE("a last column of zeros is a column") {
  const TempFile file(
      ".npy", npy("'<f4'", "(2, 3)", std::vector<float>{1, 0, 0, 0, 1, 0}));
  CHECK(read_dataset({file.path()}).rows.cols() == 3);
}

TEST_CASE("what is no matrix of numbers is refused in one line") {
  const std::vector<float> four = {1, 2, 3, 4};
  const std::string sound = npy("'<f4'", "(2, 2)", four);

  CHECK(refused(npy("'>f4'", "(2, 2)", four)) ==
        ": expected float16, float32 or float64, little-endian, found the type "
        "'>f4'");
  CHECK(refused(npy("'|O'", "(2, 2)", four)).ends_with("found the type '|O'"));
  CHECK(refused(npy("[('a', '<f4')]", "(2, 2)", four))
            .find("found the type '{'descr'") != std::string::npos);
  CHECK(refused(npy("'<f4'", "(2, 2)", four, "True")).find("found columns") !=
        std::string::npos);
  CHECK(refused(npy("'<f4'", "(4,)", four)) ==
        ": expected rows and columns, found the shape '(4,)'");
  CHECK(refused(npy("'<f4'", "(2, 3)", four)) ==
        ": expected 2 x 3 numbers of 4 bytes, found 16 bytes");
  CHECK(refused(sound.substr(0, sound.size() - 1)) ==
        ": expected 2 x 2 numbers of 4 bytes, found 15 bytes");
  CHECK(refused(npy("'<f4'", "(999999999999999, 999999999)", four))
            .find("found 16 bytes") != std::string::npos);
  CHECK(refused(npy("'<f4'", "(2, 2)", std::vector<float>{1, 2, NAN, 4})) ==
        ":2:1: expected a finite number, found nan");
  for (std::size_t size = 6; size < sound.size(); ++size)
    CHECK(refused(sound.substr(0, size)) != "");
}
