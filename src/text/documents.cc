#include "semilin/text/documents.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/io/dataset_file.h"
#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "io/input.h"
#include "io/tokens.h"
#include "text/document_source.h"
#include "text/json_records.h"

namespace semilin {
namespace {

namespace fs = std::filesystem;

// The name in `text`; empty: none.
std::optional<std::string> read_name(std::string_view text) {
  std::string name = normal_name(text);
  if (name == "?") name.clear();
  if (!name.empty() && !can_name_class(name)) return std::nullopt;
  return name;
}

std::string unquoted(std::string_view text) {
  text = trimmed(text);
  std::string name;
  const std::size_t size = read_quoted(text, name);
  return size > 0 && size == text.size() ? name : std::string(text);
}

// Where the part at the front of `text` ends: a part in quotes behind these.
std::size_t end_of_part(std::string_view text, const std::string& separator) {
  const std::size_t begin = text.size() - trimmed(text).size();
  std::string name;
  const std::size_t quoted =
      begin < text.size() ? read_quoted(text.substr(begin), name) : 0;
  return std::min(text.find(separator, quoted > 0 ? begin + quoted : 0),
                  text.size());
}

// 1, yes or true, and 0, no or false; nothing: neither.
std::optional<bool> truth_of(std::string_view text) {
  const auto is_any = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](auto word) { return same_name(text, word); });
  };
  const auto value = parse_number(std::string(text));
  if (value == 1 || is_any({"yes", "true", "y", "x"})) return true;
  if (value == 0 || is_any({"no", "false", "n"})) return false;
  return std::nullopt;
}

struct LabeledFile {
  std::string path;
  DocumentLabel label;
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

void collect_files(const std::string& folder, const DocumentLabel& label,
                   std::vector<LabeledFile>& files) {
  for (const std::string& entry : sorted_entries(folder)) {
    if (fs::is_directory(entry)) {
      collect_files(entry, label, files);
    } else {
      files.push_back({entry, label});
    }
  }
}

std::vector<LabeledFile> files_by_class(const std::string& path,
                                        const LabelReader& reader) {
  std::vector<LabeledFile> files;
  for (const std::string& entry : sorted_entries(path)) {
    if (!fs::is_directory(entry)) {
      files.push_back({entry, {}});
      continue;
    }
    const std::string folder = fs::path(entry).filename().string();
    const auto label = reader.name(folder);
    if (!label) {
      throw DataError(quote(entry),
                      std::string("expected as a folder's name ") + kLabelRule);
    }
    collect_files(entry, *label, files);
  }
  if (files.empty()) throw DataError(path, "the folder holds no documents");
  return files;
}

void require_text(const std::string& path, const std::string& text) {
  io::refuse_binary(path, text);
  if (text.find('\0') == text.npos) return;
  throw DataError(
      path, "expected text, found a zero byte (a binary file, or UTF-16)");
}

class Folders : public DocumentReader::Source {
 public:
  Folders(const std::string& path, const TableColumns& rules)
      : path_(path), files_(files_by_class(path, LabelReader(rules))) {}

  bool next(Document& document) override {
    if (next_ == files_.size()) return false;
    const LabeledFile& file = files_[next_++];
    document.label = file.label;
    document.text = read_text(file.path);
    require_text(file.path, document.text);
    document.id = fs::path(file.path).lexically_relative(path_).string();
    return true;
  }
  [[nodiscard]] const std::string& name() const override { return path_; }
  [[nodiscard]] double fraction_read() const override {
    return static_cast<double>(next_) / static_cast<double>(files_.size());
  }

 private:
  std::string path_;
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
    if (is_folder(path)) return std::make_unique<Folders>(path, columns);
    throw DataError(path, "expected a folder of documents");
  }
  PeekedLines lines(path);
  if (format == TextFormat::Auto) format = guess_format(lines, path, columns);
  if (format == TextFormat::Labeled || format == TextFormat::Plain ||
      format == TextFormat::FastText)
    return open_lines(std::move(lines), format, columns);
  return open_table(std::move(lines), format, columns);
}

// The names in {"choices": [...]}, as Label Studio writes several in a field.
std::optional<std::vector<std::string>> choices_in(std::string_view text) {
  if (!trimmed(text).starts_with('{')) return std::nullopt;
  JsonRecord record;
  if (read_json_record(text, record) || record.members.size() != 1 ||
      record.members[0].first != "choices" || !record.members[0].second.list ||
      record.members[0].second.fault != nullptr)
    return std::nullopt;
  return record.members[0].second.texts;
}

}  // namespace

LabelReader::LabelReader(const TableColumns& rules)
    : separator_(rules.label_separator) {
  if (rules.unlabeled_label) unlabeled_ = normal_name(*rules.unlabeled_label);
}

DocumentLabel LabelReader::known(DocumentLabel label) const {
  if (unlabeled_ && label.name == *unlabeled_) return {};
  return label;
}

std::optional<DocumentLabel> LabelReader::name(std::string_view text) const {
  auto name = read_name(text);
  if (!name) return std::nullopt;
  return known({*std::move(name)});
}

std::optional<DocumentLabel> LabelReader::list(
    const std::vector<std::string>& names) const {
  std::vector<std::string> members;
  for (const std::string& one : names) {
    auto name = read_name(one);
    if (!name) return std::nullopt;
    if (!name->empty()) members.push_back(*std::move(name));
  }
  return known({join_labels(std::move(members)), true});
}

std::optional<DocumentLabel> LabelReader::field(std::string_view text,
                                                bool quotes) const {
  if (const auto choices = choices_in(text)) return list(*choices);
  if (separator_.empty()) return name(quotes ? unquoted(text) : text);
  text = trimmed(text);
  if (text.empty() || text == "?") return DocumentLabel();
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t end = end_of_part(text, separator_);
    names.push_back(unquoted(text.substr(0, end)));
    text.remove_prefix(std::min(end + separator_.size(), text.size()));
  }
  return list(names);
}

std::string place(const std::string& file, Index line) {
  return file + ":" + std::to_string(line);
}

void refuse_cell(const std::string& file, const Cell& cell,
                 const std::string& expected, const std::string& found) {
  if (!is_utf8(cell.text))
    throw DataError(file, cell.line, cell.column, kUtf8Rule, found);
  throw DataError(file, cell.line, cell.column, expected, found);
}

void LineDocuments::refuse(const Cell& field,
                           const std::string& expected) const {
  refuse_cell(lines_.name(), field, expected, quote(field.text));
}

DocumentLabel LineDocuments::marked(const LabelReader& labels,
                                    const std::vector<std::string>& names,
                                    const std::vector<Cell>& cells) const {
  std::vector<std::string> found;
  bool known = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto text = labels.name(cells[i].text);
    if (text && text->name.empty()) continue;
    const auto truth = truth_of(trimmed(cells[i].text));
    if (!truth)
      refuse(cells[i],
             "1 or 0, or yes or no, for the label " + quote(names[i]));
    known = true;
    if (*truth) found.push_back(names[i]);
  }
  if (!known) return {};
  return required(labels.list(found), cells[0]);
}

DocumentLabel LineDocuments::required(std::optional<DocumentLabel> label,
                                      const Cell& field,
                                      const char* where) const {
  if (!label) refuse(field, std::string(kLabelRule) + where);
  return *std::move(label);
}

void LineDocuments::set_id(const Cell& field, Index line, Index number,
                           Document& document) const {
  document.placed = field.text.empty();
  document.id = document.placed ? std::to_string(number) : field.text;
  document.line = line;
  if (document.id != "?" && !can_name_class(document.id))
    refuse(field, "an id without control characters");
}

void LineDocuments::set_drawn(const Cell& field, Document& document) const {
  if (field.text.empty() || document.label.name.empty()) return;
  std::string text = field.text;  // 0,5 as spreadsheets write it
  std::replace(text.begin(), text.end(), ',', '.');
  const std::optional<double> probability = parse_number(text);
  if (!probability || !(*probability >= 0 && *probability <= 1))
    refuse(field, "a probability in [0, 1]");
  document.drawn = *probability;
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
  if (format != TextFormat::Labeled) return format != TextFormat::Plain;
  // Rows of svmlight text may have a tab behind the label, too.
  const std::string first(*lines.peek(0));
  const std::size_t start = first.find_first_not_of(" \t", first.find('\t'));
  if (start == first.npos || first[start] == '#') return false;
  const std::size_t end = first.find_first_of(" \t#", start);
  return !io::looks_like_entry(
      std::string_view(first).substr(start, end - start));
}

bool holds_rows(const std::string& path) {
  if (path == "-" || !fs::is_regular_file(path)) return false;
  const FileKind kind = file_kind(path);
  if (kind != FileKind::Text && kind != FileKind::Gzip) return true;
  const std::string first(trimmed(PeekedLines(path).peek(0).value_or("")));
  return io::looks_like_entry(first.substr(first.find_last_of(" \t") + 1));
}

bool DocumentReader::next(DocumentBatch& batch, Index bytes, bool wait) {
  batch = {};
  Index read = 0;
  DocumentDoubts& doubts = source_->doubts;
  const auto more = [&] {
    return read < bytes && (wait || read == 0 || !source_->waits());
  };
  for (Document one; more() && source_->next(one); one = {}) {
    read += static_cast<Index>(one.text.size()) + 1;
    if (!is_utf8(one.text) && ++doubts.not_utf8 == 1)
      doubts.first_utf8 = one.line > 0 ? place(source_->name(), one.line)
                                       : source_->name() + "/" + one.id;
    batch.labels.push_back(std::move(one.label.name));
    batch.sets.push_back(one.label.set);
    batch.texts.push_back(std::move(one.text));
    if (!one.cells.empty()) batch.cells.push_back(std::move(one.cells));
    batch.ids.push_back(std::move(one.id));
    batch.placed.push_back(one.placed);
    batch.lines.push_back(one.line);
    batch.drawn.push_back(one.drawn);
  }
  return !batch.texts.empty();
}

DocumentDoubts DocumentReader::doubts() const {
  return source_->doubts;
}

double DocumentReader::fraction_read() const {
  return source_->fraction_read();
}

void set_labels(const std::vector<std::string>& names, Dataset& data,
                const std::vector<bool>& sets) {
  const auto is_set = [&](std::size_t i) { return i < sets.size() && sets[i]; };
  for (std::size_t i = 0; i < names.size() && !data.multi_label; ++i)
    data.multi_label = is_set(i) && split_labels(names[i]).size() > 1;
  std::vector<std::string> labels(names);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty() || is_set(i) == data.multi_label) continue;
    const auto members = split_labels(labels[i]);
    labels[i] = data.multi_label  ? join_labels({labels[i]})
                : members.empty() ? ""
                                  : members[0];
  }
  const std::set<std::string> distinct(labels.begin(), labels.end());
  data.classes.assign(distinct.begin(), distinct.end());
  std::erase(data.classes, "");
  data.classes = sort_class_names(std::move(data.classes));
  std::unordered_map<std::string_view, std::int32_t> position;
  for (const std::string& name : distinct)
    position[name] = find_class(data.classes, name);
  data.labels.clear();
  for (const std::string& name : labels)
    data.labels.push_back(position.at(name));
}

}  // namespace semilin
