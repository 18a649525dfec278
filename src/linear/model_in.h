// Models read from their archives.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"

#include "base/json.h"
#include "linear/model_head.h"

namespace semilin {

/// The model in an archive of this kind, NAME-model: its head, and what `read`
/// takes from header and archive. Throws DataError if it cannot be read, or if
/// `fault` finds something wrong with it.
template <class Model, class Read>
[[nodiscard]] Model model_in(const Archive& archive, const std::string& kind,
                             int version, const Read& read,
                             std::string (*fault)(const Model&)) {
  const std::string name = kind.substr(0, kind.rfind('-'));
  if (archive.kind != kind) {
    throw DataError("expected a " + name + " model, found '" + archive.kind +
                    "'");
  }
  Model model;
  std::string wrong;
  try {
    const auto header = nlohmann::json::parse(archive.header);
    const int found = whole_number<int>(header.at("version"));
    if (found != version) {
      throw DataError(name + " model: expected version " +
                      std::to_string(version) + ", found " +
                      std::to_string(found));
    }
    get_head(header, archive, model);
    read(header, model);
    wrong = fault(model);
  } catch (const nlohmann::json::exception& error) {
    wrong = std::string("bad header: ") + error.what();
  }
  if (!wrong.empty()) throw DataError(name + " model: " + wrong);
  return model;
}

}  // namespace semilin
