#include "cli/model_file.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/linear/liblinear_model.h"
#include "semilin/matrix/label_sets.h"

namespace semilin::cli {
namespace {

bool begins_like_liblinear(const std::string& path) {
  LineSource lines(path);
  const auto first = lines.next();
  return first && is_liblinear(*first);
}

// from(archive), with the file's name in what it throws.
template <class From>
auto read_from(const From& from, const std::string& path) {
  const Archive archive = read_archive(path);
  try {
    return from(archive);
  } catch (const DataError& error) {
    throw DataError(path == "-" ? "standard input" : path, error.what());
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

Model read_model(const std::string& path) {
  if (path == "-") return read_from(model_from_archive, path);
  switch (content_of(path)) {
    case Content::Archive:
      return read_from(model_from_archive, path);
    case Content::LiblinearModel:
      return linear_model_from_liblinear(read_text(path), path);
    case Content::Data:
    case Content::Store:
      break;
  }
  const LineSource readable(path);  // says so if it is not
  throw DataError(path, "expected a model, found data");
}

LinearModel read_linear_model(const std::string& path) {
  const Model model = read_model(path);
  std::optional<LinearModel> linear = linear_part(model);
  if (linear) return *std::move(linear);
  throw DataError(path == "-" ? "standard input" : path,
                  "expected a linear model, found one with the kernel '" +
                      std::string(to_string(model.kernel()->kernel.form)) +
                      "'");
}

std::string label_set(const ModelHead& model, const std::int32_t* has) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.classes.size(); ++k)
    if (has[k] != 0) names.push_back(model.classes[k]);
  return join_labels(names);
}

}  // namespace semilin::cli
