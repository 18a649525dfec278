#include "io/binary_kind.h"

#include <array>

#include "semilin/base/error.h"

namespace semilin::io {
namespace {

using std::string_view_literals::operator""sv;

struct Kind {
  std::size_t offset;
  std::string_view magic;
  const char* found;
};

constexpr const char* kUtf16 =
    "UTF-16: make it UTF-8 first (iconv -f UTF-16 -t UTF-8)";
constexpr std::array kKinds = {
    Kind{0, "PK\3\4"sv,
         "a zip archive (xlsx, or a zipped CSV): unpack it first, or save the "
         "table as CSV"},
    Kind{0, "PAR1\x15"sv, "a Parquet file: save it as CSV or JSON lines first"},
    Kind{0,
         "\xfd"
         "7zXZ\0"sv,
         "a file packed by xz: unpack it first"},
    Kind{4, "1AY&SY"sv, "a file packed by bzip2: unpack it first"},
    Kind{0, "\x28\xb5\x2f\xfd"sv, "a file packed by zstd: unpack it first"},
    Kind{0, "7z\xbc\xaf"sv, "a 7z archive: unpack it first"},
    Kind{257, "ustar"sv, "a tar archive: unpack it first"},
    Kind{0, "\xd0\xcf\x11\xe0"sv,
         "an old file of Excel or Word: save it as CSV or text first"},
    Kind{0, "%PDF-"sv, "a PDF file: make text of it first"},
    Kind{0, "SQLite format 3\0"sv, "an SQLite database: export a CSV first"},
    Kind{0, "\xff\xfe"sv, kUtf16},
    Kind{0, "\xfe\xff"sv, kUtf16}};

}  // namespace

void refuse_binary(const std::string& name, std::string_view start) {
  for (const Kind& kind : kKinds) {
    if (start.size() < kind.offset ||
        !start.substr(kind.offset).starts_with(kind.magic))
      continue;
    throw DataError(name, std::string("expected text, found ") + kind.found);
  }
}

}  // namespace semilin::io
