// semilin vectorize: raw documents to features and a vocabulary.
#include "semilin/text/vectorize.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/store.h"
#include "semilin/io/svmlight.h"
#include "semilin/linear/model.h"
#include "semilin/text/documents.h"
#include "semilin/text/vocabulary.h"

#include "cli/command.h"
#include "cli/console.h"
#include "cli/data_options.h"
#include "cli/model_file.h"
#include "cli/number_options.h"

namespace semilin::cli {
namespace {

struct VectorizeOptions {
  std::vector<std::string> texts;
  std::string output, to, vocabulary, vocabulary_out;
  std::string format = "auto";
  VocabularyOptions terms;
  int threads = 0;
  bool quiet = false;

  [[nodiscard]] bool to_store() const {
    return to.empty() ? output.ends_with(".store") : to == "store";
  }
  /// Where a new vocabulary goes; empty: nowhere but into the store.
  [[nodiscard]] std::string vocabulary_path() const {
    if (!vocabulary_out.empty()) return vocabulary_out;
    const bool elsewhere = to_store() || output == "-" || !vocabulary.empty();
    return elsewhere ? "" : output + ".vocab";
  }
};

// The vocabulary in a file of its own, in a store or in a model.
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
    if (archive.kind == "linear-model") {
      archive = linear_model_from_archive(archive).attachments;
    }
  }
  try {
    return vocabulary_from_archive(archive);
  } catch (const DataError& error) {
    throw DataError(path, error.what());
  }
}

TextFormat format_of(const std::string& name) {
  if (name == "labeled") return TextFormat::Labeled;
  if (name == "plain") return TextFormat::Plain;
  if (name == "folders") return TextFormat::Folders;
  return TextFormat::Auto;
}

// Hands all documents to `add` and returns their labels.
template <class Add>
std::vector<std::string> read_documents(const VectorizeOptions& options,
                                        Add add) {
  std::vector<std::string> labels;
  DocumentBatch batch;
  for (const std::string& path : options.texts) {
    DocumentReader documents(path, format_of(options.format));
    while (documents.next(batch)) {
      add(batch.texts);
      labels.insert(labels.end(), batch.labels.begin(), batch.labels.end());
    }
  }
  return labels;
}

struct Corpus {
  Vocabulary vocabulary;
  Dataset data;
};

Corpus with_known_vocabulary(const VectorizeOptions& options) {
  Corpus corpus;
  corpus.vocabulary = read_vocabulary(options.vocabulary);
  Vectorizer vectorizer(corpus.vocabulary, options.threads);
  const auto labels = read_documents(
      options, [&](const auto& texts) { vectorizer.add(texts); });
  corpus.data.rows = vectorizer.take_rows();
  set_labels(labels, corpus.data);
  return corpus;
}

Corpus with_new_vocabulary(const VectorizeOptions& options) {
  VocabularyBuilder builder(options.terms, options.threads);
  const auto labels =
      read_documents(options, [&](const auto& texts) { builder.add(texts); });
  TextFeatures features = builder.finish();
  if (features.vocabulary.terms.empty()) {
    throw DataError(options.texts.front(),
                    "no word of the " + std::to_string(labels.size()) +
                        " documents is a term under --min-documents " +
                        std::to_string(options.terms.min_documents) +
                        " and --max-fraction " +
                        number(options.terms.max_fraction));
  }
  Corpus corpus;
  corpus.vocabulary = std::move(features.vocabulary);
  corpus.data.rows = std::move(features.rows);
  set_labels(labels, corpus.data);
  return corpus;
}

Index empty_rows(const CsrStore& rows) {
  return rows.visit([](const auto& view) {
    Index empty = 0;
    for (Index i = 0; i < view.rows; ++i)
      empty += view.offsets[i] == view.offsets[i + 1] ? 1 : 0;
    return empty;
  });
}

void report(const Corpus& corpus) {
  const Dataset& data = corpus.data;
  say(std::to_string(data.rows.rows()) + " documents, " +
      std::to_string(data.labeled()) + " labelled, " +
      std::to_string(data.classes.size()) + " classes; " +
      std::to_string(data.rows.cols()) + " terms, " +
      std::to_string(data.rows.nonzeros()) + " nonzeros, " +
      std::to_string(empty_rows(data.rows)) + " documents without terms");
}

int vectorize_texts(const VectorizeOptions& options) {
  const Corpus corpus = options.vocabulary.empty()
                            ? with_new_vocabulary(options)
                            : with_known_vocabulary(options);
  const Archive archive = to_archive(corpus.vocabulary);
  const std::string beside = options.vocabulary_path();
  if (!beside.empty()) write_archive(archive, beside);
  if (options.to_store()) {
    write_store(corpus.data, options.output,
                {{kVocabularyKey, archive_to_bytes(archive)}});
  } else {
    write_svmlight(corpus.data, options.output);
  }
  if (!options.quiet) report(corpus);
  return 0;
}

void add_input_options(CLI::App& command, VectorizeOptions& options) {
  command
      .add_option("TEXT", options.texts,
                  "documents: lines label<TAB>text or text alone, plain or "
                  "gzip, '-': standard input; or a folder that holds a folder "
                  "of files for each class")
      ->required();
  command
      .add_option("--format", options.format,
                  "auto, labeled, plain or folders; auto: lines have labels "
                  "if the first has a tab")
      ->type_name("FORMAT")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "labeled", "plain", "folders"}));
}

void add_output_options(CLI::App& command, VectorizeOptions& options) {
  command
      .add_option("-o,--output", options.output,
                  "where the features go; '-': standard output")
      ->type_name("DATA")
      ->required();
  command
      .add_option("--to", options.to,
                  "svmlight or store (otherwise from the name: a store if it "
                  "ends in .store)")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"svmlight", "store"}));
  command
      .add_option("--vocabulary-out", options.vocabulary_out,
                  "where the vocabulary goes (default DATA.vocab; into the "
                  "store, if DATA is one)")
      ->type_name("FILE");
}

void add_term_options(CLI::App& command, VectorizeOptions& options) {
  CLI::Option* vocabulary =
      command
          .add_option("--vocabulary", options.vocabulary,
                      "use the vocabulary of FILE (of a vocabulary, store or "
                      "model) instead of a new one")
          ->type_name("FILE");
  add_described_options(command, options.terms, "Options");
  for (const char* name : {"--min-documents", "--max-fraction", "--min-length"})
    command.get_option(name)->excludes(vocabulary);
}

}  // namespace

Command add_vectorize(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "vectorize", "turn raw documents into features, and keep the vocabulary");
  const auto options = std::make_shared<VectorizeOptions>();
  add_input_options(*command, *options);
  add_output_options(*command, *options);
  add_term_options(*command, *options);
  add_threads_option(*command, options->threads);
  add_quiet_option(*command, options->quiet);
  command->footer(
      "Words are runs of letters, marks and digits that begin with a letter, "
      "in lower\ncase and normalised (Unicode NFKC); bytes that are not UTF-8 "
      "separate words.\nA term's weight is (1 + log tf) log(N / df); rows have "
      "unit length. The label\n'?' and an empty one mean unlabelled.");
  return {command, [options] { return vectorize_texts(*options); }};
}

}  // namespace semilin::cli
