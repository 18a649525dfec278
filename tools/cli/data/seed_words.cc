#include "cli/data/seed_words.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
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
constexpr const char* kMore =
    "; add words that occur in documents of the class";
constexpr double kRareWord = 0.002;  // of the documents: a class is hardly met

// "a, b and 3 more"
std::string listed(const std::vector<std::string>& all) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i)
    text += (i == 0 ? "" : ", ") + all[i];
  return all.size() <= kMost
             ? text
             : text + " and " + std::to_string(all.size() - kMost) + " more";
}

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

class SeedTaker {
 public:
  SeedTaker(const std::string& path, bool quiet, Dataset& data)
      : path_(path), quiet_(quiet), data_(data) {}

  // The features' names are those of the vocabulary, if there is one.
  Seeds take(std::vector<ClassWords> all,
             const std::optional<Vocabulary>& vocabulary,
             const std::vector<std::string>& names) {
    Seeds seeds;
    std::vector<std::string> words, classes;
    for (ClassWords& one : all) {
      one.name = known_name(data_, one.name);
      classes.push_back(one.name);
      words.insert(words.end(), one.words.begin(), one.words.end());
      seeds.words[one.name] = one.words;
    }
    labeled_ = data_.labeled() > 0;
    foreign_ = foreign(classes);
    add_classes(std::move(classes), data_);
    const auto columns = vocabulary ? features_of_words(words, *vocabulary)
                                    : features_of_words(words, names);
    for (const ClassWords& one : all) {
      for (const std::string& word : one.words) {
        words_.push_back(word);
        terms_.push_back(
            {find_class(data_.classes, one.name), columns[words_.size() - 1]});
        std::erase_if(terms_.back().columns, [&](std::int32_t column) {
          return column >= data_.rows.cols();
        });
      }
    }
    const SeedCounts counts = count_seeds(data_, terms_);
    seeds.rows = seed_rows(data_, terms_);
    if (!quiet_) warn_of_words(counts);
    leave_out_unknown(seeds.rows);
    return seeds;
  }

 private:
  // Classes of words that no label has, where there are labels.
  [[nodiscard]] std::vector<std::string> foreign(
      const std::vector<std::string>& classes) const {
    std::vector<std::string> found;
    for (const std::string& name : classes)
      if (labeled_ && find_class(data_.classes, name) == kUnlabeled)
        found.push_back(name);
    return found;
  }

  void warn_of_words(const SeedCounts& counts) const {
    std::vector<std::string> absent, shared, rare;
    std::map<std::string, std::vector<std::int32_t>> owners;
    for (std::size_t t = 0; t < words_.size(); ++t) {
      if (counts.terms[t] == 0)
        absent.push_back(words_[t]);
      else
        owners[words_[t]].push_back(terms_[t].label);
    }
    for (const auto& [word, labels] : owners)
      if (labels.size() > 1)
        shared.push_back(word + " (" + std::to_string(labels.size()) +
                         " classes)");
    std::vector<bool> has_words(data_.classes.size());
    for (const SeedTerm& term : terms_)
      has_words[term.label] = true;
    const auto rows = static_cast<double>(data_.rows.rows());
    for (std::size_t k = 0; k < has_words.size(); ++k) {
      const auto holders = static_cast<double>(counts.classes[k]);
      if (has_words[k] && holders > 0 && holders < kRareWord * rows)
        rare.push_back(data_.classes[k] + " (" +
                       std::to_string(counts.classes[k]) + ")");
    }
    if (!foreign_.empty())
      warn("seed words: no row has the label " + listed(foreign_) +
           ": taken for classes of their own");
    if (!absent.empty()) warn("seed words in no document: " + listed(absent));
    if (!shared.empty())
      warn(
          "seed words of several classes, which tell them apart from others "
          "only: " +
          listed(shared));
    if (!rare.empty())
      warn("seed words in fewer than 0.2 % of the documents: " + listed(rare) +
           kMore);
  }

  void leave_out_unknown(SeedRows& seeds) const {
    std::vector<bool> kept(data_.classes.size());
    for (const std::int32_t label : data_.labels)
      if (label != kUnlabeled) kept[label] = true;
    for (const std::int32_t label : seeds.labels)
      kept[label] = true;
    std::vector<std::string> left_out;
    for (std::size_t k = 0; k < kept.size(); ++k)
      if (!kept[k]) left_out.push_back(data_.classes[k]);
    if (left_out.empty()) return;
    if (!quiet_)
      warn(path_ + ": no document holds a seed word of " + listed(left_out) +
           ", left out of the classes" + kMore);
    const std::vector<std::int32_t> places = keep_classes(kept, data_);
    for (std::int32_t& label : seeds.labels)
      label = places[label];
  }

  const std::string& path_;
  bool quiet_;
  Dataset& data_;
  std::vector<std::string> words_;
  std::vector<SeedTerm> terms_;
  bool labeled_ = false;
  std::vector<std::string> foreign_;
};

std::vector<ClassWords> from_json(const std::string& text) {
  std::vector<ClassWords> all;
  const Json words = Json::parse(text, nullptr, false);
  if (!words.is_object()) return all;
  for (const auto& [name, list] : words.items())
    all.push_back({name, list.get<std::vector<std::string>>()});
  return all;
}

std::vector<ClassWords> words_of(const SeedArguments& arguments,
                                 const std::string& kept,
                                 const WordOptions& options,
                                 const Dataset& data) {
  if (arguments.words.empty()) return from_json(kept);
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
  if (arguments.words.empty() && kept.empty()) return {};
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
  return SeedTaker(path, quiet, data)
      .take(words_of(arguments, kept, options, data), vocabulary,
            features.names);
}

}  // namespace semilin::cli
