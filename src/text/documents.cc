#include "semilin/text/documents.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <utf8proc.h>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"

#include "io/quote.h"

namespace semilin {
namespace {

namespace fs = std::filesystem;

bool is_utf8(std::string_view text) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto left = static_cast<utf8proc_ssize_t>(text.size());
  while (left > 0) {
    std::int32_t point = 0;
    const auto size = utf8proc_iterate(bytes, left, &point);
    if (size <= 0) return false;
    bytes += size;
    left -= size;
  }
  return true;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin =
      std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// The label that a person wrote; empty: unlabelled. Nothing if it cannot be
// one.
std::optional<std::string> read_label(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text == "?") return std::string();
  std::string name(text);
  if (text.front() == '"') {
    const auto quoted = read_quoted_label(text);
    if (quoted && quoted->size == text.size()) name = quoted->name;
  }
  if (!can_name_class(name) || !is_utf8(name)) return std::nullopt;
  return name;
}

constexpr const char* kLabelRule =
    "a label in UTF-8 without control characters";

struct LabeledFile {
  std::string path;
  std::string label;
};

std::vector<std::string> sorted_entries(const std::string& folder) {
  std::vector<std::string> entries;
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.path().filename().string().starts_with('.')) continue;
      entries.push_back(entry.path().string());
    }
  } catch (const fs::filesystem_error& error) {
    throw DataError(folder, error.code().message());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

void collect_files(const std::string& folder, const std::string& label,
                   std::vector<LabeledFile>& files) {
  for (const std::string& entry : sorted_entries(folder)) {
    if (fs::is_directory(entry)) {
      collect_files(entry, label, files);
    } else {
      files.push_back({entry, label});
    }
  }
}

std::vector<LabeledFile> files_by_class(const std::string& path) {
  std::vector<LabeledFile> files;
  for (const std::string& entry : sorted_entries(path)) {
    if (!fs::is_directory(entry)) {
      files.push_back({entry, ""});
      continue;
    }
    const std::string folder = fs::path(entry).filename().string();
    const auto label = read_label(folder);
    if (!label) {
      throw DataError(io::quote(entry),
                      std::string("expected as a folder's name ") + kLabelRule);
    }
    collect_files(entry, *label, files);
  }
  if (files.empty()) throw DataError(path, "the folder holds no documents");
  return files;
}

}  // namespace

class DocumentReader::Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  /// Appends one document; false at the end.
  virtual bool append_next(DocumentBatch& batch) = 0;
};

namespace {

class Lines : public DocumentReader::Source {
 public:
  Lines(const std::string& path, TextFormat format)
      : lines_(path), format_(format) {}

  bool append_next(DocumentBatch& batch) override {
    const auto line = lines_.next();
    if (!line) return false;
    if (format_ == TextFormat::Auto) {
      format_ = line->find('\t') == std::string_view::npos
                    ? TextFormat::Plain
                    : TextFormat::Labeled;
    }
    if (format_ == TextFormat::Plain) {
      batch.labels.emplace_back();
      batch.texts.emplace_back(*line);
    } else {
      append_labeled(*line, batch);
    }
    return true;
  }

 private:
  void append_labeled(std::string_view line, DocumentBatch& batch) const {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      throw DataError(
          lines_.name(), lines_.line(), 1, "label<TAB>text",
          line.empty() ? "an empty line" : io::quote(line) + " without a tab");
    }
    const auto label = read_label(line.substr(0, tab));
    if (!label) {
      throw DataError(lines_.name(), lines_.line(), 1,
                      std::string(kLabelRule) + " before the tab",
                      io::quote(line.substr(0, tab)));
    }
    batch.labels.push_back(*label);
    batch.texts.emplace_back(line.substr(tab + 1));
  }

  LineSource lines_;
  TextFormat format_;
};

class Folders : public DocumentReader::Source {
 public:
  explicit Folders(const std::string& path) : files_(files_by_class(path)) {}

  bool append_next(DocumentBatch& batch) override {
    if (next_ == files_.size()) return false;
    const LabeledFile& file = files_[next_++];
    batch.labels.push_back(file.label);
    batch.texts.push_back(read_text(file.path));
    return true;
  }

 private:
  std::vector<LabeledFile> files_;
  std::size_t next_ = 0;
};

std::unique_ptr<DocumentReader::Source> open(const std::string& path,
                                             TextFormat format) {
  std::error_code ignored;
  const bool folder = path != "-" && fs::is_directory(path, ignored);
  if (format == TextFormat::Auto && folder) format = TextFormat::Folders;
  if (format != TextFormat::Folders) {
    return std::make_unique<Lines>(path, format);
  }
  if (!folder) throw DataError(path, "expected a folder of documents");
  return std::make_unique<Folders>(path);
}

}  // namespace

DocumentReader::DocumentReader(const std::string& path, TextFormat format)
    : source_(open(path, format)) {}
DocumentReader::DocumentReader(DocumentReader&&) noexcept = default;
DocumentReader& DocumentReader::operator=(DocumentReader&&) noexcept = default;
DocumentReader::~DocumentReader() = default;

bool DocumentReader::next(DocumentBatch& batch, Index bytes) {
  batch.labels.clear();
  batch.texts.clear();
  Index read = 0;
  while (read < bytes && source_->append_next(batch))
    read += static_cast<Index>(batch.texts.back().size()) + 1;
  return !batch.texts.empty();
}

void set_labels(const std::vector<std::string>& names, Dataset& data) {
  const std::set<std::string> distinct(names.begin(), names.end());
  data.classes.assign(distinct.begin(), distinct.end());
  std::erase(data.classes, "");
  data.classes = sort_class_names(std::move(data.classes));
  std::unordered_map<std::string_view, std::int32_t> position;
  for (const std::string& name : distinct)
    position[name] = find_class(data.classes, name);
  data.labels.clear();
  for (const std::string& name : names)
    data.labels.push_back(position.at(name));
}

}  // namespace semilin
