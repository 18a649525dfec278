// --seed-words: words that tell classes, for data without labels or with few.
#ifndef SEMILIN_TOOLS_CLI_DATA_SEED_WORDS_H_
#define SEMILIN_TOOLS_CLI_DATA_SEED_WORDS_H_

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/base/archive.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

/// As they are given.
struct SeedArguments {
  /// A file, "names" (of the classes), "none" (not those of the store either),
  /// or empty.
  std::string words;
  std::string classes;  ///< with commas between; those of the labels are added
};

/// Adds --seed-words and --classes.
void add_seed_options(CLI::App& command, SeedArguments& arguments);

/// What the features of rows are called.
struct FeatureNames {
  Archive vocabulary;              ///< of documents; empty: none
  std::vector<std::string> names;  ///< otherwise
};

/// What words came to.
struct Seeds {
  SeedRows rows;
  std::string words;  ///< as TrainOptions::seed_words
};

/// The attachment in which a store keeps Seeds::words.
inline constexpr const char* kSeedWordsKey = "seed_words";

/// Gives the data the classes of the words and of --classes, and makes rows of
/// the words; `kept` are a store's, taken if no others are given. Unless
/// `quiet` it warns of words that tell little. A class without a word in any
/// row, or a label, is left out. `path` is that of the data. Throws UsageError,
/// DataError.
[[nodiscard]] Seeds take_seed_words(const SeedArguments& arguments,
                                    const std::string& kept,
                                    const FeatureNames& features,
                                    const std::string& path, bool quiet,
                                    Dataset& data);

/// The words in a model's info, {"class": ["word", ...], ...}, which may be
/// none.
[[nodiscard]] nlohmann::ordered_json words_of_model(const ModelHead& model);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_DATA_SEED_WORDS_H_
