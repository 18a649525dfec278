#include "cli/data/seed_words.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

#include "semilin/base/error.h"
#include "semilin/learn/seed_words.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/text/seed_words.h"
#include "semilin/text/vocabulary.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/data/class_values.h"
#include "cli/data/data_options.h"
#include "cli/data/documents.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNames = "names";
constexpr const char* kNone = "none";

// A class that is the same number as one of the data's is that one.
std::string known_name(const Dataset& data, const std::string& name) {
  const std::int32_t found = find_number(data.classes, name);
  return found == kUnlabeled ? name : data.classes[found];
}

void add_classes(std::vector<std::string> names, Dataset& data) {
  names.insert(names.end(), data.classes.begin(), data.classes.end());
  names = sort_class_names(std::move(names));
  for (std::int32_t& label : data.labels)
    if (label != kUnlabeled) label = find_class(names, data.classes[label]);
  data.classes = std::move(names);
}

// The rows of words, in classes that are the data's then; classes that nothing
// tells are left out. `vocabulary` names the features, or else `names` does.
Seeds take_words_of(std::vector<ClassWords> all,
                    const std::optional<Vocabulary>& vocabulary,
                    const std::vector<std::string>& names, bool quiet,
                    Dataset& data) {
  Json kept = Json::object();
  std::vector<std::string> words, classes;
  for (ClassWords& one : all) {
    one.name = known_name(data, one.name);
    classes.push_back(one.name);
    words.insert(words.end(), one.words.begin(), one.words.end());
    kept[one.name] = one.words;
  }
  add_classes(std::move(classes), data);
  const auto columns = vocabulary ? features_of_words(words, *vocabulary)
                                  : features_of_words(words, names);
  std::vector<SeedTerm> terms;
  for (const ClassWords& one : all) {
    for (const std::string& word : one.words) {
      terms.push_back(
          {find_class(data.classes, one.name), columns[terms.size()], word});
      std::erase_if(terms.back().columns, [&](std::int32_t column) {
        return column >= data.rows.cols();
      });
    }
  }
  Seeds seeds{seed_rows(data, terms), kept.dump()};
  if (!quiet)
    for (const std::string& warning : seed_warnings(data, terms, seeds.rows))
      warn(warning);
  const std::vector<std::int32_t> places =
      keep_classes(known_classes(data, seeds.rows), data);
  for (std::int32_t& label : seeds.rows.labels)
    label = places[label];
  return seeds;
}

std::vector<ClassWords> from_json(const Json& words) {
  std::vector<ClassWords> all;
  for (const auto& [name, list] : words.items())
    all.push_back({name, list.get<std::vector<std::string>>()});
  return all;
}

std::vector<ClassWords> words_of(const SeedArguments& arguments,
                                 const std::string& kept,
                                 const WordOptions& options,
                                 const Dataset& data) {
  if (arguments.words.empty()) return from_json(Json::parse(kept));
  if (arguments.words != kNames) return read_seed_words(arguments.words);
  if (data.classes.empty())
    throw UsageError(
        "--seed-words names: no row has a label; say what the classes are "
        "called: --classes sport,politics,...");
  return words_of_names(data.classes, options);
}

}  // namespace

void add_seed_options(CLI::App& command, SeedArguments& arguments) {
  command
      .add_option("--seed-words", arguments.words,
                  "words of each class: a file (class, words) or names")
      ->type_name("WORDS")
      ->group(kDataGroup);
  command
      .add_option("--classes", arguments.classes,
                  "with --seed-words: what the classes are called")
      ->type_name("NAME,...")
      ->group(kDataGroup);
}

Seeds take_seed_words(const SeedArguments& arguments, const std::string& kept,
                      const FeatureNames& features, const std::string& path,
                      bool quiet, Dataset& data) {
  if (arguments.words == kNone) return {};
  if (arguments.words.empty() && !arguments.classes.empty())
    throw UsageError("--classes: only with --seed-words");
  if (arguments.words.empty() && (kept.empty() || kept == "{}")) return {};
  if (has_label_sets(data))
    throw UsageError("--seed-words: not with several labels per row");
  if (features.vocabulary.kind.empty() && features.names.empty())
    throw UsageError(
        "--seed-words: what are the features of " + path +
        " called? --vocabulary FILE says it, a name a line or a vocabulary");
  std::vector<std::string> classes = split_list(arguments.classes);
  std::erase(classes, "");
  add_classes(std::move(classes), data);
  std::optional<Vocabulary> vocabulary;
  if (!features.vocabulary.kind.empty())
    vocabulary = vocabulary_from_archive(features.vocabulary);
  const WordOptions options = vocabulary ? vocabulary->words : WordOptions();
  return take_words_of(words_of(arguments, kept, options, data), vocabulary,
                       features.names, quiet, data);
}

Json words_of_model(const ModelHead& model) {
  const Json info = Json::parse(model.info, nullptr, false);
  return info.contains("seed_words") ? info["seed_words"] : Json::object();
}

}  // namespace semilin::cli
