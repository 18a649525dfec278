// A store is the container of io/sections.h with magic kStoreMagic:
//   info      {"rows": n, "cols": d, "nonzeros": z, "values": "float32" |
//              "float64", "multi_label": true if classes are sets of labels
//              (absent: if one has a comma)}
//   sections  offsets  int64    n + 1, from 0 to z
//             columns  int32    z, ascending within a row, from 0
//             values   float32 or float64, z
//             labels   int32    n; -1: unlabeled
//             classes  uint8    names, each ended by a zero byte
//             costs    float64  n; absent: all 1
//             attachment:NAME   uint8, any number of them
// The attachment "ids" has one id per row, each ended by a zero byte, "drawn"
// one float64 per row.
#include "semilin/io/store.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"

#include "base/json.h"
#include "base/plain_text.h"
#include "io/input.h"
#include "io/store_file.h"
#include "matrix/row_check.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

constexpr io::FileFormat kStoreFormat{io::kStoreMagic, 1, "store"};
constexpr std::string_view kAttachment = "attachment:";
// Columns are int32, from 0.
constexpr Index kMostColumns =
    Index{std::numeric_limits<std::int32_t>::max()} + 1;
// A store without rows has no offsets to map.
constexpr Index kNoOffsets[] = {0};

using io::StoreShape;

StoreShape parse_shape(const io::Sections& content, const std::string& name) {
  try {
    const Json info = Json::parse(content.info);
    StoreShape shape{whole_number<Index>(info.at("rows")),
                     whole_number<Index>(info.at("cols")),
                     whole_number<Index>(info.at("nonzeros")),
                     info.at("values").get<std::string>() == "float64"};
    if (info.contains("multi_label"))
      shape.multi_label = info.at("multi_label").get<bool>();
    if (shape.rows >= 0 && shape.rows < std::numeric_limits<Index>::max() &&
        shape.cols >= 0 && shape.cols <= kMostColumns && shape.nonzeros >= 0) {
      return shape;
    }
  } catch (const Json::exception&) {
    // the same message
  }
  throw DataError(name, "expected a store's sizes, found others");
}

// The array `section` of `count` numbers, where it lies.
template <class T>
const T* array_of(const io::Sections& content, std::string_view section,
                  Index count, const std::string& name) {
  const io::Section* found = content.find(section);
  if (found == nullptr || found->type != array_type<T>() ||
      found->bytes.size() / sizeof(T) != static_cast<std::size_t>(count)) {
    throw DataError(name, "expected section '" + std::string(section) +
                              "' with " + std::to_string(count) +
                              " numbers, found another size or none");
  }
  return reinterpret_cast<const T*>(found->bytes.data());
}

RowChecksums row_checksums(const io::Sections& content) {
  return {content.find("offsets")->crc32, content.find("columns")->crc32,
          content.find("values")->crc32};
}

template <class Value>
CsrStore map_rows(const StoreShape& shape, const io::Sections& content,
                  const std::string& name,
                  std::shared_ptr<const io::MappedFile> file, bool trust) {
  const auto* offsets =
      array_of<Index>(content, "offsets", shape.rows + 1, name);
  const auto* columns =
      array_of<std::int32_t>(content, "columns", shape.nonzeros, name);
  const auto* values = array_of<Value>(content, "values", shape.nonzeros, name);
  if (offsets[0] != 0 || offsets[shape.rows] != shape.nonzeros) {
    throw DataError(name, "expected offsets from 0 to " +
                              std::to_string(shape.nonzeros) +
                              ", found others (altered)");
  }
  return RowCheck::from_file(
      CsrStore(CsrView<Value>{shape.rows, shape.cols, offsets, columns, values},
               file),
      name, trust ? std::nullopt : std::optional(row_checksums(content)), file);
}

void read_labels(const StoreShape& shape, const io::Sections& content,
                 const std::string& name, Dataset& data) {
  const auto* labels =
      array_of<std::int32_t>(content, "labels", shape.rows, name);
  data.labels.assign(labels, labels + shape.rows);
  if (const io::Section* classes = content.find("classes")) {
    data.classes = unpacked(classes->bytes, '\0');
  }
  if (!std::all_of(data.classes.begin(), data.classes.end(), can_name_class)) {
    throw DataError(name,
                    "expected class names in UTF-8 without control "
                    "characters, found others");
  }
  data.multi_label = shape.multi_label.value_or(std::any_of(
      data.classes.begin(), data.classes.end(),
      [](const std::string& one) { return one.find(',') != one.npos; }));
  if (content.find("costs") != nullptr) {
    const auto* costs = array_of<double>(content, "costs", shape.rows, name);
    data.costs.assign(costs, costs + shape.rows);
  }
  try {
    require_valid_labels(data);
  } catch (const std::invalid_argument& error) {
    throw DataError(name, error.what());
  }
}

// Read when they are used.
bool is_large(const io::Section& section) {
  return section.name == "offsets" || section.name == "columns" ||
         section.name == "values";
}

Store parse_store(const std::shared_ptr<const io::MappedFile>& file,
                  const io::Sections& content, const std::string& name,
                  bool trust) {
  Store store;
  for (const io::Section& section : content.sections) {
    if (!is_large(section)) io::verify_section(section, name);
    if (section.name.starts_with(kAttachment)) {
      store.attachments[section.name.substr(kAttachment.size())] =
          section.bytes;
    }
  }
  const StoreShape shape = parse_shape(content, name);
  store.data.rows = shape.doubles
                        ? map_rows<double>(shape, content, name, file, trust)
                        : map_rows<float>(shape, content, name, file, trust);
  read_labels(shape, content, name, store.data);
  return store;
}

template <class Value>
std::vector<io::NewSection> row_sections(const CsrView<Value>& rows) {
  const Index* offsets = rows.rows == 0 ? kNoOffsets : rows.offsets;
  const Index nonzeros = rows.nonzeros();
  return {io::section_of("offsets", offsets, rows.rows + 1),
          io::section_of("columns", rows.columns, nonzeros),
          io::section_of("values", rows.values, nonzeros)};
}

}  // namespace

io::MappedStore io::map_store(const std::string& path, bool trust) {
  auto file = std::make_shared<const MappedFile>(path);
  const Sections content = parse_sections(kStoreFormat, file->bytes(), path);
  return {parse_store(file, content, path, trust), file};
}

Store open_store(const std::string& path, bool trust) {
  return io::map_store(path, trust).store;
}

void verify_store(const std::string& path) {
  auto file = std::make_shared<const io::MappedFile>(path);
  const io::Sections content =
      io::parse_sections(kStoreFormat, file->bytes(), path);
  io::verify_gaps(file->bytes(), content, path);
  for (const io::Section& section : content.sections)
    io::verify_section(section, path);
  require_valid(parse_store(file, content, path, true).data.rows);
}

std::string pack_ids(const std::vector<std::string>& ids) {
  return packed(ids, '\0');
}

std::vector<std::string> row_ids(const Store& store, const std::string& name) {
  const auto found = store.attachments.find(kIdsKey);
  if (found == store.attachments.end()) return {};
  std::vector<std::string> ids = unpacked(found->second, '\0');
  const Index rows = store.data.rows.rows();
  if (std::ssize(ids) == rows) return ids;
  throw DataError(name, "expected " + std::to_string(rows) +
                            " ids, one per row, found " +
                            std::to_string(ids.size()));
}

std::string pack_drawn(const std::vector<double>& drawn) {
  return {reinterpret_cast<const char*>(drawn.data()),
          drawn.size() * sizeof(double)};
}

std::vector<double> row_drawn(const Store& store, const std::string& name) {
  const auto found = store.attachments.find(kDrawnKey);
  if (found == store.attachments.end()) return {};
  const std::string& bytes = found->second;
  std::vector<double> drawn(store.data.rows.rows());
  if (bytes.size() != drawn.size() * sizeof(double))
    throw DataError(name, "expected a probability for each row, found " +
                              std::to_string(bytes.size()) + " bytes");
  std::memcpy(drawn.data(), bytes.data(), bytes.size());
  for (const double probability : drawn)
    if (!(probability >= 0 && probability <= 1))
      throw DataError(name, "expected a probability in [0, 1], found " +
                                std::to_string(probability));
  return drawn;
}

Store select(const Store& store, std::span<const Index> rows) {
  Store chosen = {select(store.data, rows), store.attachments};
  const auto selected = [&](const auto& all) {
    std::remove_cvref_t<decltype(all)> some;
    for (const Index row : rows)
      some.push_back(all[row]);
    return some;
  };
  const std::vector<std::string> ids = row_ids(store, "the store");
  if (!ids.empty()) chosen.attachments[kIdsKey] = pack_ids(selected(ids));
  const std::vector<double> drawn = row_drawn(store, "the store");
  if (!drawn.empty())
    chosen.attachments[kDrawnKey] = pack_drawn(selected(drawn));
  return chosen;
}

void io::write_store_parts(StoreParts parts, const std::string& path) {
  Json info = {{"rows", parts.shape.rows},
               {"cols", parts.shape.cols},
               {"nonzeros", parts.shape.nonzeros},
               {"values", parts.shape.doubles ? "float64" : "float32"}};
  if (parts.shape.multi_label) info["multi_label"] = *parts.shape.multi_label;
  std::vector<NewSection> sections = std::move(parts.arrays);
  const std::string classes = packed(parts.classes, '\0');
  sections.push_back(section_of("classes", ArrayType::UInt8, classes));
  if (!parts.costs.empty()) {
    sections.push_back(
        section_of("costs", parts.costs.data(), std::ssize(parts.costs)));
  }
  for (const auto& [name, bytes] : parts.attachments) {
    sections.push_back(
        section_of(std::string(kAttachment) + name, ArrayType::UInt8, bytes));
  }
  OutputFile file(path);
  write_sections(kStoreFormat, info.dump(), sections,
                 [&](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

void write_store(const Dataset& data, const std::string& path,
                 const Attachments& attachments) {
  require_valid(data);
  io::StoreParts parts{
      {data.rows.rows(), data.rows.cols(), data.rows.nonzeros(),
       data.rows.is_double(), data.multi_label},
      {},
      data.classes,
      data.costs,
      attachments};
  data.rows.visit([&](const auto& rows) { parts.arrays = row_sections(rows); });
  parts.arrays.push_back(
      io::section_of("labels", data.labels.data(), data.rows.rows()));
  io::write_store_parts(std::move(parts), path);
}

}  // namespace semilin
