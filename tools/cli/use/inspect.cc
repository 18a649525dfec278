// semilin inspect: the contents of a file.
#include <filesystem>

#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"

#include "cli/data/data_options.h"
#include "cli/data/descriptions.h"

namespace semilin::cli {
namespace {

struct InspectOptions {
  std::string file, output = "-";
  bool json = false;
  bool verify = false;
  Index features = 0;
  ReadOptions read;
  TableColumns columns;  // of documents
};

// The vocabulary of an archive that is one, or that has one attached.
void verify_vocabulary(const Archive& archive) {
  if (holds_vocabulary(archive)) (void)vocabulary_from_archive(archive);
}

Json inspect_data(const InspectOptions& options, Content content) {
  if (options.features > 0) {
    throw UsageError("--features needs a model, and " + options.file +
                     " holds data");
  }
  if (content == Content::Store) {
    if (options.verify) verify_store(options.file);
    const Store store = open_store(options.file);
    if (options.verify) {
      (void)row_ids(store, options.file);
      (void)row_drawn(store, options.file);
    }
    Json json = {{"kind", "store"}};
    json.update(describe_data(store.data));
    for (const auto& [name, bytes] : store.attachments) {
      json["attachments"][name] = {{"bytes", bytes.size()}};
      if (options.verify && name == kVocabularyKey) {
        verify_vocabulary(archive_from_bytes(bytes, options.file));
      }
    }
    return json;
  }
  if (std::filesystem::is_directory(options.file) ||
      holds_table(options.file, options.columns)) {
    TableColumns columns = options.columns;
    columns.unlabeled_label = options.read.unlabeled_label;
    return describe_documents(options.file, columns);
  }
  const Dataset data = read_dataset({options.file}, options.read);
  if (options.verify) require_valid(data.rows);
  Json json = {{"kind", "svmlight"}};
  json.update(describe_data(data));
  return json;
}

Json inspect_model(const InspectOptions& options, const char* kind) {
  const LinearModel model = read_linear_model(options.file);
  if (options.verify) verify_vocabulary(model.attachments);
  Json json = {{"kind", kind}};
  json.update(describe_model(model));
  if (options.features > 0) {
    json["heaviest"] = heaviest_features(model, options.features);
  }
  return json;
}

Json inspect_archive(const InspectOptions& options) {
  const Archive archive = read_archive(options.file);
  if (archive.kind == "linear-model") {
    return inspect_model(options, "linear-model");
  }
  if (archive.kind == "kernel-model" && options.features > 0) {
    return inspect_model(options, "kernel-model");
  }
  if (options.features > 0) {
    throw UsageError("--features needs a model, and " + options.file +
                     " holds '" + archive.kind + "'");
  }
  Json json = {{"kind", archive.kind}};
  if (holds_vocabulary(archive)) {
    json.update(describe_vocabulary(vocabulary_from_archive(archive)));
  }
  if (archive.kind == "kernel-model") {
    const Archive terms = read_model(options.file).head().attachments;
    if (holds_vocabulary(terms))
      json["vocabulary"] = describe_vocabulary(vocabulary_from_archive(terms));
  }
  if (archive.kind == "graph") {
    json.update(describe_graph(read_graph(options.file)));
  }
  json["header"] = Json::parse(archive.header, nullptr, false);
  for (const auto& [name, array] : archive.arrays)
    json["arrays"][name] = {{"bytes", array.bytes.size()}};
  return json;
}

// The numbers of words and pieces as one phrase.
void join_pieces(Json& json) {
  if (json.contains("vocabulary")) join_pieces(json["vocabulary"]);
  if (!json.contains("pieces")) return;
  json["terms"] = counted(json["terms"].get<Index>(), "word") + " and " +
                  counted(json["pieces"].get<Index>(), "piece") + " of words";
  json.erase("pieces");
}

Json inspect_content(const InspectOptions& options) {
  const Content content = content_of(options.file);
  if (content == Content::Archive) return inspect_archive(options);
  if (content == Content::LiblinearModel) {
    return inspect_model(options, "liblinear-model");
  }
  return inspect_data(options, content);
}

int inspect(const InspectOptions& options) {
  Json json = inspect_content(options);
  // every reader checks what it reads; --verify reads the rest, too
  if (options.verify) json["verified"] = true;
  std::string text;
  if (options.json) {
    text = json_text(json);
  } else if (options.features > 0) {
    text = heaviest_as_text(json["heaviest"]);
  } else {
    join_pieces(json);
    text = as_text(json);
  }
  write_file(options.output, text);
  return 0;
}

}  // namespace

Command add_inspect(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "inspect",
      "describe what documents, a model, store, vocabulary or graph hold");
  const auto options = std::make_shared<InspectOptions>();
  command
      ->add_option(
          "FILE", options->file,
          "documents (CSV, TSV, JSON lines, folders), model, LIBLINEAR "
          "model, store, vocabulary, graph, or svmlight text (plain, "
          "gzip, '-'); recognized by content")
      ->required();
  add_json_option(*command, options->json);
  command->add_flag("--verify", options->verify,
                    "check all checksums and that the rows are valid; if not, "
                    "the exit status is 1");
  add_value(*command, "--features N", options->features,
            "list the N heaviest features of each class and nothing else: "
            "terms if the model has a vocabulary, otherwise numbers "
            "from 1")
      ->check(CLI::PositiveNumber);
  add_output_option(*command, options->output);
  add_threads_option(*command, options->read.threads);
  add_settings(*command, options->read, kDataGroup, {"unlabeled"});
  add_settings(*command, options->columns, kDataGroup);
  return {command, [options] { return inspect(*options); }};
}

}  // namespace semilin::cli
