#include "cli/model_file.h"

#include <filesystem>

#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/line_source.h"
#include "semilin/linear/liblinear_model.h"
#include "semilin/matrix/label_sets.h"

namespace semilin::cli {
namespace {

bool begins_like_liblinear(const std::string& path) {
  LineSource lines(path);
  const auto first = lines.next();
  return first && is_liblinear(*first);
}

LinearModel model_from(const Archive& archive, const std::string& path) {
  try {
    return linear_model_from_archive(archive);
  } catch (const DataError& error) {
    throw DataError(path, error.what());
  }
}

}  // namespace

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
    case FileKind::Text:
    case FileKind::Gzip:
      break;
  }
  return begins_like_liblinear(path) ? Content::LiblinearModel : Content::Data;
}

LinearModel read_model(const std::string& path) {
  if (path == "-") return model_from(read_archive(path), "standard input");
  switch (content_of(path)) {
    case Content::Archive:
      return model_from(read_archive(path), path);
    case Content::LiblinearModel:
      return linear_model_from_liblinear(read_text(path), path);
    case Content::Data:
    case Content::Store:
      break;
  }
  const LineSource readable(path);  // says so if it is not
  throw DataError(path, "expected a model, found data");
}

std::string label_set(const LinearModel& model, const std::int32_t* has) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.classes.size(); ++k)
    if (has[k] != 0) names.push_back(model.classes[k]);
  return join_labels(names);
}

}  // namespace semilin::cli
