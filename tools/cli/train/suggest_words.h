// Words that may tell classes, for semilin suggest and semilin label.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/learn/model.h"
#include "semilin/matrix/dataset.h"
#include "semilin/text/vocabulary.h"

namespace semilin::cli {

/// The classes of all rows: those of their labels, of others the model's.
/// Positions in the model's classes.
[[nodiscard]] std::vector<std::int32_t> labels_by(const Model& model,
                                                  const Dataset& data,
                                                  int threads);

/// A word, in quotes if it is a phrase.
[[nodiscard]] std::string in_table(const std::string& word);

/// A table that read_seed_words reads again, an object per row: class, words
/// (one word; a phrase in quotes), chosen ("given" or "suggested"), documents
/// that hold it, and the share of these that have the class by `labels`, one
/// for each row (empty if given). Of each class those given ({"class": ["word",
/// ...], ...}) come first, then
/// `count` others that suggest_terms finds among the terms that mean
/// themselves.
[[nodiscard]] std::vector<nlohmann::ordered_json> words_to_confirm(
    const nlohmann::ordered_json& given, const Vocabulary& vocabulary,
    const std::vector<std::string>& classes, const CsrStore& rows,
    std::span<const std::int32_t> labels, Index count);

/// The form of such a table in the page of semilin label: {"class": [["word",
/// whether it is given], ...], ...}.
[[nodiscard]] nlohmann::ordered_json as_chips(
    const std::vector<nlohmann::ordered_json>& table);

}  // namespace semilin::cli
