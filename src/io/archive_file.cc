// An archive file is the container of io/sections.h with magic kArchiveMagic:
//   info      {"kind": kind, "header": {the user's header}}
//   sections  the arrays, by name
#include "semilin/io/archive_file.h"

#include <cstring>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/advanced/io/line_source.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"

#include "base/checksum.h"
#include "io/input.h"
#include "io/sections.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

constexpr io::FileFormat kArchiveFormat{io::kArchiveMagic, 1,
                                        "model or archive"};

void write_to(const Archive& archive, const io::ByteSink& write) {
  const Json header = Json::parse(archive.header, nullptr, false);
  require(header.is_object(),
          "write_archive: the header must be a JSON object");
  const Json info = {{"kind", archive.kind}, {"header", header}};
  std::vector<io::NewSection> sections;
  for (const auto& [name, array] : archive.arrays) {
    const auto* bytes = reinterpret_cast<const char*>(array.bytes.data());
    sections.push_back(
        io::section_of(name, array.type, {bytes, array.bytes.size()}));
  }
  io::write_sections(kArchiveFormat, info.dump(), sections, write);
}

}  // namespace

void write_archive(const Archive& archive, const std::string& path) {
  OutputFile file(path);
  write_to(archive, [&](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

std::uint32_t archive_checksum(const Archive& archive) {
  std::uint32_t so_far = 0;
  write_to(archive,
           [&](std::string_view bytes) { so_far = checksum(bytes, so_far); });
  return so_far;
}

std::string archive_to_bytes(const Archive& archive) {
  std::string all;
  write_to(archive, [&](std::string_view bytes) { all.append(bytes); });
  return all;
}

Archive archive_from_bytes(std::string_view bytes, const std::string& name) {
  const io::Sections content = io::parse_sections(kArchiveFormat, bytes, name);
  io::verify_gaps(bytes, content, name);
  Archive archive;
  try {
    const Json info = Json::parse(content.info);
    archive.kind = info.at("kind").get<std::string>();
    archive.header = info.at("header").dump();
  } catch (const Json::exception&) {
    throw DataError(name, "expected a kind and a header, found neither");
  }
  for (const io::Section& section : content.sections) {
    io::verify_section(section, name);
    ArchiveArray& array = archive.arrays[section.name];
    array.type = section.type;
    array.bytes.resize(section.bytes.size());
    if (!section.bytes.empty()) {
      std::memcpy(array.bytes.data(), section.bytes.data(),
                  section.bytes.size());
    }
  }
  return archive;
}

Archive read_archive(const std::string& path) {
  return archive_from_bytes(read_text(path), io::input_name(path));
}

}  // namespace semilin
