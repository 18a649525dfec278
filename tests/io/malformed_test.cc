// Every file of tests/data/malformed is refused with the words written here.
#include <filesystem>

#include "io/io_support.h"

namespace semilin::test {
namespace {

const std::map<std::string, std::string> kMessages = {
    {"bad_number.svm", ":2:6: expected a number, found 'abc'"},
    {"number_with_tail.svm", ":1:5: expected a number, found '0.5x'"},
    {"two_points.svm", ":1:5: expected a number, found '0.5.5'"},
    {"decimal_comma.svm", ":1:5: expected a number, found '0,5'"},
    {"hex_number.svm", ":1:5: expected a number, found '0x1F'"},
    {"index_zero.svm",
     ":1:3: expected an index from 1, or zero-based data, found '0:1'"},
    {"falling_index.svm",
     ":1:11: expected an index above 5, found '3:1' (indices must ascend)"},
    {"duplicate_index.svm",
     ":2:8: expected an index above 3, found '3:2' (a duplicate)"},
    {"index_too_large.svm",
     ":1:3: expected an index up to 2147483647, found '2147483648'"},
    {"index_enormous.svm",
     ":1:3: expected an index up to 2147483647, found "
     "'99999999999999999999999999'"},
    {"negative_index.svm", ":1:3: expected an index (digits), found '-3'"},
    {"float_overflow.svm",
     ":2:6: expected a number that fits 4 bytes (up to 3.4e38), found "
     "'4e38'"},
    {"double_overflow.svm",
     ":1:5: expected a number that fits 4 bytes (up to 3.4e38), found "
     "'1e999'"},
    {"nan.svm", ":1:5: expected a finite number, found 'nan'"},
    {"inf.svm", ":1:9: expected a finite number, found '-inf'"},
    {"missing_colon.svm", ":1:7: expected index:value, found '7'"},
    {"missing_value.svm", ":1:9: expected a value behind ':', found none"},
    {"missing_value_at_end.svm",
     ":1:9: expected a value behind ':', found none"},
    {"missing_index.svm", ":1:3: expected an index (digits), found ''"},
    {"space_before_value.svm", ":1:5: expected a value behind ':', found none"},
    {"missing_label.svm", ":1:1: expected a label, found '1:1'"},
    {"query_first.svm", ":1:1: expected a label, found 'qid:3'"},
    {"word.svm", ":2:4: expected index:value, found 'hello'"},
    {"binary_garbage.svm",
     ":1:1: expected text (a label), found "
     "'\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00'"},
    {"nul_in_row.svm", ":1:9: expected a number, found '\\x003'"},
    {"long_token.svm",
     ":1:5: expected a number, found "
     "'1234567890123456789012345678901234567890...'"},
    {"old_mac_line_ends.svm",
     ":1:6: expected a line feed behind each line, found carriage returns"},
    {"after_comments.svm", ":4:12: expected an index (digits), found 'x'"},
    {"sign_only.svm", ":1:5: expected a number, found '-'"},
    {"empty.svm", ": expected rows, found none"},
    {"only_comments.svm", ": expected rows, found none"},
    {"truncated.svm.gz",
     ":144:1: expected more gzip data, found the end of the file "
     "(truncated)"},
    {"corrupt_crc.svm.gz",
     ":301:1: expected sound gzip data, found corrupt data (incorrect data "
     "check)"},
    {"trailing_garbage.svm.gz",
     ":301:1: expected the end of the gzip data, found other bytes behind it"},
};

std::string refusal(const std::string& path, int threads, Index block_bytes) {
  ReadOptions options;
  options.threads = threads;
  options.block_bytes = block_bytes;
  return error_of([&] { (void)read_svmlight(path, options); });
}

}  // namespace

TEST_CASE("every malformed file is refused with place and reason") {
  const std::string folder = source_file("tests/data/malformed");
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) ==
        std::ssize(kMessages));
  for (const auto& [file, message] : kMessages) {
    const std::string path = folder + "/" + file;
    CAPTURE(path);
    CHECK(refusal(path, 2, 1 << 19) == path + message);
    CHECK(refusal(path, 1, 1) == path + message);
    CHECK(refusal(path, 2, 60) == path + message);
  }
}

}  // namespace semilin::test
