#include "semilin/io/dataset_file.h"
#include "semilin/io/vector_file.h"

#include "io/io_support.h"
#include "support/npy.h"
#include "support/workplace.h"

namespace semilin::test {
namespace {

std::string refused(const std::string& bytes) {
  const TempFile file(".npy", bytes);
  const std::string error =
      error_of([&] { (void)read_dataset({file.path()}); });
  REQUIRE(error.starts_with(file.path()));
  return error.substr(file.path().size());
}

}  // namespace

TEST_CASE("a matrix of NumPy has the rows of the same text") {
  const std::vector<float> singles = {0.5F, 0, -2, 0, 0.1F, 0, 65504, 0, 6e-8F};
  const Doubles doubles = {0.5, 0, -2, 0, 0.1, 0, 65504, 0, 6e-8};
  const TempFile single(".npy", npy("'<f4'", "(3, 3)", singles));
  const TempFile two(".npy", npy("'<f8'", "(3, 3)", doubles));
  CHECK(file_kind(single.path()) == FileKind::Matrix);
  const Dataset expected =
      read_from_text("? 1:0.5 3:-2\n? 2:0.1\n? 1:65504 3:6e-8\n");
  CHECK(same_data(read_dataset({single.path()}), expected));
  CHECK(same_data(read_dataset({two.path()}), expected));
  ReadOptions wide;
  wide.double_values = true;
  const TempFile huge(".npy", npy("'<f8'", "(1, 1)", Doubles{-1e300}));
  CHECK(values_of(read_dataset({huge.path()}, wide).rows) == Doubles{-1e300});
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
  const std::vector<float> odd = {1, 2, 3, NAN}, none;
  for (const auto& one : std::map<std::string, std::string>{
           {npy("'>f4'", "(2, 2)", four),
            ": expected float16, float32 or float64, little-endian, found the "
            "type '>f4'"},
           {npy("'|O'", "(2, 2)", four), "found the type '|O'"},
           {npy("[('a', '<f4')]", "(2, 2)", four), "found the type '{'descr"},
           {npy("'<f4'", "(2, 2)", four, "True"), "found columns"},
           {npy("'<f4'", "(4,)", four),
            ": expected rows and columns, found the shape '(4,)'"},
           {npy("'<f4'", "(1000000000, 0)", none),
            ": expected at least one column, found the shape '(1000000000, "
            "0)'"},
           {npy("'<f4'", "(2, 3)", four),
            ": expected 2 x 3 numbers of 4 bytes, found 16 bytes"},
           {sound.substr(0, sound.size() - 1),
            ": expected 2 x 2 numbers of 4 bytes, found 15 bytes"},
           {npy("'<f4'", "(999999999999999, 999999999)", four),
            "found 16 bytes"},
           {npy("'<f4'", "(2, 2)", odd),
            ":2:2: expected a finite number, found nan"},
           {npy("'<f8'", "(2, 2)", Doubles{1, 2, -1e300, 4}),
            ":2:1: expected a finite number, found an infinite one"}})
    CHECK_MESSAGE((one.second.starts_with(':')
                       ? refused(one.first) == one.second
                       : contains(refused(one.first), one.second)),
                  one.second);
  for (std::size_t size = 6; size < sound.size(); ++size)
    CHECK(refused(sound.substr(0, size)) != "");
}

TEST_CASE("vectors are read from any row on, and to the last alone") {
  const Doubles numbers = {1, 0, 0, 2, 3, 4};
  const TempFile file(".npy", npy("'<f8'", "(3, 2)", numbers));
  const VectorFile vectors(file.path());
  CHECK(vectors.rows() == 3);
  CHECK(vectors.columns() == 2);
  const CsrStore last = vectors.reader(false, 1)(1, 2);
  CHECK_FALSE(last.is_double());
  CHECK(last.rows() == 1);
  CHECK(last.nonzeros() == 2);
  CHECK(vectors.reader(true)(0, 3).is_double());
  CHECK(error_of([&] { (void)vectors.reader(false, 2)(0, 2); }) ==
        file.path() + ": expected a vector for each row, found only 3");
  const TempFile text(".svm", "1 1:2\n");
  CHECK(error_of([&] {
          (void)VectorFile(text.path());
        }).find("(.npy), found something else") != std::string::npos);
}

}  // namespace semilin::test
