#include "semilin/io/svmlight.h"

#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/base/error.h"
#include "semilin/io/line_source.h"
#include "semilin/io/output_file.h"

#include "io/io_support.h"

using semilin::Dataset;
using semilin::Index;
using semilin::kUnlabeled;
using semilin::ReadOptions;
using semilin::write_svmlight;
using semilin::test::dense;
using semilin::test::read_from_text;
using semilin::test::same_data;
using semilin::test::TempFile;

TEST_CASE("a small file is read with its labels and zeros dropped") {
  const Dataset data = read_from_text(
      "+1 1:0.5 3:-2e1 # first\n"
      "\n"
      "# a comment\n"
      "-1 qid:7 2:0 4:1\r\n"
      "?");

  CHECK(data.rows.rows() == 3);
  CHECK(data.rows.cols() == 4);
  CHECK(data.rows.nonzeros() == 3);
  CHECK(data.classes == std::vector<std::string>{"-1", "+1"});
  CHECK(data.labels == std::vector<std::int32_t>{1, 0, kUnlabeled});
  CHECK(dense(data.rows) == std::vector<double>{0.5, 0, -20, 0,  //
                                                0, 0, 0, 1,      //
                                                0, 0, 0, 0});
}
