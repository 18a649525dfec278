#include "semilin/text/documents.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"

namespace semilin {
namespace {

namespace fs = std::filesystem;

// The position of the first character that a label may not hold.
std::size_t bad_label_character(std::string_view label) {
  return label.find_first_of(" \t\v\f\r\n#:");
}

constexpr const char* kLabelRule = "a label without blanks, '#' or ':'";

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMost = 40;
  if (text.size() <= kMost) return "'" + std::string(text) + "'";
  return "'" + std::string(text.substr(0, kMost)) + "...'";
}

std::string known_label(std::string_view label) {
  return label == "?" ? std::string() : std::string(label);
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
    const std::string label = fs::path(entry).filename().string();
    if (bad_label_character(label) != std::string::npos) {
      throw DataError(entry, std::string("expected as a folder's name ") +
                                 kLabelRule + ", found " + in_quotes(label));
    }
    collect_files(entry, known_label(label), files);
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
          line.empty() ? "an empty line" : in_quotes(line) + " without a tab");
    }
    const std::string_view label = line.substr(0, tab);
    const std::size_t bad = bad_label_character(label);
    if (bad != std::string_view::npos) {
      throw DataError(lines_.name(), lines_.line(), static_cast<Index>(bad) + 1,
                      std::string(kLabelRule) + " before the tab",
                      in_quotes(label));
    }
    batch.labels.push_back(known_label(label));
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
