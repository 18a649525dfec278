#include "semilin/io/archive_file.h"

#include "semilin/io/dataset_file.h"

#include "base/checksum.h"
#include "io/io_support.h"

namespace semilin::test {
namespace {

Archive small_archive() {
  Archive archive;
  archive.kind = "linear-model";
  archive.header = R"({"lambda":0.1,"name":"x"})";
  archive.put<double>("weights", Doubles{1.5, -2});
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

template <class Number>
std::string bytes_of(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

// An archive of any header text, with checksums that hold.
std::string forged(const std::string& header, std::size_t body_bytes) {
  std::string bytes = archive_to_bytes({}).substr(0, 16);
  const std::size_t begin = (40 + header.size() + 63) / 64 * 64;
  bytes += bytes_of<std::uint64_t>(begin + body_bytes);
  bytes += bytes_of<std::uint64_t>(header.size());
  bytes += bytes_of(checksum(header));
  bytes += bytes_of(checksum(bytes)) + header;
  bytes.resize(begin + body_bytes);
  return bytes;
}

}  // namespace

TEST_CASE("an archive comes back from a file and from bytes") {
  const TempFile file;
  const Archive archive = small_archive();
  write_archive(archive, file.path());
  CHECK(same(read_archive(file.path()), archive));
  CHECK(same(archive_from_bytes(archive_to_bytes(archive), "x"), archive));
  CHECK(slurp(file.path()) == archive_to_bytes(archive));
  CHECK(archive_checksum(archive) == checksum(archive_to_bytes(archive)));
  CHECK(file_kind(file.path()) == FileKind::Archive);
  CHECK(same(archive_from_bytes(archive_to_bytes(Archive{}), "x"), Archive{}));
}

TEST_CASE("every flipped bit of an archive, and any cut, is refused") {
  const std::string sound = archive_to_bytes(small_archive());
  const auto refused = [](const std::string& bytes) {
    return error_of([&] { (void)archive_from_bytes(bytes, "x"); }) != "";
  };
  for (std::size_t i = 0; i < sound.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string altered = sound;
      altered[i] = static_cast<char>(altered[i] ^ (1 << bit));
      CHECK_MESSAGE(refused(altered), i);
    }
    CHECK_MESSAGE(refused(sound.substr(0, i)), i);
  }
}

TEST_CASE("sections that overlap are refused") {
  const std::string head = R"({"info":{"kind":"k","header":{}},"sections":[)";
  const auto section = [](int offset, const std::string& name = "n") {
    const std::string zeros(64, '\0');
    return R"({"name":")" + name + R"(","type":"uint8","bytes":64,"offset":)" +
           std::to_string(offset) +
           ",\"crc32\":" + std::to_string(checksum(zeros)) + "}";
  };
  const auto read = [&](const std::string& sections) {
    return error_of([&] {
      (void)archive_from_bytes(forged(head + sections + "]}", 128), "x");
    });
  };
  CHECK(read(section(0) + "," + section(64, "m")).empty());
  CHECK(read(section(0) + "," + section(64)) ==
        "x: expected one section 'n', found two (altered header)");
  CHECK(read(section(64) + "," + section(0)) ==
        "x: section 'n' does not fit the file (altered header)");
  CHECK(read(section(0) + "," + section(0)) ==
        "x: section 'n' does not fit the file (altered header)");
  std::string many = "{}";
  for (int i = 0; i < 300'000; ++i)
    many += ",{}";
  CHECK(read(many) ==
        "x: expected at most 10000 sections, found more (altered header)");
}

TEST_CASE("a header nested without end is refused") {
  constexpr int kLevels = 200'000;
  for (const char* opening : {"[", "{\"a\":"}) {
    std::string header;
    for (int level = 0; level < kLevels; ++level)
      header += opening;
    header = R"({"info":)" + header;
    CHECK(error_of([&] { (void)archive_from_bytes(forged(header, 0), "x"); }) ==
          "x: expected a JSON header of known fields, found another (altered)");
  }
}

TEST_CASE("a header of no JSON object is the caller's fault, text the file's") {
  Archive archive = small_archive();
  archive.header = "[1]";
  CHECK_THROWS_AS((void)archive_to_bytes(archive), Invalid);
  const TempFile file(".svm", "1 1:2\n");
  CHECK(error_of([&] { (void)read_archive(file.path()); }) ==
        file.path() +
            ": expected a semilin model or archive, found another file");
}

}  // namespace semilin::test
