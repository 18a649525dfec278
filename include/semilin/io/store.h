// The binary store: rows written once, then mapped and used in place. The
// format: docs/formats.md.
#ifndef SEMILIN_IO_STORE_H_
#define SEMILIN_IO_STORE_H_

#include <map>
#include <span>
#include <string>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// Named bytes that travel with a store, e.g. a vocabulary.
using Attachments = std::map<std::string, std::string>;

/// What a store holds.
struct Store {
  /// The rows lie in the mapped file, which lives as long as they do.
  Dataset data;
  Attachments attachments;  ///< by name; often none
};

/// Maps a store. Checks magic, version, sizes, labels, classes, costs and the
/// checksums of all but the arrays of the rows. Those are not read: who uses
/// the rows reads them once before (require_valid of csr.h), which also
/// compares their checksums, unless `trust` says that they are sound. Throws
/// DataError.
[[nodiscard]] Store open_store(const std::string& path, bool trust = false);

/// Reads everything: all checksums hold and the rows are valid, or DataError.
void verify_store(const std::string& path);

/// The attachment that says what the rows are called.
inline constexpr const char* kIdsKey = "ids";
/// One id per row as the bytes of that attachment: each ended by a zero byte.
[[nodiscard]] std::string pack_ids(const std::vector<std::string>& ids);
/// The store's ids, one per row; empty if it has none. Throws DataError, which
/// calls the store `name`, if there is another number of them.
[[nodiscard]] std::vector<std::string> row_ids(const Store& store,
                                               const std::string& name);

/// The attachment that says with what probability each row was drawn to be
/// labelled; 0: not known.
inline constexpr const char* kDrawnKey = "drawn";
/// One probability per row as the bytes of that attachment.
[[nodiscard]] std::string pack_drawn(const std::vector<double>& drawn);
/// The store's probabilities, one per row; empty if it has none. Throws
/// DataError, which calls the store `name`, if there is another number of them
/// or one is not in [0, 1].
[[nodiscard]] std::vector<double> row_drawn(const Store& store,
                                            const std::string& name);

/// The rows listed, with their ids and probabilities; other attachments stay as
/// they are.
[[nodiscard]] Store select(const Store& store, std::span<const Index> rows);

/// Writes data and attachments; the file appears whole or not at all.
void write_store(const Dataset& data, const std::string& path,
                 const Attachments& attachments = {});

}  // namespace semilin

#endif  // SEMILIN_IO_STORE_H_
