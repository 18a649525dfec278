#include "cli/data/model_file.h"

#include <filesystem>
#include <vector>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/text/documents.h"
#include "semilin/text/vocabulary.h"

namespace semilin::cli {

Content content_of(const std::string& path) {
  // a pipe can be read once only
  if (path == "-" || !std::filesystem::is_regular_file(path)) {
    return Content::Data;
  }
  switch (file_kind(path)) {
    case FileKind::Store:
      return Content::Store;
    case FileKind::Archive:
      return Content::Archive;
    case FileKind::Matrix:
      return Content::Data;
    case FileKind::Text:
    case FileKind::Gzip:
      break;
  }
  return begins_like_liblinear(path) ? Content::LiblinearModel : Content::Data;
}

std::string noun_of(const std::string& path) {
  return content_of(path) == Content::Store &&
                 open_store(path).attachments.contains(kVocabularyKey)
             ? "document"
             : "row";
}

void require_rows(const std::string& path) {
  if (!holds_table(path)) return;
  throw DataError(path,
                  "expected rows, found a table of documents: 'semilin "
                  "vectorize' makes rows from it");
}

std::vector<std::string> names_in_set(const ModelHead& model,
                                      const std::int32_t* has) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.classes.size(); ++k)
    if (has[k] != 0) names.push_back(model.classes[k]);
  return names;
}

std::string label_set(const ModelHead& model, const std::int32_t* has) {
  return set_word(names_in_set(model, has));
}

}  // namespace semilin::cli
