#include "semilin/io/archive_file.h"

#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/io/dataset_file.h"

#include "io/io_support.h"

using semilin::Archive;
using semilin::archive_from_bytes;
using semilin::archive_to_bytes;
using semilin::read_archive;
using semilin::write_archive;
using semilin::test::error_of;
using semilin::test::TempFile;

namespace {

Archive small_archive() {
  Archive archive;
  archive.kind = "linear-model";
  archive.header = R"({"lambda":0.1,"name":"x"})";
  archive.put<double>("weights", std::vector<double>{1.5, -2});
  archive.put<float>("floats", std::vector<float>{0.25F});
  archive.put<std::int32_t>("ints", std::vector<std::int32_t>{7, -1, 3});
  archive.put<std::int64_t>("none", std::vector<std::int64_t>{});
  archive.put<char>("text", std::string("a\0b", 3));
  return archive;
}

bool same(const Archive& a, const Archive& b) {
  return a.kind == b.kind && a.header == b.header &&
         std::equal(a.arrays.begin(), a.arrays.end(), b.arrays.begin(),
                    b.arrays.end(), [](const auto& x, const auto& y) {
                      return x.first == y.first &&
                             x.second.type == y.second.type &&
                             x.second.bytes == y.second.bytes;
                    });
}

}  // namespace

TEST_CASE("an archive comes back from a file and from bytes") {
  const TempFile file;
  const Archive archive = small_archive();

  write_archive(archive, file.path());

  CHECK(same(read_archive(file.path()), archive));
  CHECK(same(archive_from_bytes(archive_to_bytes(archive), "x"), archive));
  CHECK(semilin::test::slurp(file.path()) == archive_to_bytes(archive));
  CHECK(semilin::file_kind(file.path()) == semilin::FileKind::Archive);
}

TEST_CASE("an empty archive comes back") {
  CHECK(same(archive_from_bytes(archive_to_bytes(Archive{}), "x"), Archive{}));
}

TEST_CASE("every flipped bit of an archive is refused") {
  const std::string sound = archive_to_bytes(small_archive());

  for (std::size_t i = 0; i < sound.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string altered = sound;
      altered[i] = static_cast<char>(altered[i] ^ (1 << bit));
      CAPTURE(i);
      CAPTURE(bit);
      CHECK(error_of([&] {
              static_cast<void>(archive_from_bytes(altered, "x"));
            }) != "");
    }
  }
}

TEST_CASE("an archive cut at any length is refused") {
  const std::string sound = archive_to_bytes(small_archive());

  for (std::size_t size = 0; size < sound.size(); ++size) {
    CAPTURE(size);
    CHECK(error_of([&] {
            static_cast<void>(archive_from_bytes(sound.substr(0, size), "x"));
          }) != "");
  }
}

TEST_CASE("a header that is not a JSON object is the caller's fault") {
  Archive archive = small_archive();
  archive.header = "[1]";

  CHECK_THROWS_AS(static_cast<void>(archive_to_bytes(archive)),
                  std::invalid_argument);
}

TEST_CASE("a text file is no archive") {
  const TempFile file(".svm", "1 1:2\n");

  CHECK(error_of([&] { static_cast<void>(read_archive(file.path())); }) ==
        file.path() +
            ": expected a semilin model or archive, found another file");
}
