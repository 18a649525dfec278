// make_package_corpus: Debian's catalog to label<TAB>text; see
// datasets/README.md.
#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/line_source.h"
#include "semilin/advanced/io/output_file.h"

#include "packages.h"

namespace {

using semilin::LineSource;
using semilin::OutputFile;
// NOLINTNEXTLINE(google-build-using-namespace): a program, of these parts
using namespace semilin::datasets;

struct Arguments {
  PackageCorpusOptions options;
  std::vector<std::string> translations;
  std::string catalog = "-";
  std::string pool;
  std::string held_out;
};

void add_options(CLI::App& app, Arguments& arguments) {
  app.option_defaults()->always_capture_default();
  app.add_option("CATALOG", arguments.catalog,
                 "what apt-cache dumpavail prints; '-': standard input");
  app.add_option("--translations", arguments.translations,
                 "files Translation-en, for the long descriptions");
  app.add_option("--min-documents", arguments.options.min_documents,
                 "drop smaller classes");
  app.add_option("--held-out-percent", arguments.options.held_out_percent,
                 "percent of the source packages held out");
  app.add_option("--seed", arguments.options.seed, "which ones");
  app.add_option("--pool", arguments.pool, "documents to learn from")
      ->required();
  app.add_option("--held-out", arguments.held_out, "the others")->required();
}

void write_documents(const std::vector<Package>& packages,
                     const std::string& path) {
  OutputFile file(path, semilin::compression_of(path));
  for (const Package& package : packages)
    file.write(package.section + '\t' + package.description + '\n');
  file.commit();
}

void report(const PackageCorpus& corpus, std::size_t packages) {
  std::cout << packages << " packages: " << corpus.duplicates
            << " duplicate or empty descriptions dropped\n";
  const char* before = "classes dropped as too small: ";
  for (const auto& [section, count] : corpus.small_classes) {
    std::cout << before << section << " (" << count << ")";
    before = ", ";
  }
  if (!corpus.small_classes.empty()) std::cout << '\n';
  const auto smaller = [](const auto& a, const auto& b) {
    return a.second < b.second;
  };
  const auto [least, most] = std::minmax_element(corpus.classes.begin(),
                                                 corpus.classes.end(), smaller);
  if (least == corpus.classes.end()) return;
  std::cout << corpus.classes.size() << " classes, from " << most->first << " ("
            << most->second << ") to " << least->first << " (" << least->second
            << ")\n"
            << corpus.pool.size() << " documents to learn from, "
            << corpus.held_out.size() << " of other sources held out\n";
}

void make(const Arguments& arguments) {
  Translations translations;
  for (const std::string& path : arguments.translations) {
    LineSource lines(path);
    translations.merge(read_translations([&] { return lines.next(); }));
  }
  LineSource lines(arguments.catalog);
  const std::vector<Package> packages =
      read_packages([&] { return lines.next(); }, translations);
  const PackageCorpus corpus = make_package_corpus(packages, arguments.options);
  report(corpus, packages.size());
  write_documents(corpus.pool, arguments.pool);
  write_documents(corpus.held_out, arguments.held_out);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Arguments arguments;
    CLI::App app("Makes a corpus of a catalog of Debian packages");
    add_options(app, arguments);
    CLI11_PARSE(app, argc, argv);
    make(arguments);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "make_package_corpus: " << error.what() << '\n';
    return 1;
  }
}
