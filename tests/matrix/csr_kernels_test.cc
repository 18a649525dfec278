#include "matrix/csr_kernels.h"

#include <unistd.h>

#include "support/test.h"

namespace semilin {
namespace {

using kernels::RowRange;
// Rows of very unequal lengths, some empty, one longer than a piece.
CsrMatrix<float> large_rows() {
  CsrMatrix<float> rows{2 * kPieceEntries, {0}, {}, {}};
  while (static_cast<Index>(rows.columns.size()) < kReadAheadEntries) {
    const Index longest = rows.rows() == 100 ? rows.cols : Index{20'000};
    const Index length =
        rows.rows() == 100 ? longest : rows.rows() * 7919 % longest;
    for (Index z = 0; z < length; ++z)
      rows.columns.push_back(static_cast<std::int32_t>(z));
    rows.end_row();
  }
  rows.values.resize(rows.columns.size(), 1.0F);
  return rows;
}

std::vector<RowRange> pieces_of(const CsrMatrix<float>& rows, RowRange range) {
  std::vector<RowRange> pieces;
  for_pieces(rows.view(), range,
             [&](RowRange piece) { pieces.push_back(piece); });
  return pieces;
}

// The pieces follow each other from the range's begin to its end, and each is
// a row or spans no more than a piece's entries.
void check_pieces(const CsrMatrix<float>& rows, RowRange range) {
  Index next = range.begin;
  for (const RowRange& piece : pieces_of(rows, range)) {
    CHECK(piece.list == range.list);
    CHECK(piece.begin == next);
    CHECK(piece.begin < piece.end);
    next = piece.end;
    const auto row = [&](Index i) { return range.list ? range.list[i] : i; };
    const Index entries =
        rows.offsets[row(piece.end - 1) + 1] - rows.offsets[row(piece.begin)];
    CHECK((entries <= kPieceEntries || piece.end == piece.begin + 1));
  }
  CHECK(next == range.end);
}

}  // namespace

TEST_CASE("pieces make up the range in order, one for a small matrix") {
  const CsrMatrix<float> rows = large_rows();
  std::vector<Index> list;
  for (Index i = 3; i < rows.rows(); i += 1 + i % 5)
    list.push_back(i);
  const auto count = static_cast<Index>(list.size());
  check_pieces(rows, {nullptr, 0, rows.rows()});
  check_pieces(rows, {nullptr, 99, 102});
  check_pieces(rows, {nullptr, 5, 5});
  check_pieces(rows, {list.data(), 0, count});
  check_pieces(rows, {list.data(), count / 3, count / 2});
  const CsrMatrix<float> small{1, {0, 0, 0}, {}, {}};
  CHECK(pieces_of(small, {nullptr, 0, 2}).size() == 1);
}

TEST_CASE("asking for memory changes nothing in it") {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<char> bytes(10 * page);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(i % 251);
  const std::vector<char> before = bytes;
  will_read(bytes.data() + 5, bytes.data() + bytes.size() - 7);
  will_read(bytes.data(), bytes.data());
  CHECK(bytes == before);
}

}  // namespace semilin
