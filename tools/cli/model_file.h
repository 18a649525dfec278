// Models in files: our archives and LIBLINEAR's text.
#ifndef SEMILIN_TOOLS_CLI_MODEL_FILE_H_
#define SEMILIN_TOOLS_CLI_MODEL_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "semilin/learn/model.h"

namespace semilin::cli {

/// What a file holds, by its content; Data for "-", pipes and absent files.
enum class Content { Data, Store, Archive, LiblinearModel };
[[nodiscard]] Content content_of(const std::string& path);

/// The linear model in `path`, ours or LIBLINEAR's, whose classes have the
/// names of PATH.classes if that is there; "-": ours, from standard input. Of a
/// model with the linear kernel its linear part. Throws DataError.
[[nodiscard]] LinearModel read_linear_model(const std::string& path);

/// Writes LIBLINEAR's text. Where integers stand for the classes, OUT.classes
/// beside it says which: "1<TAB>name" on a line. True if it was written.
bool write_liblinear(const LinearModel& model, const std::string& path);

/// The model in `path`, of any kind.
[[nodiscard]] Model read_model(const std::string& path);

/// The labels with a 1 in `has` (one number per class of the multi-label
/// model), as one word of a text: a,b or a lone comma for none.
[[nodiscard]] std::string label_set(const ModelHead& model,
                                    const std::int32_t* has);

/// The name of the map of classes beside a LIBLINEAR model.
[[nodiscard]] std::string class_map_path(const std::string& model);

/// The key of the vocabulary among the attachments of a store.
inline constexpr const char* kVocabularyKey = "vocabulary";

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_MODEL_FILE_H_
