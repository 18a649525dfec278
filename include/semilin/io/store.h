// The binary store: rows written once, then mapped and used in place.
// docs/formats.md describes the format.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// Named bytes that travel with a store, e.g. a vocabulary.
using Attachments = std::map<std::string, std::string>;

/// The content of a store.
struct Store {
  /// The rows lie in the mapped file, which lives as long as they do.
  Dataset data;
  Attachments attachments;  ///< attachments by name; often none
};

/// Maps a store. Checks magic, version, sizes, labels, classes, costs and the
/// checksums of all but the arrays of the rows. Those are not read here:
/// whatever uses the rows first reads them once (require_valid of csr.h), which
/// also compares their checksums, unless `trust` is true. Throws DataError.
[[nodiscard]] Store open_store(const std::string& path, bool trust = false);

/// Reads everything. Throws DataError unless all checksums hold and the rows
/// are valid.
void verify_store(const std::string& path);

/// The attachment that holds the ids of the rows.
inline constexpr const char* kIdsKey = "ids";
/// One id per row as the bytes of that attachment: each ended by a zero byte.
[[nodiscard]] std::string pack_ids(const std::vector<std::string>& ids);
/// The store's ids, one per row; empty if it has none. Throws DataError, which
/// calls the store `name`, if their number is wrong.
[[nodiscard]] std::vector<std::string> row_ids(const Store& store,
                                               const std::string& name);

/// The attachment that holds the probability with which each row was drawn to
/// be labeled; 0: not known.
inline constexpr const char* kDrawnKey = "drawn";
/// One probability per row as the bytes of that attachment.
[[nodiscard]] std::string pack_drawn(const std::vector<double>& drawn);
/// The store's probabilities, one per row; empty if it has none. Throws
/// DataError, which calls the store `name`, if their number is wrong or one is
/// not in [0, 1].
[[nodiscard]] std::vector<double> row_drawn(const Store& store,
                                            const std::string& name);

/// The rows listed, with their ids and probabilities; other attachments do not
/// change.
[[nodiscard]] Store select(const Store& store, std::span<const Index> rows);

/// Writes data and attachments; the file appears complete or not at all.
void write_store(const Dataset& data, const std::string& path,
                 const Attachments& attachments = {});

}  // namespace semilin
