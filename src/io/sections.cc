#include "io/sections.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"

#include "base/checksum.h"
#include "base/json.h"
#include "io/json_text.h"

namespace semilin::io {
namespace {

static_assert(std::endian::native == std::endian::little,
              "binary files are written in the machine's order");

using Json = nlohmann::json;

constexpr std::uint64_t kAlignment = 64;
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr std::uint64_t kHeadBytes = 40;
// The levels of a header, around the JSON that users gave.
constexpr int kDeepest = kMostNested + 36;
// More than any of our files has, few enough to look for one among them.
constexpr std::size_t kMostSections = 10'000;
constexpr std::array<const char*, 5> kTypeNames = {"float32", "float64",
                                                   "int32", "int64", "uint8"};
constexpr std::array<std::uint64_t, 5> kTypeBytes = {4, 8, 4, 8, 1};

std::uint64_t aligned(std::uint64_t offset) {
  return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

// The first bytes of a file, as they stand there.
struct Head {
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  std::uint32_t byte_order = kByteOrder;
  std::uint64_t file_bytes = 0;
  std::uint64_t header_bytes = 0;
  std::uint32_t header_crc32 = 0;
  std::uint32_t crc32 = 0;  // checksum of all members before
};
static_assert(sizeof(Head) == kHeadBytes);

std::string_view head_bytes(const Head& head) {
  return {reinterpret_cast<const char*>(&head), sizeof head};
}

std::uint32_t checksum_of(const Head& head) {
  return checksum(head_bytes(head).substr(0, offsetof(Head, crc32)));
}

// Offsets stand in the header and depend on its length: they count from the
// first section, so that the length is known before.
std::string header_text(const std::string& info,
                        std::span<const NewSection> sections) {
  Json table = Json::array();
  std::uint64_t offset = 0;
  for (const NewSection& section : sections) {
    table.push_back({{"name", section.name},
                     {"type", kTypeNames[static_cast<int>(section.type)]},
                     {"offset", offset},
                     {"bytes", section.bytes},
                     {"crc32", section.crc32}});
    offset = aligned(offset + section.bytes);
  }
  const Json header = {{"info", Json::parse(info)}, {"sections", table}};
  return header.dump(-1, ' ', false, Json::error_handler_t::strict);
}

Head parse_head(const FileFormat& format, std::string_view file,
                const std::string& name) {
  const std::string what(format.what);
  if (!file.starts_with(format.magic)) {
    throw DataError(name,
                    "expected a semilin " + what + ", found another file");
  }
  const auto altered = [&] {
    return DataError(name, "expected a sound " + what +
                               ", found an altered header (checksum)");
  };
  if (file.size() < kHeadBytes) {
    throw DataError(name,
                    "expected a whole " + what + ", found a truncated one");
  }
  Head head;
  std::memcpy(&head, file.data(), sizeof head);
  if (head.byte_order != kByteOrder) {
    throw DataError(name, "expected a little-endian " + what);
  }
  // First: a later version may place its checksum elsewhere.
  if (head.version != format.version) {
    throw DataError(name, "expected version " + std::to_string(format.version) +
                              " of a " + what + ", found version " +
                              std::to_string(head.version));
  }
  if (!is_checksum(checksum_of(head), head.crc32)) throw altered();
  if (head.file_bytes != file.size()) {
    throw DataError(
        name, "expected " + std::to_string(head.file_bytes) + " bytes, found " +
                  std::to_string(file.size()) +
                  (file.size() < head.file_bytes ? " (truncated)" : ""));
  }
  if (head.header_bytes > file.size() - kHeadBytes ||
      !is_checksum(checksum(file.substr(kHeadBytes, head.header_bytes)),
                   head.header_crc32)) {
    throw altered();
  }
  return head;
}

// Throws Json::exception.
Json parse_header(std::string_view text) {
  if (json_nesting(text) > kDeepest)
    throw Json::other_error::create(501, "", nullptr);
  return Json::parse(text);
}

// `begin`: where the section before ends.
Section parse_section(const Json& entry, std::string_view body,
                      std::uint64_t begin, const std::string& name) {
  Section section;
  section.name = entry.at("name").get<std::string>();
  const auto type = std::find(kTypeNames.begin(), kTypeNames.end(),
                              entry.at("type").get<std::string>());
  const auto offset = whole_number<std::uint64_t>(entry.at("offset"));
  const auto bytes = whole_number<std::uint64_t>(entry.at("bytes"));
  const auto number = type - kTypeNames.begin();
  if (type == kTypeNames.end() || offset % kAlignment != 0 || offset < begin ||
      offset > body.size() || bytes > body.size() - offset ||
      bytes % kTypeBytes[number] != 0) {
    throw DataError(name, "section '" + section.name +
                              "' does not fit the file (altered header)");
  }
  section.type = static_cast<ArrayType>(number);
  section.bytes = body.substr(offset, bytes);
  section.crc32 = whole_number<std::uint32_t>(entry.at("crc32"));
  return section;
}

}  // namespace

const Section* Sections::find(std::string_view name) const {
  for (const Section& section : sections) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

NewSection section_of(std::string name, ArrayType type,
                      std::string_view bytes) {
  return {std::move(name), type, bytes.size(), checksum(bytes),
          [bytes](const ByteSink& write) { write(bytes); }};
}

void write_sections(const FileFormat& format, const std::string& info,
                    std::span<const NewSection> sections,
                    const ByteSink& write) {
  const std::string text = header_text(info, sections);
  const std::uint64_t body = aligned(kHeadBytes + text.size());
  std::uint64_t end = body;
  for (const NewSection& section : sections)
    end = aligned(end) + section.bytes;
  Head head{{}, format.version, kByteOrder, end, text.size(), checksum(text)};
  format.magic.copy(head.magic.data(), head.magic.size());
  head.crc32 = checksum_of(head);
  write(head_bytes(head));
  write(text);
  std::uint64_t written = kHeadBytes + text.size();
  const auto pad_to = [&](std::uint64_t offset) {
    write(std::string(offset - written, '\0'));
    written = offset;
  };
  pad_to(body);
  for (const NewSection& section : sections) {
    pad_to(aligned(written));
    section.write(write);
    written += section.bytes;
  }
}

Sections parse_sections(const FileFormat& format, std::string_view file,
                        const std::string& name) {
  const Head head = parse_head(format, file, name);
  const std::uint64_t begin = aligned(kHeadBytes + head.header_bytes);
  const std::string_view body =
      begin > file.size() ? std::string_view() : file.substr(begin);
  Sections content;
  content.header_end = kHeadBytes + head.header_bytes;
  try {
    const Json header =
        parse_header(file.substr(kHeadBytes, head.header_bytes));
    content.info = header.at("info").dump();
    std::uint64_t end = 0;
    std::set<std::string> names;
    if (header.at("sections").size() > kMostSections)
      throw DataError(name, "expected at most " +
                                std::to_string(kMostSections) +
                                " sections, found more (altered header)");
    for (const Json& entry : header.at("sections")) {
      content.sections.push_back(parse_section(entry, body, end, name));
      if (!names.insert(content.sections.back().name).second)
        throw DataError(name, "expected one section '" +
                                  content.sections.back().name +
                                  "', found two (altered header)");
      const std::string_view bytes = content.sections.back().bytes;
      end = bytes.data() + bytes.size() - body.data();
    }
  } catch (const Json::exception&) {
    throw DataError(name,
                    "expected a JSON header of known fields, found "
                    "another (altered)");
  }
  return content;
}

void verify_section(const Section& section, const std::string& name) {
  if (is_checksum(checksum(section.bytes), section.crc32)) return;
  throw DataError(name, "expected section '" + section.name +
                            "' as written, found altered bytes (checksum)");
}

void verify_gaps(std::string_view file, const Sections& content,
                 const std::string& name) {
  std::size_t position = content.header_end;
  const auto require_zeros = [&](std::size_t end) {
    const auto gap = file.substr(position, end - position);
    if (gap.find_first_not_of('\0') == gap.npos) return;
    throw DataError(name,
                    "expected zeros between sections, found altered "
                    "bytes");
  };
  for (const Section& section : content.sections) {
    const auto start =
        static_cast<std::size_t>(section.bytes.data() - file.data());
    require_zeros(start);
    position = start + section.bytes.size();
  }
  require_zeros(file.size());
}

}  // namespace semilin::io
