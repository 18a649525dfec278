// The kind of a file, and the label sets of a multi-label model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "semilin/learn/model_file.h"

namespace semilin::cli {

/// The kind of a file by its content; Data for "-", pipes and absent files.
enum class Content { Data, Store, Archive, LiblinearModel };
[[nodiscard]] Content content_of(const std::string& path);

/// What a row of the data is: "document" in a store that vectorize made,
/// otherwise "row".
[[nodiscard]] std::string noun_of(const std::string& path);

/// Refuses a table of documents where rows are needed. Throws DataError.
void require_rows(const std::string& path);

/// The labels with a 1 in `has`, which has one number per class of the
/// multi-label model.
[[nodiscard]] std::vector<std::string> names_in_set(const ModelHead& model,
                                                    const std::int32_t* has);

/// The same as one word of a text: a,b or a lone comma for none.
[[nodiscard]] std::string label_set(const ModelHead& model,
                                    const std::int32_t* has);

}  // namespace semilin::cli
