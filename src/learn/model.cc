// Scores, archives and files of models of any kind.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/line_source.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/learn/model_file.h"
#include "semilin/linear/liblinear_model.h"

namespace semilin {
namespace {

// The names in PATH.classes, if it is there.
std::map<int, std::string> class_names(const std::string& model) {
  std::map<int, std::string> names;
  const std::string path = class_map_path(model);
  if (!std::filesystem::is_regular_file(path)) return names;
  LineSource lines(path);
  while (const auto line = lines.next()) {
    const std::size_t tab = std::min(line->find('\t'), line->size());
    const std::string name(line->substr(std::min(tab + 1, line->size())));
    int label = 0;
    const auto [end, error] =
        std::from_chars(line->data(), line->data() + tab, label);
    if (error != std::errc() || end != line->data() + tab ||
        !can_name_class(name) || !names.emplace(label, name).second) {
      throw DataError(path, lines.line(), 1,
                      "integer<TAB>name, each integer once", "another line");
    }
  }
  return names;
}

void require_finite(const std::vector<double>& scores, Index outputs,
                    Index first) {
  const auto bad =
      std::find_if_not(scores.begin(), scores.end(),
                       [](double score) { return std::isfinite(score); });
  if (bad == scores.end()) return;
  const Index row = first + (bad - scores.begin()) / outputs;
  throw DataError("row " + std::to_string(row) +
                  " (from 0): expected finite scores, found " +
                  (std::isnan(*bad) ? "nan" : "inf") +
                  ": its values are too large for the model");
}

}  // namespace

std::vector<double> scores(const Model& model, const CsrStore& rows,
                           int threads, Index first) {
  std::vector<double> found = model.kernel() != nullptr
                                  ? scores(*model.kernel(), rows, threads)
                                  : scores(*model.linear(), rows, threads);
  require_finite(found, model.head().outputs(), first);
  return found;
}

Archive to_archive(const Model& model) {
  return model.kernel() != nullptr ? to_archive(*model.kernel())
                                   : to_archive(*model.linear());
}

Model model_from_archive(const Archive& archive) {
  if (archive.kind == kKernelModelKind) {
    return kernel_model_from_archive(archive);
  }
  return linear_model_from_archive(archive);
}

std::optional<LinearModel> linear_part(const Model& model) {
  return model.kernel() != nullptr ? linear_part(*model.kernel())
                                   : std::optional(*model.linear());
}

bool begins_like_liblinear(const std::string& path) {
  LineSource lines(path);
  const auto first = lines.next();
  return first && is_liblinear(*first);
}

std::string class_map_path(const std::string& model) {
  return model + ".classes";
}

void write_model(const Model& model, const std::string& path) {
  write_archive(to_archive(model), path);
}

std::string model_checksum(const Model& model) {
  std::array<char, 9> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x",
                unsigned{archive_checksum(to_archive(model))});
  return digits.data();
}

bool write_liblinear(const LinearModel& model, const std::string& path) {
  const LiblinearLabels labels = liblinear_labels(model.classes);
  write_file(path, to_liblinear(model));
  if (!labels.renumbered || path == "-") return false;
  write_class_map(labels.labels, model.classes, path);
  return true;
}

void write_class_map(const std::vector<int>& labels,
                     const std::vector<std::string>& names,
                     const std::string& path) {
  std::string map;
  for (std::size_t k = 0; k < names.size(); ++k)
    map += std::to_string(labels[k]) + "\t" + names[k] + "\n";
  write_file(class_map_path(path), map);
}

Model read_model(const std::string& path) {
  const std::string name = path == "-" ? "standard input" : path;
  if (std::filesystem::is_regular_file(path) &&
      file_kind(path) != FileKind::Archive && !begins_like_liblinear(path)) {
    throw DataError(name, "expected a model, found data");
  }
  const std::string bytes = read_text(path);
  if (is_liblinear(bytes.substr(0, bytes.find('\n')))) {
    return linear_model_from_liblinear(bytes, name, class_names(path));
  }
  const Archive archive = archive_from_bytes(bytes, name);
  try {
    return model_from_archive(archive);
  } catch (const DataError& error) {
    throw DataError(name, error.what());
  }
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

}  // namespace semilin
