#include "semilin/text/documents.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"

#include "io/quote.h"
#include "text/document_source.h"

namespace semilin {
namespace {

namespace fs = std::filesystem;

// Without what cannot be seen at its ends: blanks, tabs, no-break and
// zero-width spaces, byte order marks.
std::string_view trimmed(std::string_view text) {
  constexpr std::array<std::string_view, 5> kUnseen = {" ", "\t", "\u00a0",
                                                       "\u200b", "\ufeff"};
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view unseen : kUnseen) {
      if (text.starts_with(unseen)) {
        text.remove_prefix(unseen.size());
        found = true;
      } else if (text.ends_with(unseen)) {
        text.remove_suffix(unseen.size());
        found = true;
      }
    }
  }
  return text;
}

// That, which may stand in quotes as label_word writes them.
std::optional<std::string> read_word(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('"')) {
    const auto quoted = read_quoted_label(text);
    if (quoted && quoted->size == text.size()) return read_label(quoted->name);
  }
  return read_label(text);
}

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

class Lines : public DocumentReader::Source {
 public:
  Lines(PeekedLines lines, bool labeled)
      : lines_(std::move(lines)), labeled_(labeled) {}

  bool append_next(DocumentBatch& batch) override {
    const auto line = lines_.next();
    if (!line) return false;
    batch.ids.push_back(place(lines_.name(), lines_.line()));
    if (labeled_) {
      append_labeled(*line, batch);
    } else {
      batch.labels.emplace_back();
      batch.texts.emplace_back(*line);
    }
    return true;
  }
  [[nodiscard]] double fraction_read() const override {
    return lines_.fraction_read();
  }

 private:
  void append_labeled(std::string_view line, DocumentBatch& batch) const {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      throw DataError(
          lines_.name(), lines_.line(), 1, "label<TAB>text",
          line.empty() ? "an empty line" : io::quote(line) + " without a tab");
    }
    const auto label = read_word(line.substr(0, tab));
    if (!label) {
      throw DataError(lines_.name(), lines_.line(), 1,
                      std::string(kLabelRule) + " before the tab",
                      io::quote(line.substr(0, tab)));
    }
    batch.labels.push_back(*label);
    batch.texts.emplace_back(line.substr(tab + 1));
  }

  PeekedLines lines_;
  bool labeled_;
};

class Folders : public DocumentReader::Source {
 public:
  explicit Folders(const std::string& path) : files_(files_by_class(path)) {}

  bool append_next(DocumentBatch& batch) override {
    if (next_ == files_.size()) return false;
    const LabeledFile& file = files_[next_++];
    batch.labels.push_back(file.label);
    batch.texts.push_back(read_text(file.path));
    batch.ids.push_back(file.path);
    return true;
  }
  [[nodiscard]] double fraction_read() const override {
    return static_cast<double>(next_) / static_cast<double>(files_.size());
  }

 private:
  std::vector<LabeledFile> files_;
  std::size_t next_ = 0;
};

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return path != "-" && fs::is_directory(path, ignored);
}

std::unique_ptr<DocumentReader::Source> open(const std::string& path,
                                             TextFormat format,
                                             const TableColumns& columns) {
  if (format == TextFormat::Auto && is_folder(path)) {
    format = TextFormat::Folders;
  }
  if (format == TextFormat::Folders) {
    if (is_folder(path)) return std::make_unique<Folders>(path);
    throw DataError(path, "expected a folder of documents");
  }
  PeekedLines lines(path);
  if (format == TextFormat::Auto) format = guess_format(lines, path, columns);
  if (format == TextFormat::Labeled || format == TextFormat::Plain) {
    return std::make_unique<Lines>(std::move(lines),
                                   format == TextFormat::Labeled);
  }
  return open_table(std::move(lines), format, columns);
}

}  // namespace

std::optional<std::string> read_label(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text == "?") return std::string();
  if (!can_name_class(text)) return std::nullopt;
  return std::string(text);
}

std::string place(const std::string& file, Index line) {
  return file + ":" + std::to_string(line);
}

DocumentReader::DocumentReader(const std::string& path, TextFormat format,
                               const TableColumns& columns)
    : source_(open(path, format, columns)) {}
DocumentReader::DocumentReader(DocumentReader&&) noexcept = default;
DocumentReader& DocumentReader::operator=(DocumentReader&&) noexcept = default;
DocumentReader::~DocumentReader() = default;

bool holds_table(const std::string& path, const TableColumns& columns) {
  if (path == "-" || !fs::is_regular_file(path)) return false;
  const FileKind kind = file_kind(path);
  if (kind != FileKind::Text && kind != FileKind::Gzip) return false;
  PeekedLines lines(path);
  const TextFormat format = guess_format(lines, path, columns);
  return format != TextFormat::Labeled && format != TextFormat::Plain;
}

bool DocumentReader::next(DocumentBatch& batch, Index bytes) {
  batch = {};
  Index read = 0;
  while (read < bytes && source_->append_next(batch))
    read += static_cast<Index>(batch.texts.back().size()) + 1;
  return !batch.texts.empty();
}

double DocumentReader::fraction_read() const {
  return source_->fraction_read();
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
