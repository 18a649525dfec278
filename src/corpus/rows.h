// Rows that are no documents, and the vocabularies that documents need.
#pragma once

#include <functional>
#include <string>

#include "semilin/io/dataset_file.h"
#include "semilin/io/svmlight.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"
#include "semilin/text/vocabulary.h"

namespace semilin {

/// The kind of the file; Text for "-", pipes and absent files.
[[nodiscard]] FileKind kind_of(const std::string& path);

/// read_dataset({path}, read). Documents on standard input cannot be
/// recognized, which messages explain.
[[nodiscard]] Dataset read_plain_rows(const std::string& path,
                                      const ReadOptions& read);
/// for_each_rows(path, read, use), likewise.
void for_each_plain_rows(const std::string& path, const ReadOptions& read,
                         const std::function<void(const CsrStore& rows)>& use);

/// The vocabulary in a file of its own, in a store or in a model. Throws
/// DataError.
[[nodiscard]] Vocabulary read_vocabulary(const std::string& path);
/// The model's. Throws DataError, which calls the model `name`, if it has none.
[[nodiscard]] Vocabulary vocabulary_of(const ModelHead& model,
                                       const std::string& name);

}  // namespace semilin
