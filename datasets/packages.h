// A corpus from a catalog of Debian packages: descriptions with the section
// of the archive as their class.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"

namespace semilin::datasets {

/// A binary package, as far as it matters here.
struct Package {
  std::string name;
  std::string source;       ///< the name of its source package
  std::string section;      ///< without "contrib/" or "non-free/"
  std::string description;  ///< one line
};

/// The next line of a file, or nothing at its end.
using NextLine = std::function<std::optional<std::string_view>()>;

/// Long descriptions by the checksum that the catalog names.
using Translations = std::map<std::string, std::string>;

/// Reads a file Translation-en.
[[nodiscard]] Translations read_translations(const NextLine& next);

/// Reads a catalog, as `apt-cache dumpavail` prints it: each package once
/// (the first wins), sorted by name, with its long description if known.
[[nodiscard]] std::vector<Package> read_packages(
    const NextLine& next, const Translations& translations = {});

struct PackageCorpusOptions {
  /// Smaller classes are dropped.
  Index min_documents = 20;
  /// Percent of the source packages that are held out.
  Index held_out_percent = 20;
  std::uint64_t seed = 1;
};

/// The packages that remain, and those that were dropped.
struct PackageCorpus {
  std::vector<Package> pool;
  std::vector<Package> held_out;
  Index duplicates = 0;
  std::map<std::string, Index> classes;        ///< documents of each class kept
  std::map<std::string, Index> small_classes;  ///< likewise, dropped
};

/// Drops descriptions whose set of words (digits left out) was seen before, and
/// classes that are too small; puts all packages of one source on one side.
[[nodiscard]] PackageCorpus make_package_corpus(
    const std::vector<Package>& packages, const PackageCorpusOptions& options);

}  // namespace semilin::datasets
