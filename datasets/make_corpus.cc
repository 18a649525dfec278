// make_corpus: writes a synthetic corpus; see datasets/README.md.
#include <exception>
#include <iostream>
#include <string>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/output_file.h"

#include "synthetic.h"

namespace {

using semilin::datasets::SyntheticOptions;

struct Arguments {
  SyntheticOptions options;
  bool svmlight = false;
  std::string output = "-";
};

void add_options(CLI::App& app, Arguments& arguments) {
  SyntheticOptions& options = arguments.options;
  app.option_defaults()->always_capture_default();
  app.add_option("-n,--documents", options.documents, "documents");
  app.add_option("-k,--classes", options.classes, "classes");
  app.add_option("--imbalance", options.imbalance,
                 "size of the largest class over that of the smallest");
  app.add_option("--vocabulary", options.vocabulary, "different words");
  app.add_option("--words", options.median_words,
                 "words of a document (median)");
  app.add_option("--topic-words", options.topic_words,
                 "words that a class prefers");
  app.add_option("--topic-percent", options.topic_percent,
                 "mean share of them in a document");
  app.add_option("--overlap-percent", options.overlap_percent,
                 "of them shared by two classes");
  app.add_option("--seed", options.seed, "other documents of the same kind");
  app.add_flag("--svmlight", arguments.svmlight,
               "write features instead of label<TAB>text");
  app.add_option("-o,--output", arguments.output,
                 "file, gzip if it ends in .gz, '-': standard output");
}

void write(const Arguments& arguments) {
  const semilin::datasets::SyntheticCorpus corpus(arguments.options);
  semilin::OutputFile file(arguments.output,
                           semilin::compression_of(arguments.output));
  const auto sink = [&](std::string_view bytes) { file.write(bytes); };
  if (arguments.svmlight) {
    write_svmlight(corpus, sink);
  } else {
    write_text(corpus, sink);
  }
  file.commit();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Arguments arguments;
    CLI::App app("Writes a synthetic corpus: the same bytes for the same seed");
    add_options(app, arguments);
    CLI11_PARSE(app, argc, argv);
    write(arguments);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "make_corpus: " << error.what() << '\n';
    return 1;
  }
}
