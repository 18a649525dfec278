#include <algorithm>
#include <functional>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/base/number_text.h"

#include "base/plain_text.h"
#include "base/stopwatch.h"
#include "corpus/steps.h"

namespace semilin {
namespace {

// The bytes of text on which all threads work at a time.
constexpr Index kThreadedBytes = Index{1} << 24;

void tell_doubts(const DocumentDoubts& doubts, const std::string& path,
                 bool expects_labels, const Doubt& doubt) {
  if (doubts.not_utf8 > 0)
    doubt(doubts.first_utf8 + ": not UTF-8 (" +
          counted(doubts.not_utf8, "document") +
          "). Convert the file first: iconv -f WINDOWS-1252 -t UTF-8");
  if (doubts.joined > 0)
    doubt(doubts.first_joined +
          ": a field in quotes looks like several records (" +
          counted(doubts.joined, "such field") +
          "). Quotes that are text must be doubled");
  if (doubts.rejected > 0)
    doubt(path + ": " + counted(doubts.rejected, "label") +
          (doubts.rejected == 1 ? " has" : " have") +
          " the answer reject or ignore and will not be used");
  if (expects_labels && !doubts.other_columns.empty())
    doubt(path + ": " + without_labels(doubts.other_columns) +
          "; nothing is labeled");
}

template <class T>
void append(std::vector<T>& from, std::vector<T>& to) {
  to.insert(to.end(), std::make_move_iterator(from.begin()),
            std::make_move_iterator(from.end()));
}

DocumentReader reader_of(const Source& source, const std::string& path) {
  TableColumns columns = source.columns;
  columns.unlabeled_label = source.read.unlabeled_label;
  return DocumentReader(path, source.format, columns);
}

// Takes documents from readers: rows, labels, ids and the other facts about
// them.
class Intake {
 public:
  Intake(const Source& source, bool expects_labels, const AddTexts& add,
         const Doubt& doubt, Corpus& corpus)
      : source_(source),
        expects_labels_(expects_labels),
        add_(add),
        doubt_(doubt),
        corpus_(corpus),
        files_(1 + source.more.size() + source.read.unlabeled_files.size()) {
    read(source.path, true);
    for (const std::string& path : source.more)
      read(path, true);
    if (!source.read.unlabeled_files.empty())
      known_.insert(corpus.ids.begin(), corpus.ids.end());
    for (const std::string& path : source.read.unlabeled_files)
      read(path, false);
    set_labels(labels_, corpus.data, sets_);
    doubt_own_classes();
    doubt_repeated_ids();
    if (std::none_of(corpus.drawn.begin(), corpus.drawn.end(),
                     [](double probability) { return probability > 0; }))
      corpus.drawn.clear();
  }

  [[nodiscard]] std::vector<std::string> other_columns() const {
    return other_columns_;
  }

 private:
  void read(const std::string& path, bool labeled) {
    DocumentReader reader = reader_of(source_, path);
    DocumentBatch batch;
    while (reader.next(batch, kThreadedBytes)) {
      add_(batch.texts);
      if (!labeled) {
        batch.labels.assign(batch.texts.size(), "");
        batch.sets.assign(batch.texts.size(), false);
        batch.drawn.assign(batch.texts.size(), 0.0);
      }
      take(path, batch);
      report_documents(
          source_.read.progress, labels_.size(), watch_.seconds(),
          (ended_ + reader.fraction_read()) / static_cast<double>(files_));
    }
    ++ended_;
    if (const Index repeated = std::exchange(repeated_, 0); repeated > 0)
      doubt_(path + ": " + counted(repeated, "document") +
             (repeated == 1 ? " has" : " have") + " the id of one in " +
             source_.path + "; the ids of tables mean those in " +
             source_.path);
    const DocumentDoubts doubts = reader.doubts();
    if (labeled) other_columns_ = doubts.other_columns;
    tell_doubts(doubts, path, labeled && expects_labels_, doubt_);
  }

  void take(const std::string& path, DocumentBatch& batch) {
    append(batch.labels, labels_);
    sets_.insert(sets_.end(), batch.sets.begin(), batch.sets.end());
    for (std::size_t i = 0; i < batch.ids.size() && files_ > 1; ++i)
      if (batch.placed[i])
        batch.ids[i] = path + (batch.lines[i] > 0 ? ":" : "/") + batch.ids[i];
      else if (known_.contains(batch.ids[i]) && ++repeated_ > 0)
        batch.ids[i] = path + ":" + batch.ids[i];
    auto texts = fingerprints_of(batch);
    append(texts, corpus_.fingerprints);
    append(batch.ids, corpus_.ids);
    append(batch.lines, corpus_.lines);
    append(batch.drawn, corpus_.drawn);
  }

  // Sorted by the hashes of their ids, labeled documents of one id are
  // neighbors.
  void doubt_repeated_ids() const {
    std::vector<std::pair<std::size_t, std::size_t>> labeled;
    for (std::size_t i = 0; i < labels_.size(); ++i)
      if (!labels_[i].empty())
        labeled.emplace_back(std::hash<std::string>()(corpus_.ids[i]), i);
    std::sort(labeled.begin(), labeled.end());
    Index odd = 0;
    std::string example;
    for (std::size_t e = 1; e < labeled.size(); ++e) {
      const std::size_t i = labeled[e - 1].second, j = labeled[e].second;
      if (labeled[e - 1].first == labeled[e].first &&
          labels_[i] != labels_[j] && corpus_.ids[i] == corpus_.ids[j] &&
          ++odd == 1)
        example = corpus_.ids[j];
    }
    if (odd > 0)
      doubt_(source_.path + ": " + counted(odd, "document") +
             (odd == 1 ? " has" : " have") +
             " the id of an earlier one and another label, such as " +
             quote(example));
  }
  void doubt_own_classes() const {
    constexpr std::size_t kFew = 5;
    const Dataset& data = corpus_.data;
    if (data.classes.size() >= kFew &&
        std::ssize(data.classes) == data.labeled())
      doubt_(source_.path +
             ": every label occurs only once; are the texts taken for labels? "
             "Name the columns with the option text_columns and the option "
             "label_column");
  }

  const Source& source_;
  const bool expects_labels_;
  const AddTexts& add_;
  const Doubt& doubt_;
  Corpus& corpus_;
  const std::size_t files_;
  Stopwatch watch_;
  std::vector<std::string> labels_, other_columns_;
  std::vector<bool> sets_;
  std::unordered_set<std::string> known_;  // ids of the files with labels
  Index repeated_ = 0;                     // of these in another file
  double ended_ = 0;
};

}  // namespace

bool Source::holds_documents() const {
  return text || format != TextFormat::Auto || holds_table(path, columns);
}

void report_documents(const Progress& progress, std::size_t documents,
                      double seconds, double share) {
  if (progress && !progress({.stage = "reading",
                             .iteration = static_cast<Index>(documents),
                             .unit = "documents",
                             .seconds = seconds,
                             .fraction_done = share}))
    throw Interrupted();
}

std::vector<std::string> read_documents(const Source& source,
                                        bool expects_labels,
                                        const AddTexts& add, const Doubt& doubt,
                                        Corpus& corpus) {
  return Intake(source, expects_labels, add, doubt, corpus).other_columns();
}

void for_each_documents(
    const Source& source, const Doubt& doubt,
    const std::function<void(DocumentBatch& batch, double share)>& use) {
  DocumentReader reader = reader_of(source, source.path);
  DocumentBatch batch;
  while (reader.next(batch, kThreadedBytes, false))
    use(batch, reader.fraction_read());
  tell_doubts(reader.doubts(), source.path, false, doubt);
}

void for_each_text(
    const Source& source,
    const std::function<void(Index row, std::string& text)>& use) {
  DocumentReader reader = reader_of(source, source.path);
  DocumentBatch batch;
  Index row = 0;
  while (reader.next(batch))
    for (std::string& text : batch.texts)
      use(row++, text);
}

std::unordered_map<Index, std::string> read_texts(const Source& source,
                                                  std::span<const Index> rows) {
  std::unordered_map<Index, std::string> texts;
  if (source.path.empty() || source.path == "-" || !source.holds_documents())
    return texts;
  for (const Index row : rows)
    texts[row];
  for_each_text(source, [&](Index row, std::string& text) {
    const auto wanted = texts.find(row);
    if (wanted != texts.end()) wanted->second = utf8_text(text);
  });
  return texts;
}

}  // namespace semilin
