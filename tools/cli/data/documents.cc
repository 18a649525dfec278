#include "cli/data/documents.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/text/vectorize.h"

#include "cli/command/clock.h"
#include "cli/command/console.h"
#include "cli/data/label_tables.h"
#include "cli/data/model_file.h"
#include "cli/data/vectors.h"

namespace semilin::cli {
namespace {

// What all threads work on at a time.
constexpr Index kThreadedBytes = Index{1} << 24;
constexpr std::array<std::pair<std::string_view, TextFormat>, 8> kFormats = {
    {{"auto", TextFormat::Auto},
     {"labeled", TextFormat::Labeled},
     {"plain", TextFormat::Plain},
     {"folders", TextFormat::Folders},
     {"csv", TextFormat::Csv},
     {"tsv", TextFormat::Tsv},
     {"jsonl", TextFormat::JsonLines},
     {"fasttext", TextFormat::FastText}}};

TextFormat format_of(const std::string& name) {
  for (const auto& [known, format] : kFormats)
    if (name == known) return format;
  return TextFormat::Auto;
}

void warn_of_doubts(const DocumentDoubts& doubts, const std::string& path,
                    bool expects_labels) {
  if (doubts.not_utf8 > 0)
    warn(doubts.first_utf8 + ": not UTF-8, as " +
         std::to_string(doubts.not_utf8) + " documents of " + path +
         "; other bytes separate words: convert the file to UTF-8 first (for "
         "example iconv -f WINDOWS-1252 -t UTF-8)");
  if (doubts.joined > 0)
    warn(doubts.first_joined +
         ": a field in quotes looks like several "
         "records, as do " +
         std::to_string(doubts.joined) + " of " + path +
         "; are the quotes text?");
  if (expects_labels && !doubts.other_columns.empty())
    warn(path + ": " + without_labels(doubts.other_columns) +
         "; nothing is labelled");
}

void warn_of_own_classes(const std::string& path, const Dataset& data) {
  constexpr std::size_t kFew = 5;
  if (data.classes.size() >= kFew && std::ssize(data.classes) == data.labeled())
    warn(path +
         ": every labelled row has a class of its own; are the texts "
         "taken for labels?");
}

// Reports the documents read.
class ReadingNews {
 public:
  explicit ReadingNews(const Progress& progress) : progress_(progress) {}

  void tell(std::size_t documents, double share) {
    seconds_ += clock_.lap();
    if (progress_ && !progress_({.stage = "reading",
                                 .iteration = static_cast<Index>(documents),
                                 .unit = "documents",
                                 .seconds = seconds_,
                                 .fraction_done = share}))
      throw Interrupted();
  }

 private:
  const Progress& progress_;
  Clock clock_;
  double seconds_ = 0;
};

// Takes documents from readers: rows, labels, ids and the other facts about
// them.
template <class Rows>
class Intake {
 public:
  Intake(const TextFiles& files, const TextInput& input, Rows& rows,
         Documents& documents)
      : input_(input),
        rows_(rows),
        documents_(documents),
        news_(input.progress),
        files_(files.paths.size() + files.unlabeled.size()) {
    for (const std::string& path : files.paths)
      read(path, true);
    for (const std::string& path : files.unlabeled)
      read(path, false);
    set_labels(labels_, documents.data, sets_);
    if (!input.quiet) warn_of_own_classes(files.paths[0], documents.data);
    if (std::none_of(documents.drawn.begin(), documents.drawn.end(),
                     [](double probability) { return probability > 0; }))
      documents.drawn.clear();
  }

 private:
  void read(const std::string& path, bool labeled) {
    DocumentReader reader(path, format_of(input_.format), input_.columns);
    DocumentBatch batch;
    while (reader.next(batch, kThreadedBytes)) {
      rows_.add(batch.texts);
      if (!labeled) {
        batch.labels.assign(batch.texts.size(), "");
        batch.sets.assign(batch.texts.size(), false);
        batch.drawn.clear();
      }
      take(path, batch);
      news_.tell(labels_.size(), (ended_ + reader.fraction_read()) /
                                     static_cast<double>(files_));
    }
    ++ended_;
    const DocumentDoubts doubts = reader.doubts();
    if (labeled) documents_.other_columns = doubts.other_columns;
    if (!input_.quiet)
      warn_of_doubts(doubts, path, labeled && input_.expects_labels);
  }

  void take(const std::string& path, DocumentBatch& batch) {
    append(batch.labels, labels_);
    sets_.insert(sets_.end(), batch.sets.begin(), batch.sets.end());
    for (std::size_t i = 0; i < batch.ids.size() && files_ > 1; ++i)
      if (batch.placed[i])
        batch.ids[i] = path + (batch.lines[i] > 0 ? ":" : "/") + batch.ids[i];
    append(batch.ids, documents_.ids);
    append(batch.lines, documents_.lines);
    batch.drawn.resize(batch.texts.size());
    append(batch.drawn, documents_.drawn);
  }

  template <class T>
  static void append(std::vector<T>& from, std::vector<T>& to) {
    to.insert(to.end(), std::make_move_iterator(from.begin()),
              std::make_move_iterator(from.end()));
  }

  const TextInput& input_;
  Rows& rows_;
  Documents& documents_;
  ReadingNews news_;
  const std::size_t files_;
  std::vector<std::string> labels_;
  std::vector<bool> sets_;
  double ended_ = 0;
};

template <class Rows>
void read_all(const TextFiles& files, const TextInput& input, Rows& rows,
              Documents& documents) {
  Intake<Rows>(files, input, rows, documents);
}

// The vocabulary may be empty.
Corpus read_corpus(const TextFiles& files, const TextInput& input,
                   const VocabularyOptions& options) {
  Corpus corpus;
  VocabularyBuilder builder(options, input.threads);
  read_all(files, input, builder, corpus.documents);
  if (corpus.documents.ids.empty())
    throw DataError(files.paths.front(), "expected documents, found none");
  TextFeatures features = builder.finish();
  corpus.vocabulary = std::move(features.vocabulary);
  corpus.documents.data.rows = std::move(features.rows);
  return corpus;
}

Vocabulary vocabulary_of(const ModelHead& model, const std::string& path) {
  if (!holds_vocabulary(model.attachments)) {
    throw DataError(path,
                    "expected a model with a vocabulary (train it on documents "
                    "or on data made by vectorize), found none");
  }
  return vocabulary_from_archive(model.attachments);
}

// Calls `use` as for_each_rows does.
template <class Use>
void for_each_document_rows(const std::string& path, const TextInput& input,
                            const Vocabulary& vocabulary, const Use& use) {
  DocumentReader reader(path, format_of(input.format), input.columns);
  Vectorizer vectorizer(vocabulary, input.threads);
  ReadingNews news(input.progress);
  DocumentBatch batch;
  Index first = 0;
  while (reader.next(batch, kThreadedBytes)) {
    vectorizer.add(batch.texts);
    Documents rows;
    rows.data.rows = vectorizer.take_rows();
    rows.data.labels.assign(batch.ids.size(), kUnlabeled);
    rows.ids = std::move(batch.ids);
    use(first, rows);
    first += std::ssize(rows.data.labels);
    news.tell(static_cast<std::size_t>(first), reader.fraction_read());
  }
  if (!input.quiet) warn_of_doubts(reader.doubts(), path, false);
}

constexpr const char* kDocumentsHint =
    " (documents on standard input need --text, tables of them --format csv, "
    "tsv or jsonl)";

// Has `read` read rows from the path; a fault on a line may mean that it is
// text.
template <class Read>
auto with_hint(const std::string& path, const Read& read) {
  try {
    return read();
  } catch (const DataError& error) {
    constexpr std::string_view kPlace = "standard input:";
    const std::string_view what = error.what();
    const bool placed = what.starts_with(kPlace) &&
                        what.size() > kPlace.size() &&
                        what[kPlace.size()] != ' ';
    if (path != "-" || !placed) throw;
    throw DataError(std::string(what) + kDocumentsHint);
  }
}

// A table of words looks like rows with sets of labels and no features.
void require_features(const std::string& path, const CsrStore& rows) {
  if (path == "-" && rows.rows() > 0 && rows.nonzeros() == 0)
    throw DataError(std::string("expected rows with features, found none") +
                    kDocumentsHint);
}

// Calls `use` as for_each_rows does.
template <class Use>
void for_each_plain_rows(const std::string& path, const ReadOptions& read,
                         const Use& use) {
  std::vector<std::string> ids;
  if (content_of(path) == Content::Store) ids = row_ids(open_store(path), path);
  Index first = 0;
  const auto take = [&](const CsrStore& rows) {
    if (first == 0) require_features(path, rows);
    Documents some;
    some.data.rows = rows;
    some.data.labels.assign(rows.rows(), kUnlabeled);
    const Index end = first + rows.rows();
    if (!ids.empty()) some.ids.assign(ids.begin() + first, ids.begin() + end);
    use(first, some);
    first = end;
  };
  with_hint(path, [&] { for_each_rows(path, read, take); });
}

// No model: null.
Documents read_rows(const std::string& path, TextInput input, ReadOptions read,
                    const ModelHead* model, const std::string& model_path) {
  const std::vector<std::string> tables = split_label_tables(read);
  const RowVectors vectors =
      model != nullptr ? RowVectors(input.vectors, path, *model, model_path)
                       : RowVectors(input.vectors, path);
  Documents rows;
  input.columns.unlabeled_label = read.unlabeled_label;
  input.expects_labels = tables.empty() && !read.ignore_labels;
  if (input.takes(path)) {
    input.threads = read.threads;
    input.progress = read.progress;
    if (model != nullptr) {
      rows = read_documents(path, input, *model, model_path);
    } else {
      Corpus corpus = read_corpus({{path}}, input, VocabularyOptions());
      rows = std::move(corpus.documents);
      rows.vocabulary = to_archive(corpus.vocabulary);
    }
  } else {
    if (model != nullptr) {
      read.features = features_without_vectors(*model);
      read.known_classes = model->classes;
    }
    rows.data = read_plain_rows(path, read);
    if (content_of(path) == Content::Store) {
      const Store store = open_store(path);
      rows.ids = row_ids(store, path);
      if (keeps_labels(read)) rows.drawn = row_drawn(store, path);
    }
  }
  if (model != nullptr) rows.vocabulary = model->attachments;
  vectors.put_beside(rows.data);
  for (const std::string& table : tables)
    take_label_table(table, input.columns, rows);
  return rows;
}

}  // namespace

std::vector<std::int32_t> keep_classes(const std::vector<bool>& kept,
                                       Dataset& data) {
  std::vector<std::int32_t> places(kept.size(), kUnlabeled);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (!kept[k]) continue;
    places[k] = static_cast<std::int32_t>(names.size());
    names.push_back(std::move(data.classes[k]));
  }
  for (std::int32_t& label : data.labels)
    if (label != kUnlabeled) label = places[label];
  data.classes = std::move(names);
  return places;
}

bool keeps_labels(const ReadOptions& read) {
  return read.unlabeled_files.empty() && read.label_files.empty() &&
         !read.ignore_labels;
}

bool TextInput::takes(const std::string& path) const {
  return text || format != "auto" || holds_table(path, columns);
}

void require_rows(const std::string& path) {
  if (!holds_table(path)) return;
  throw DataError(path,
                  "expected rows, found a table of documents: 'semilin "
                  "vectorize' makes rows from it");
}

nlohmann::ordered_json columns_of(const TextInput& input) {
  nlohmann::ordered_json json;
  const TableColumns usual;
  const TableColumns& columns = input.columns;
  if (columns.text != usual.text) json["text_column"] = columns.text;
  if (columns.label) json["label_column"] = *columns.label;
  if (columns.id) json["id_column"] = *columns.id;
  if (!columns.label_separator.empty())
    json["label_separator"] = columns.label_separator;
  return json;
}

void recall_columns(const ModelHead& model, TextInput& input) {
  const auto info = nlohmann::json::parse(model.info, nullptr, false);
  if (!info.is_object() || !info.contains("columns")) return;
  const auto& recorded = info["columns"];
  const TableColumns usual;
  TableColumns& columns = input.columns;
  try {
    if (columns.text == usual.text)
      columns.text = recorded.value("text_column", columns.text);
    columns.usual_label = recorded.value("label_column", columns.usual_label);
    columns.usual_id = recorded.value("id_column", columns.usual_id);
    if (columns.label_separator.empty())
      columns.label_separator =
          recorded.value("label_separator", std::string());
  } catch (const nlohmann::json::exception&) {
    return;  // another program's
  }
}

Corpus learn_corpus(const TextFiles& files, const TextInput& input,
                    const VocabularyOptions& options) {
  Corpus corpus = read_corpus(files, input, options);
  if (corpus.vocabulary.terms.empty()) {
    throw DataError(files.paths.front(),
                    "no word of the " +
                        std::to_string(corpus.documents.ids.size()) +
                        " documents is a term: in at least " +
                        std::to_string(options.min_documents) +
                        " of them (--min-documents), not in all, nor in more "
                        "than --max-fraction " +
                        number(options.max_fraction));
  }
  return corpus;
}

Documents read_documents(const TextFiles& files, const TextInput& input,
                         const Vocabulary& vocabulary) {
  Documents documents;
  Vectorizer vectorizer(vocabulary, input.threads);
  read_all(files, input, vectorizer, documents);
  documents.data.rows = vectorizer.take_rows();
  return documents;
}

Documents read_documents(const std::string& path, const TextInput& input,
                         const ModelHead& model,
                         const std::string& model_path) {
  return read_documents(TextFiles{{path}}, input,
                        vocabulary_of(model, model_path));
}

void for_each_batch(const std::string& path, const TextInput& input,
                    const std::function<void(DocumentBatch& batch)>& use) {
  DocumentReader reader(path, format_of(input.format), input.columns);
  DocumentBatch batch;
  while (reader.next(batch))
    use(batch);
}

void for_each_text(
    const std::string& path, const TextInput& input,
    const std::function<void(Index row, std::string& text)>& use) {
  Index row = 0;
  for_each_batch(path, input, [&](DocumentBatch& batch) {
    for (std::string& text : batch.texts)
      use(row++, text);
  });
}

Documents read_rows(const std::string& path, TextInput input, ReadOptions read,
                    const ModelHead& model, const std::string& model_path) {
  return read_rows(path, std::move(input), std::move(read), &model, model_path);
}

Documents read_rows(const std::string& path, TextInput input,
                    ReadOptions read) {
  return read_rows(path, std::move(input), std::move(read), nullptr, {});
}

Dataset read_plain_rows(const std::string& path, const ReadOptions& read) {
  return with_hint(path, [&] {
    Dataset data = read_dataset({path}, read);
    require_features(path, data.rows);
    return data;
  });
}

void for_each_rows(
    const std::string& path, TextInput input, ReadOptions read,
    const ModelHead& model, const std::string& model_path,
    const std::function<void(Index first, Documents& rows)>& use) {
  const RowVectors vectors(input.vectors, path, model, model_path);
  Index end = 0;
  const auto use_whole = [&](Index first, Documents& rows) {
    vectors.put_beside(rows.data, first);
    end = first + rows.data.rows.rows();
    use(first, rows);
  };
  if (input.takes(path)) {
    input.threads = read.threads;
    input.progress = read.progress;
    for_each_document_rows(path, input, vocabulary_of(model, model_path),
                           use_whole);
  } else {
    read.features = features_without_vectors(model);
    for_each_plain_rows(path, read, use_whole);
  }
  vectors.require_rows(end);
}

std::vector<std::string> read_feature_names(const std::string& path) {
  std::vector<std::string> names;
  LineSource lines(path);
  while (const auto line = lines.next())
    names.emplace_back(*line);
  return names;
}

Vocabulary read_vocabulary(const std::string& path) {
  Archive archive;
  if (content_of(path) == Content::Store) {
    const Store store = open_store(path);
    const auto found = store.attachments.find(kVocabularyKey);
    if (found == store.attachments.end()) {
      throw DataError(path, "expected a store with a vocabulary, found none");
    }
    archive = archive_from_bytes(found->second, path);
  } else {
    archive = read_archive(path);
    if (archive.kind == "linear-model" || archive.kind == "kernel-model") {
      archive = model_from_archive(archive).head().attachments;
    }
  }
  try {
    return vocabulary_from_archive(archive);
  } catch (const DataError& error) {
    throw DataError(path, error.what());
  }
}

}  // namespace semilin::cli
