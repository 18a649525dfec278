// semilin vectorize: raw documents to features and a vocabulary.

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/store.h"

#include "cli/data/data_options.h"
#include "cli/data/descriptions.h"

namespace semilin::cli {
namespace {

struct VectorizeOptions {
  const CLI::App* command = nullptr;
  std::vector<std::string> texts;
  std::string output, to, vocabulary_out;
  Source source = {.path = {}, .purpose = Purpose::Read, .text = true};
  bool quiet = false;
  std::string log;

  [[nodiscard]] bool to_store() const {
    return to.empty() ? output.ends_with(".store") : to == "store";
  }
  /// The file of a new vocabulary; empty: it is only in the store.
  [[nodiscard]] std::string vocabulary_path() const {
    if (!vocabulary_out.empty()) return vocabulary_out;
    const bool elsewhere =
        to_store() || output == "-" || !source.vocabulary.empty();
    return elsewhere ? "" : output + ".vocab";
  }
};

void report(const Corpus& corpus) {
  const Dataset& data = corpus.data;
  say(counted(data.rows.rows(), "document") + ", " + grouped(data.labeled()) +
      " labeled, " + counted(std::ssize(data.classes), "class") + "; " +
      counted(data.rows.cols(), "term") + ", " +
      counted(data.rows.nonzeros(), "nonzero") + ", " +
      counted(empty_rows(data.rows), "document") + " without terms" +
      reading(corpus.read_words, data.pieces) + ".");
}

int vectorize_texts(VectorizeOptions options) {
  Source& source = options.source;
  if (!source.seed_words.empty() && !options.to_store())
    throw UsageError(
        "--seed-words: only a store keeps them; name the output *.store");
  const std::string beside = options.vocabulary_path();
  if (options.vocabulary_out.empty())
    require_apart("the vocabulary", beside, *options.command);
  source.path = options.texts.front();
  source.more.assign(options.texts.begin() + 1, options.texts.end());
  if (!options.quiet) source.doubt = warn;
  std::optional<ProgressPrinter> printer(std::in_place, options.quiet,
                                         options.log);
  source.read.progress = printer->progress();
  const Corpus corpus = read_corpus(source);
  printer.reset();
  if (!beside.empty()) write_archive(corpus.vocabulary, beside);
  if (options.to_store()) {
    Attachments attachments = {
        {kVocabularyKey, archive_to_bytes(corpus.vocabulary)},
        {kIdsKey, pack_ids(corpus.ids)}};
    if (!corpus.drawn.empty())
      attachments[kDrawnKey] = pack_drawn(corpus.drawn);
    if (!corpus.seed_words.empty())
      attachments[kSeedWordsKey] = to_json(corpus.seed_words);
    write_store(corpus.data, options.output, attachments);
  } else {
    write_svmlight(corpus.data, options.output);
  }
  if (!options.quiet) {
    report(corpus);
    if (options.output != "-")
      say("Next: train a model: semilin train " + shell_word(options.output) +
          (beside.empty() ? "" : " --vocabulary " + shell_word(beside)) +
          " -o new.model");
  }
  return 0;
}

}  // namespace

Command add_vectorize(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "vectorize", "turn raw documents into features, and keep the vocabulary");
  const auto options = std::make_shared<VectorizeOptions>();
  options->command = command;
  command
      ->add_option("TEXT", options->texts,
                   "tables, lines label<TAB>text, '-', or folders")
      ->required();
  add_value(*command, "-o,--output DATA", options->output,
            "feature file to write; '-': standard output")
      ->required();
  add_value(*command, "--to FORMAT", options->to,
            "svmlight or store (default: by the name of DATA)")
      ->check(CLI::IsMember({"svmlight", "store"}));
  add_value(*command, "--vocabulary-out FILE", options->vocabulary_out,
            "vocabulary file to write (default DATA.vocab)");
  add_source_options(*command, options->source, Purpose::Train, {},
                     {"text", "vectors", "labels", "unlabeled", "zero-based",
                      "double-values", "trust", "rename", "class-names",
                      "votes", "voters", "none", "row-weights"});
  CLI::Option* vocabulary = command->get_option("--vocabulary");
  vocabulary->description("use that of FILE (a vocabulary, store or model)");
  for (const Setting& one : settings_of(options->source.terms))
    command->get_option("--" + one.name)->excludes(vocabulary)->group("Terms");
  add_run_options(*command, options->source.read.threads, options->quiet,
                  &options->log);
  return {command, [options] { return vectorize_texts(*options); }};
}

}  // namespace semilin::cli
