#include "cli/documents.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/text/vectorize.h"

#include "cli/clock.h"
#include "cli/console.h"
#include "cli/model_file.h"
#include "cli/predictions.h"

namespace semilin::cli {
namespace {

constexpr std::array<std::pair<std::string_view, TextFormat>, 7> kFormats = {
    {{"auto", TextFormat::Auto},
     {"labeled", TextFormat::Labeled},
     {"plain", TextFormat::Plain},
     {"folders", TextFormat::Folders},
     {"csv", TextFormat::Csv},
     {"tsv", TextFormat::Tsv},
     {"jsonl", TextFormat::JsonLines}}};

TextFormat format_of(const std::string& name) {
  for (const auto& [known, format] : kFormats)
    if (name == known) return format;
  return TextFormat::Auto;
}

// Adds all documents to `rows`; labels and ids go to `documents`.
template <class Rows>
void read_all(const TextFiles& files, const TextInput& input, Rows& rows,
              Documents& documents) {
  std::vector<std::string> labels;
  DocumentBatch batch;
  Clock clock;
  double seconds = 0;
  double ended = 0;
  const auto files_in_all =
      static_cast<double>(files.paths.size() + files.unlabeled.size());
  const auto read = [&](const std::string& path, bool labeled) {
    DocumentReader reader(path, format_of(input.format), input.columns);
    while (reader.next(batch)) {
      rows.add(batch.texts);
      if (!labeled) batch.labels.assign(batch.texts.size(), "");
      labels.insert(labels.end(), batch.labels.begin(), batch.labels.end());
      documents.ids.insert(documents.ids.end(),
                           std::make_move_iterator(batch.ids.begin()),
                           std::make_move_iterator(batch.ids.end()));
      batch.drawn.resize(batch.texts.size());
      if (!labeled) std::fill(batch.drawn.begin(), batch.drawn.end(), 0.0);
      documents.drawn.insert(documents.drawn.end(), batch.drawn.begin(),
                             batch.drawn.end());
      seconds += clock.lap();
      const double done = (ended + reader.fraction_read()) / files_in_all;
      if (input.progress &&
          !input.progress({.stage = "reading",
                           .iteration = static_cast<Index>(labels.size()),
                           .unit = "documents",
                           .seconds = seconds,
                           .fraction_done = done}))
        throw Interrupted();
    }
    ++ended;
  };
  for (const std::string& path : files.paths)
    read(path, true);
  for (const std::string& path : files.unlabeled)
    read(path, false);
  set_labels(labels, documents.data);
  if (std::none_of(documents.drawn.begin(), documents.drawn.end(),
                   [](double probability) { return probability > 0; }))
    documents.drawn.clear();
}

constexpr Index kSeveral = -1;  // rows have the name

// The row of each name: of its id, or of its number from 1.
std::unordered_map<std::string, Index> rows_by_name(const Documents& all) {
  std::unordered_map<std::string, Index> rows;
  for (Index i = 0; i < all.data.rows.rows(); ++i) {
    const auto [place, first] =
        rows.emplace(all.ids.empty() ? std::to_string(i + 1) : all.ids[i], i);
    if (!first) place->second = kSeveral;
  }
  return rows;
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

// No model: null.
Documents read_rows(const std::string& path, TextInput input, ReadOptions read,
                    const ModelHead* model, const std::string& model_path) {
  const std::vector<std::string> tables = split_label_tables(read);
  Documents rows;
  if (input.takes(path)) {
    input.threads = read.threads;
    input.progress = read.progress;
    rows = model != nullptr
               ? read_documents(path, input, *model, model_path)
               : read_corpus({{path}}, input, VocabularyOptions()).documents;
  } else {
    if (model != nullptr) read.features = model->features;
    rows.data = read_dataset({path}, read);
    if (content_of(path) == Content::Store) {
      const Store store = open_store(path);
      rows.ids = row_ids(store, path);
      if (keeps_labels(read)) rows.drawn = row_drawn(store, path);
    }
  }
  for (const std::string& table : tables)
    take_label_table(table, rows);
  return rows;
}

}  // namespace

bool keeps_labels(const ReadOptions& read) {
  return read.unlabeled_files.empty() && read.label_files.empty() &&
         !read.ignore_labels;
}

bool is_label_table(const std::string& path) {
  return prediction_format("", path) != PredictionFormat::Labels;
}

void for_each_label(const std::string& path,
                    const std::function<void(const TableLabel&)>& use) {
  TableColumns columns;
  columns.text = {"label"};
  columns.label = "label";
  columns.id = "id";
  DocumentReader reader(path, TextFormat::Auto, columns);
  DocumentBatch batch;
  std::vector<TableLabel> all;
  std::unordered_map<std::string, std::size_t> place;
  while (reader.next(batch)) {
    for (std::size_t i = 0; i < batch.ids.size(); ++i) {
      const auto [found, first] = place.emplace(batch.ids[i], all.size());
      if (first) all.emplace_back();
      all[found->second] = {batch.ids[i], batch.labels[i], batch.drawn[i]};
    }
  }
  std::for_each(all.begin(), all.end(), use);
}

void take_label_table(const std::string& path, Documents& documents) {
  const auto rows = rows_by_name(documents);
  Dataset& data = documents.data;
  std::vector<std::string> labels(data.labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (data.labels[i] != kUnlabeled) labels[i] = data.classes[data.labels[i]];
  for_each_label(path, [&](const TableLabel& one) {
    const auto row = rows.find(one.id);
    if (row == rows.end()) {
      throw DataError(path, "expected the id of a row, found '" +
                                one.id.substr(0, 40) + "'");
    }
    if (row->second == kSeveral) {
      throw DataError(path, "expected the id of one row, found '" +
                                one.id.substr(0, 40) + "', which several have");
    }
    if (one.label.empty()) return;
    labels[row->second] = one.label;
    if (one.probability == 0) return;
    documents.drawn.resize(labels.size(), 0.0);
    documents.drawn[row->second] = one.probability;
  });
  set_labels(labels, data);
}

bool TextInput::takes(const std::string& path) const {
  return text || format != "auto" || holds_table(path, columns);
}

void require_rows(const std::string& path) {
  if (!holds_table(path)) return;
  throw DataError(path,
                  "expected rows, found a table of documents: 'semilin "
                  "vectorize' makes rows of it");
}

Corpus learn_corpus(const TextFiles& files, const TextInput& input,
                    const VocabularyOptions& options) {
  Corpus corpus = read_corpus(files, input, options);
  if (corpus.vocabulary.terms.empty()) {
    throw DataError(files.paths.front(),
                    "no word of the " +
                        std::to_string(corpus.documents.ids.size()) +
                        " documents is a term under --min-documents " +
                        std::to_string(options.min_documents) +
                        " and --max-fraction " + number(options.max_fraction));
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
  if (!holds_vocabulary(model.attachments)) {
    throw DataError(model_path,
                    "expected a model with a vocabulary (train it on documents "
                    "or on data made by vectorize), found none");
  }
  return read_documents(TextFiles{{path}}, input,
                        vocabulary_from_archive(model.attachments));
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

std::vector<std::string> split_label_tables(ReadOptions& read) {
  auto& files = read.label_files;
  const auto first = std::stable_partition(
      files.begin(), files.end(),
      [](const auto& file) { return !is_label_table(file); });
  std::vector<std::string> tables(first, files.end());
  files.erase(first, files.end());
  return tables;
}

Documents read_rows(const std::string& path, TextInput input, ReadOptions read,
                    const ModelHead& model, const std::string& model_path) {
  return read_rows(path, std::move(input), std::move(read), &model, model_path);
}

Documents read_rows(const std::string& path, TextInput input,
                    ReadOptions read) {
  return read_rows(path, std::move(input), std::move(read), nullptr, {});
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
