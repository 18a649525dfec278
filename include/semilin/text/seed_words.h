// Seed words of the classes, as they are written in files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "semilin/matrix/dataset.h"
#include "semilin/text/vocabulary.h"

namespace semilin {

/// Reads a table with the columns class and words (.csv, .tsv, .jsonl, with .gz
/// or without), a JSON object {"class": ["word", ...], ...} (.json), or lines
/// `class: word, word`. Blanks and commas separate words, and what stands
/// in double quotes is a phrase. A class may have several rows. Throws
/// DataError.
[[nodiscard]] std::vector<ClassWords> read_seed_words(const std::string& path);

/// The words of the classes' own names, cut as documents are.
[[nodiscard]] std::vector<ClassWords> words_of_names(
    std::span<const std::string> classes, const WordOptions& options = {});

/// Gives each word or phrase the features of a document that consists of it,
/// without pieces. It has none if one of its words has none, since then no
/// document contains the phrase. A phrase of the vocabulary is one feature. A
/// word that is_one_letter has all terms that contain the letter, unless the
/// vocabulary is hashed. Throws std::invalid_argument for "-word".
[[nodiscard]] std::vector<std::vector<std::int32_t>> features_of_words(
    std::span<const std::string> words, const Vocabulary& vocabulary);

/// Whether a word is one letter of a script that does not separate its words
/// (Chinese, Thai). A document contains it if one of its terms does.
[[nodiscard]] bool is_one_letter(const std::string& word,
                                 const WordOptions& options);

/// The same for features with names: the feature called like the word, or like
/// the word in lower case.
[[nodiscard]] std::vector<std::vector<std::int32_t>> features_of_words(
    std::span<const std::string> words, std::span<const std::string> names);

}  // namespace semilin
