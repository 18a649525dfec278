#include "support/invalid_rows.h"

namespace semilin::test {

CsrMatrix<double> six_rows() {
  CsrMatrix<double> matrix{4, {0}, {}, {}};
  for (int i = 0; i < 6; ++i) {
    matrix.columns.insert(matrix.columns.end(), {i % 2, 2 + i % 2});
    matrix.values.insert(matrix.values.end(), {1.0 + i, 1.0});
    matrix.end_row();
  }
  return matrix;
}

std::vector<InvalidRows> invalid_rows() {
  std::vector<InvalidRows> all;
  const auto add = [&all](const std::string& fault,
                          const std::function<void(CsrMatrix<double>&)>& act) {
    CsrMatrix<double> matrix = six_rows();
    act(matrix);
    all.push_back({fault, CsrStore(std::move(matrix))});
  };
  add("row 5 (from 0): expected columns below 4, found 4",
      [](auto& m) { m.columns[11] = 4; });
  add("row 2 (from 0): expected columns below 4, found 1000000000",
      [](auto& m) { m.columns[5] = 1'000'000'000; });
  add("row 1 (from 0): expected columns from 0, found -1",
      [](auto& m) { m.columns[2] = -1; });
  add("row 4 (from 0): columns must ascend, found 2 behind 2",
      [](auto& m) { m.columns[8] = 2; });
  add("row 3 (from 0): columns must ascend, found 1 behind 3", [](auto& m) {
    m.columns[6] = 3;
    m.columns[7] = 1;
  });
  add("row 0 (from 0): expected finite values, found nan",
      [](auto& m) { m.values[1] = std::nan(""); });
  add("row 5 (from 0): expected finite values, found inf",
      [](auto& m) { m.values[10] = std::numeric_limits<double>::infinity(); });
  add("row 2 (from 0): offsets must not fall, found 1000 before 6",
      [](auto& m) { m.offsets[2] = 1000; });
  add("row 1 (from 0): offsets must not fall, found 2 before -5",
      [](auto& m) { m.offsets[2] = -5; });
  add("first offset", [](auto& m) { m.offsets[0] = 1; });
  return all;
}

}  // namespace semilin::test
