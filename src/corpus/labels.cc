#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/learn/seed_words.h"
#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "corpus/steps.h"
#include "io/label_table.h"
#include "text/document_source.h"

namespace semilin {
namespace {

constexpr Index kSeveral = -1;  // rows have the name

// How a table's labels are spelled in data whose classes are numbers.
class NumberSpelling {
 public:
  explicit NumberSpelling(const Corpus& corpus) {
    if (!corpus.vocabulary.kind.empty() || !corpus.ids.empty()) return;
    known_ = label_sets(corpus.data).names;
    zero_is_none_ = io::zero_means_unlabeled(known_);
  }

  [[nodiscard]] std::string spelled(const TableLabel& one) const {
    if (known_.empty()) return one.label;
    if (zero_is_none_ && !one.set && io::is_zero(one.label)) return "";
    auto names = one.set ? split_labels(one.label) : std::vector{one.label};
    for (std::string& name : names) {
      const std::int32_t same = find_number(known_, name);
      if (same != kUnlabeled) name = known_[same];
    }
    return one.set ? join_labels(std::move(names)) : names[0];
  }

 private:
  std::vector<std::string> known_;
  bool zero_is_none_ = false;
};

// Where a row stands, for messages.
std::string where(const Corpus& corpus, Index row) {
  const bool lines = !corpus.lines.empty() && corpus.lines[row] > 0;
  return lines ? "line " + std::to_string(corpus.lines[row])
               : "row " + std::to_string(row + 1);
}

std::uint64_t hash_of_letters(std::string_view text, Index most) {
  std::uint64_t hash = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || c == '"' || c == '\'') continue;
    hash = (hash ^ byte) * 0x100000001b3 + 1;
    if (--most == 0) break;
  }
  return hash;
}

}  // namespace

RowsByName::RowsByName(const Corpus& corpus, const std::string& table)
    : corpus_(corpus), table_(table) {
  for (Index i = 0; i < std::ssize(corpus.data.labels); ++i) {
    const auto [place, first] = rows_.emplace(corpus.name_of(i), i);
    if (!first) place->second = kSeveral;
  }
  for (Index i = 0; i < std::ssize(corpus.text_hashes); ++i)
    texts_.emplace_back(corpus.text_hashes[i], i);
  std::sort(texts_.begin(), texts_.end());
}

std::vector<Index> RowsByName::rows_of(const TableLabel& one) const {
  if (!one.by_text || texts_.empty()) return {row_of(one)};
  const std::uint64_t hash = text_hash(one.id);
  std::vector<Index> rows;
  for (auto next = std::lower_bound(texts_.begin(), texts_.end(),
                                    std::pair(hash, Index{0}));
       next != texts_.end() && next->first == hash; ++next)
    rows.push_back(next->second);
  return rows;
}

bool RowsByName::knows_text(const std::string& text) const {
  const auto& all = corpus_.text_hashes;
  return !text.empty() &&
         std::find(all.begin(), all.end(), text_hash(text)) != all.end();
}

Index RowsByName::row_of(const TableLabel& one) const {
  if (one.by_text) refuse(one, "an id beside the label", "none");
  const auto found = rows_.find(one.id);
  if (found == rows_.end())
    refuse(one, "the id of a row, such as " + quote(corpus_.name_of(0)),
           quote(one.id) + owner_of(one.fingerprint, ", whose text is of ") +
               (knows_text(one.text) ? "; without the column id the texts are "
                                       "those of the data"
                                     : ""));
  const Index row = found->second;
  if (row == kSeveral)
    refuse(one, "the id of one row", quote(one.id) + ", which several have");
  const auto& texts = corpus_.fingerprints;
  const std::uint64_t own = texts.empty() ? 0 : texts[row];
  if (own != 0 && one.fingerprint != 0 && own != one.fingerprint)
    refuse(one, "the text of id " + quote(one.id) + " in the data",
           "another one" + owner_of(one.fingerprint, ", that of ") +
               (is_utf8(one.text)
                    ? "; did the data change since?"
                    : "; the table is not UTF-8, which iconv -f WINDOWS-1252 "
                      "-t UTF-8 makes it"));
  return row;
}

void RowsByName::refuse(const TableLabel& one, const std::string& expected,
                        const std::string& found) const {
  throw DataError(table_, one.line, 1, expected, found);
}

std::string RowsByName::owner_of(std::uint64_t text, const char* before) const {
  const auto& texts = corpus_.fingerprints;
  const auto found = std::find(texts.begin(), texts.end(), text);
  return text == 0 || found == texts.end()
             ? ""
             : before + quote(corpus_.name_of(found - texts.begin()));
}

TableColumns table_rules(const Source& source) {
  TableColumns rules = source.columns;
  rules.unlabeled_label = source.read.unlabeled_label;
  return rules;
}

void add_classes(std::vector<std::string> names, Dataset& data) {
  for (const std::string& name : names)
    require(can_name_class(name),
            "expected names of classes in UTF-8 without control characters, "
            "found " +
                quote(name));
  names.insert(names.end(), data.classes.begin(), data.classes.end());
  names = sort_class_names(std::move(names));
  for (auto* labels : {&data.labels, &data.voted.labels})
    for (std::int32_t& label : *labels)
      if (label != kUnlabeled) label = find_class(names, data.classes[label]);
  data.classes = std::move(names);
}

std::uint64_t fingerprint(std::string_view text) {
  constexpr Index kLetters = 200;
  return hash_of_letters(text, kLetters);
}

std::uint64_t text_hash(std::string_view text) {
  return hash_of_letters(text, std::ssize(text));
}

std::vector<std::uint64_t> fingerprints_of(const DocumentBatch& batch) {
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < batch.texts.size(); ++i)
    all.push_back(batch.placed[i] ? fingerprint(batch.texts[i]) : 0);
  return all;
}

bool is_label_table(const std::string& path) {
  return format_by_name(path) != TextFormat::Auto;
}

namespace {

// The cells of a table of labels, beside the label and the id.
enum Cells { kAnswer, kAnnotator, kChosen, kText };

constexpr const char* kDecided = "decided";  // an answer
constexpr const char* kDecision = "\n";      // no name of an annotator

TableColumns columns_of_labels(const TableColumns& rules) {
  TableColumns columns;  // those of DATA may be separated otherwise
  columns.label_separator = rules.label_separator;
  columns.unlabeled_label = rules.unlabeled_label;
  columns.text.clear();
  columns.cells = {"answer", "annotator", "chosen", "text"};
  columns.label = "label";
  return columns;
}

// Calls `read`; a fault of the table that lacks a column `label` says that the
// option does not name it.
template <class Read>
auto naming_label(bool named, Read read) {
  try {
    return read();
  } catch (const DataError& error) {
    const std::string text = error.what();
    if (!named || text.find("label") == text.npos) throw;
    throw DataError(text +
                    " (the option label_column names that of the data alone)");
  }
}

// The documents of a table of labels.
class LabelDocuments {
 public:
  LabelDocuments(const std::string& path, const TableColumns& rules)
      : named_(rules.label && *rules.label != "label"),
        reader_(naming_label(named_, [&] {
          return DocumentReader(path, format_by_name(path),
                                columns_of_labels(rules));
        })) {}

  [[nodiscard]] bool next(DocumentBatch& batch) {
    return naming_label(named_, [&] { return reader_.next(batch); });
  }

 private:
  bool named_;
  DocumentReader reader_;
};

TableLabel label_of(const DocumentBatch& batch, std::size_t i) {
  static const std::vector<std::string> none(kText + 1);  // lines of no table
  const std::vector<std::string>& cells =
      batch.cells.empty() ? none : batch.cells[i];
  TableLabel one = {.id = batch.ids[i],
                    .line = batch.lines[i],
                    .label = batch.labels[i],
                    .set = batch.sets[i],
                    .probability = batch.drawn[i],
                    .annotator = cells[kAnnotator],
                    .chosen = cells[kChosen],
                    .text = cells[kText]};
  if (cells[kAnswer] == "none" || cells[kAnswer] == "unsure")
    one.answer = cells[kAnswer];
  one.decided = cells[kAnswer] == kDecided;
  if (one.decided ||
      one.answer == cells[kAnswer])  // otherwise a column of another meaning
    one.fingerprint = fingerprint(one.text);
  return one;
}

// All rows that have an id, or say something. Without any ids, their texts are
// these.
std::vector<TableLabel> rows_of_table(const std::string& path,
                                      const TableColumns& rules) {
  LabelDocuments reader(path, rules);
  DocumentBatch batch;
  std::vector<TableLabel> all;
  bool has_ids = false;
  while (reader.next(batch)) {
    for (std::size_t i = 0; i < batch.ids.size(); ++i) {
      TableLabel one = label_of(batch, i);
      one.by_text = batch.placed[i];  // its line is no row of the data
      has_ids |= !one.by_text;
      if (one.by_text && !one.says()) continue;
      if (one.by_text) one.id = one.text;
      all.push_back(std::move(one));
    }
  }
  for (const TableLabel& one : all) {
    if (!one.by_text || (!has_ids && !one.id.empty())) continue;
    throw DataError(path, one.line, 1,
                    has_ids ? "an id beside the label"
                            : "an id beside the label, or a text (the columns "
                              "id, text)",
                    "none");
  }
  return all;
}

// Whether the later one contradicts the earlier one, of the same row.
bool contradicts(const TableLabel& later, const TableLabel& earlier) {
  return !earlier.label.empty() && !later.label.empty() &&
         earlier.label != later.label;
}

}  // namespace

void for_each_opinion(const std::string& path, const TableColumns& rules,
                      const std::function<void(const TableLabel&)>& use) {
  std::vector<TableLabel> all = rows_of_table(path, rules);
  std::vector<bool> counts(all.size(), true);
  std::map<std::pair<std::string, std::string>, std::size_t> last;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto [before, first] = last.emplace(
        std::pair(all[i].id, all[i].decided ? kDecision : all[i].annotator), i);
    if (first) continue;
    const std::size_t earlier = std::exchange(before->second, i);
    counts[earlier] = false;
    all[i].replaced =
        all[earlier].replaced + (contradicts(all[i], all[earlier]) ? 1 : 0);
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    if (counts[i]) use(all[i]);
}

void for_each_label(const std::string& path, const TableColumns& rules,
                    const std::function<void(const TableLabel&)>& use) {
  std::vector<TableLabel> all;
  std::unordered_map<std::string, std::size_t> place;
  for_each_opinion(path, rules, [&](const TableLabel& one) {
    const auto [found, first] = place.emplace(one.id, all.size());
    if (first)
      all.push_back(one);
    else if (one.says() && (one.decided || !all[found->second].settles()))
      all[found->second] = one;
  });
  std::for_each(all.begin(), all.end(), use);
}

namespace {

void doubt_table(const std::string& path, Index given, Index replaced,
                 const Doubt& doubt) {
  if (given == 0) doubt(path + ": no label is filled in");
  if (replaced > 0)
    doubt(path + ": " + counted(replaced, "label") +
          (replaced == 1 ? " contradicts" : " contradict") +
          " an earlier one, in the data, another table or a line above; the "
          "last one counts");
}

// How many texts of a table without ids are those of documents.
class FoundTexts {
 public:
  void add(const TableLabel& one, Index documents) {
    if (!one.by_text) return;
    ++texts_;
    found_ += documents > 0 ? 1 : 0;
    documents_ += documents;
    if (documents == 0 && !unknown_) unknown_ = one;
  }
  void require_any(const std::string& path) const {
    if (texts_ > 0 && found_ == 0)
      throw DataError(path, unknown_->line, 1,
                      "the text of a document, as the table has no column id",
                      quote(unknown_->id));
  }
  void tell(const std::string& path, const Doubt& doubt) const {
    if (texts_ == 0) return;
    doubt(path + ": there is no column id, but " + grouped(found_) + " of " +
          counted(texts_, "text") +
          (found_ == 1 ? " is that of " : " are those of ") +
          counted(documents_, "document") +
          (unknown_ ? "; the first that is not is on line " +
                          std::to_string(unknown_->line)
                    : ""));
  }

 private:
  Index texts_ = 0, found_ = 0, documents_ = 0;
  std::optional<TableLabel> unknown_;  // the first
};

}  // namespace

void take_label_table(const std::string& path, const TableColumns& rules,
                      Corpus& corpus, const Doubt& doubt) {
  const RowsByName rows(corpus, path);
  const NumberSpelling spelling(corpus);
  const bool one_column = rules.text.size() == 1;
  Dataset& data = corpus.data;
  std::vector<std::string> labels(data.labels.size());
  std::vector<bool> sets(data.labels.size(), data.multi_label);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (data.labels[i] != kUnlabeled) labels[i] = data.classes[data.labels[i]];
  Index given = 0, replaced = 0;
  const auto put = [&](const TableLabel& one, Index row) {
    if (!one.answer.empty()) {
      labels[row].clear();
      sets[row] = false;
      data.costs.resize(labels.size(), 1.0);
      data.costs[row] = 0;
      return;
    }
    replaced += !labels[row].empty() && labels[row] != one.label ? 1 : 0;
    labels[row] = one.label;
    sets[row] = one.set;
    if (one.probability == 0) return;
    corpus.drawn.resize(labels.size(), 0.0);
    corpus.drawn[row] = one.probability;
  };
  FoundTexts texts;
  for_each_label(path, rules, [&](TableLabel one) {
    if (!one_column) one.fingerprint = 0;  // the table may have one of them
    const std::vector<Index> found = rows.rows_of(one);
    texts.add(one, std::ssize(found));
    if (one.answer == "none" && !corpus.source.none.empty()) {
      one.label = corpus.source.none;
      one.answer.clear();
    }
    if (one.answer.empty()) one.label = spelling.spelled(one);
    if (!one.says()) return;
    ++given;
    replaced += one.answer.empty() ? one.replaced : 0;
    for (const Index row : found)
      put(one, row);
  });
  texts.require_any(path);
  set_labels(labels, data, sets);
  corpus.label_doubts.replaced += replaced;
  if (given == 0) corpus.label_doubts.empty_tables.push_back(path);
  if (!doubt) return;
  texts.tell(path, doubt);
  doubt_table(path, given, replaced, doubt);
}

void require_own_ids(const Corpus& corpus, const std::string& path) {
  std::unordered_map<std::string_view, Index> first;
  for (Index i = 0; i < std::ssize(corpus.ids); ++i) {
    const auto [place, is_first] = first.emplace(corpus.ids[i], i);
    if (is_first) continue;
    throw DataError(path, "expected an id for each document, found " +
                              quote(corpus.ids[i]) + " of " +
                              where(corpus, place->second) + " again on " +
                              where(corpus, i));
  }
}

std::string without_labels(const std::vector<std::string>& other_columns) {
  constexpr std::size_t kMostListed = 10;
  std::string text = "there is no column 'label', but ";
  for (std::size_t i = 0; i < other_columns.size() && i < kMostListed; ++i)
    text += (i == 0 ? "" : ", ") + quote(other_columns[i]);
  return text + (other_columns.size() > kMostListed ? ", ..." : "") +
         "; name the column of labels with the option label_column" +
         (other_columns.size() == 1 ? " " + shell_value(other_columns[0]) : "");
}

void keep_classes(const std::vector<bool>& kept, Corpus& corpus) {
  Dataset& data = corpus.data;
  std::vector<std::int32_t> places(kept.size(), kUnlabeled);
  std::vector<std::string> names;
  std::vector<double>& sizes = data.voted.class_sizes;
  if (sizes.size() != kept.size()) sizes.clear();  // there are new classes
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (!kept[k]) continue;
    if (!sizes.empty()) sizes[names.size()] = sizes[k];
    places[k] = static_cast<std::int32_t>(names.size());
    names.push_back(std::move(data.classes[k]));
  }
  for (auto* labels : {&data.labels, &data.voted.labels, &corpus.seeds.labels})
    for (std::int32_t& label : *labels)
      if (label != kUnlabeled) label = places[label];
  if (!sizes.empty() && names.size() < kept.size()) {
    sizes.resize(names.size());
    const double sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    for (double& size : sizes)
      size /= sum;
  }
  data.classes = std::move(names);
}

void drop_empty_classes(const std::string& path, const Doubt& doubt,
                        Corpus& corpus) {
  const Dataset& data = corpus.data;
  const std::vector<Index> seen = data.count_classes();
  const auto full = data.sum_rows<Index>(seen.size(), [&](auto& counts) {
    data.rows.visit([&](const auto& view) {
      for (Index i = 0; i < view.rows; ++i)
        if (data.labels[i] != kUnlabeled && !view.row_columns(i).empty())
          ++counts[data.labels[i]];
    });
  });
  const Index empty = std::accumulate(seen.begin(), seen.end(), Index{0}) -
                      std::accumulate(full.begin(), full.end(), Index{0});
  std::vector<bool> known(full.begin(), full.end());
  if (data.multi_label ||
      std::none_of(known.begin(), known.end(), [](bool any) { return any; }))
    return;
  for (std::size_t k = 0; k < known.size(); ++k) {
    known[k] = known[k] || seen[k] == 0;
    if (!known[k])
      doubt(path + ": no " + corpus.noun(1) + " labeled '" + data.classes[k] +
            "' has a feature; the class is left out, unless it has seed words");
  }
  if (empty > 0)
    doubt(path + ": " + counted(empty, "labeled " + corpus.noun(1)) +
          (empty == 1 ? " has" : " have") +
          " no feature, and nothing is learned from " +
          (empty == 1 ? "it" : "them"));
  keep_classes(known, corpus);
}

void add_other_class(const std::vector<std::string>& names, Corpus& corpus) {
  Dataset& data = corpus.data;
  const Index labeled = data.all_labeled();
  if (data.classes.size() != 1 || data.multi_label || labeled == 0 ||
      labeled == data.all_rows())
    return;
  std::vector<std::string> others;
  for (const std::string& name : names)
    others.push_back(normal_name(name));
  if (others.empty())
    others.emplace_back(data.classes[0] == "other" ? "rest" : "other");
  add_classes(std::move(others), data);
}

void require_two_classes(const Corpus& corpus, const std::string& path,
                         const std::vector<std::string>& other_columns) {
  const std::vector<bool> known = known_classes(corpus.data, corpus.seeds);
  const auto classes = std::count(known.begin(), known.end(), true);
  if (classes >= 2 || (classes == 1 && known.size() == 2)) return;
  if (classes == 0 && !other_columns.empty())
    throw DataError(path, without_labels(other_columns));
  const auto only = std::find(known.begin(), known.end(), true) - known.begin();
  throw DataError(
      path,
      "expected labels of at least two classes, found " +
          (classes == 0 ? "none" : "only '" + corpus.data.classes[only] + "'") +
          "; label some " + corpus.noun() + (classes == 0 ? "" : " of others") +
          ", or give words of the classes with the option "
          "seed_words");
}

bool keeps_labels(const ReadOptions& read) {
  return read.unlabeled_files.empty() && read.label_files.empty() &&
         !read.ignore_labels;
}

std::vector<std::string> split_label_tables(ReadOptions& read) {
  auto& files = read.label_files;
  const auto first = std::stable_partition(
      files.begin(), files.end(),
      [](const auto& file) { return !is_label_table(file); });
  std::vector<std::string> tables(first, files.end());
  files.erase(first, files.end());
  return tables;
}

}  // namespace semilin
