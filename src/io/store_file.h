// The parts that reading and writing a store share. The format is drawn in
// store.cc.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/index.h"
#include "semilin/io/store.h"

#include "io/input.h"
#include "io/sections.h"

namespace semilin::io {

struct MappedStore {
  Store store;
  std::shared_ptr<const MappedFile> file;  ///< holds the store's rows
};

/// open_store, with the file that was mapped.
[[nodiscard]] MappedStore map_store(const std::string& path,
                                    bool trust = false);

struct StoreShape {
  Index rows = 0;
  Index cols = 0;
  Index nonzeros = 0;
  bool doubles = false;
  /// Dataset's; nothing: not recorded, as before there were names with commas.
  std::optional<bool> multi_label = std::nullopt;
};

/// A store to be written; names and bytes are borrowed.
struct StoreParts {
  StoreShape shape;
  std::vector<NewSection> arrays;  ///< offsets, columns, values, labels
  const std::vector<std::string>& classes;
  std::span<const double> costs;
  const Attachments& attachments;
};

/// The file appears whole or not at all.
void write_store_parts(StoreParts parts, const std::string& path);

template <class T>
[[nodiscard]] std::string_view bytes_of(const T* array, Index count) {
  return {reinterpret_cast<const char*>(array),
          static_cast<std::size_t>(count) * sizeof(T)};
}

/// A section of numbers that outlive it.
template <class T>
[[nodiscard]] NewSection section_of(const char* name, const T* array,
                                    Index count) {
  return section_of(name, array_type<T>(), bytes_of(array, count));
}

}  // namespace semilin::io
