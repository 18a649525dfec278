#include "cli/training.h"

#include <filesystem>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/cross_validation.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/text/vocabulary.h"

#include "cli/command.h"
#include "cli/console.h"
#include "cli/model_file.h"

namespace semilin::cli {
namespace {

void require_calibration_rows(const Dataset& data) {
  if (!has_label_sets(data)) return require_calibratable(data);
  const LabelSets sets = label_sets(data);
  for (std::size_t k = 0; k < sets.names.size(); ++k) {
    try {
      require_calibratable(one_label(data, sets, static_cast<std::int32_t>(k)));
    } catch (const DataError& error) {
      throw DataError("label " + sets.names[k] + ": " + error.what());
    }
  }
}

}  // namespace

void require_writable(const std::string& path) {
  if (path.empty() || path == "-") return;
  const auto status = std::filesystem::status(path);
  if (std::filesystem::exists(status) &&
      !std::filesystem::is_regular_file(status)) {
    return;  // a device or a pipe
  }
  const OutputFile beside(path);  // goes without commit()
}

Archive vocabulary(const TrainArguments& options) {
  Archive archive;
  if (!options.vocabulary.empty()) {
    archive = read_archive(options.vocabulary);
    if (!holds_vocabulary(archive)) {
      throw DataError(options.vocabulary,
                      "expected a vocabulary, found '" + archive.kind + "'");
    }
  } else if (content_of(options.data) == Content::Store) {
    const Store store = open_store(options.data);
    const auto found = store.attachments.find(kVocabularyKey);
    if (found == store.attachments.end()) return {};
    archive = archive_from_bytes(found->second, options.data);
  }
  return archive;
}

Dataset read_training_data(const TrainArguments& options) {
  ReadOptions read = options.read;
  read.threads = options.linear.threads;
  read.require_two_classes = true;
  Dataset data = read_dataset({options.data}, read);
  apply_row_weights(options, data);
  if (options.probabilities) require_calibration_rows(data);
  if (options.cross_validate) {
    if (has_label_sets(data)) {
      throw UsageError("--cross-validate: not with multi-label data");
    }
    require_comparable(data);
  }
  return data;
}

Dataset read_test_data(const TrainArguments& options, Index features) {
  ReadOptions read;
  read.zero_based = options.read.zero_based;
  read.double_values = options.read.double_values;
  read.trust = options.read.trust;
  read.unlabeled_label = options.read.unlabeled_label;
  read.threads = options.linear.threads;
  read.features = features;
  return read_dataset({options.test}, read);
}

void write_labels(const ModelHead& model,
                  const std::vector<std::int32_t>& labels,
                  const std::string& path) {
  if (path.empty()) return;
  std::string lines;
  const std::size_t width = model.multi_label ? model.classes.size() : 1;
  for (std::size_t i = 0; i < labels.size(); i += width) {
    lines += model.multi_label ? label_set(model, &labels[i])
                               : label_word(model.classes[labels[i]]);
    lines += '\n';
  }
  write_file(path, lines);
}

void write_json(const nlohmann::ordered_json& json, const std::string& path) {
  if (path.empty()) return;
  write_file(
      path, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
                "\n");
}

int say_interrupted(const TrainArguments& options) {
  if (!options.quiet) {
    warn("interrupted: " + options.model + " holds the best model so far");
  }
  return 1;
}

}  // namespace semilin::cli
