// Raw documents through the vocabulary that a model carries.
#ifndef SEMILIN_TOOLS_CLI_TEXT_ROWS_H_
#define SEMILIN_TOOLS_CLI_TEXT_ROWS_H_

#include <string>

#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"

namespace semilin::cli {

/// The documents of `path` (lines, gzip, folders or "-": see
/// semilin/text/documents.h) as rows of the model's features, with their
/// labels. Throws DataError if the model, read from `model_path`, carries no
/// vocabulary.
[[nodiscard]] Dataset read_text_rows(const ModelHead& model,
                                     const std::string& model_path,
                                     const std::string& path, int threads);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_TEXT_ROWS_H_
