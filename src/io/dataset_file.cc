#include "semilin/io/dataset_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/io/line_source.h"
#include "semilin/io/store.h"

#include "io/entry_fault.h"
#include "io/file_magic.h"
#include "io/input.h"
#include "io/quote.h"
#include "io/row_collector.h"

namespace semilin {
namespace {

struct NamedData {
  std::string path;
  bool labeled = true;         // else its labels are ignored
  std::optional<Store> store;  // text if it has none
};

std::vector<NamedData> open_stores(const std::vector<std::string>& data_files,
                                   const ReadOptions& options) {
  std::vector<NamedData> inputs;
  for (const std::string& path : data_files)
    inputs.push_back({path, true, {}});
  for (const std::string& path : options.unlabeled_files)
    inputs.push_back({path, false, {}});
  for (NamedData& input : inputs) {
    const FileKind kind = file_kind(input.path);
    if (kind == FileKind::Store) input.store = open_store(input.path);
    if (kind == FileKind::Archive) {
      throw DataError(input.path, "expected rows, found a model or archive");
    }
  }
  return inputs;
}

// One label a line; blank lines and comments are skipped.
io::RawLabels read_labels(const std::vector<std::string>& label_files) {
  io::RawLabels labels;
  for (const std::string& path : label_files) {
    LineSource lines(path);
    while (const auto line = lines.next()) {
      const std::string_view text = line->substr(0, line->find('#'));
      const std::size_t start = text.find_first_not_of(" \t");
      if (start == text.npos) continue;
      const std::size_t end =
          std::min(text.find_first_of(" \t", start), text.size());
      if (const std::size_t more = text.find_first_not_of(" \t", end);
          more != text.npos) {
        throw DataError(lines.name(), lines.line(),
                        static_cast<Index>(more) + 1, "one label a line",
                        io::quote(text.substr(more)));
      }
      const std::string_view label = text.substr(start, end - start);
      const Index column = static_cast<Index>(start) + 1;
      if (!io::can_be_label(label)) {
        throw DataError(lines.name(), lines.line(), column, "a label",
                        io::quote(label));
      }
      labels.numbers.push_back(
          labels.table.add(label, lines.name(), lines.line(), column));
    }
  }
  return labels;
}

void require_one_label_each(const std::vector<std::string>& label_files,
                            Index labels, Index rows) {
  if (labels == rows) return;
  throw DataError(io::input_name(label_files.back()),
                  "expected " + std::to_string(rows) +
                      " labels, one for each row of the data, found " +
                      std::to_string(labels));
}

template <class Value>
Dataset collect(const std::vector<NamedData>& inputs,
                const ReadOptions& options, io::RawLabels& labels) {
  const bool own_labels = options.label_files.empty() && !options.ignore_labels;
  io::RowCollector<Value> collector(options);
  Index labeled_rows = 0;
  for (const NamedData& input : inputs) {
    const Index before = collector.rows();
    const bool keep = input.labeled && own_labels;
    const bool blank_rows = input.labeled && !options.label_files.empty();
    if (input.store) {
      collector.add_store(input.store->data, input.path, keep);
    } else {
      collector.add_text(input.path,
                         {options.zero_based, !keep, keep, blank_rows});
    }
    if (collector.rows() == before) {
      throw DataError(io::input_name(input.path), "expected rows, found none");
    }
    if (input.labeled) labeled_rows = collector.rows();
  }
  labels = std::move(collector.labels());
  if (!options.label_files.empty() && !options.ignore_labels) {
    labels = read_labels(options.label_files);
    require_one_label_each(options.label_files,
                           static_cast<Index>(labels.numbers.size()),
                           labeled_rows);
    labels.numbers.resize(collector.rows(), -1);
  }
  return collector.finish();
}

// A single store stays where it is mapped.
Dataset take_store(Store store, const std::string& path,
                   const ReadOptions& options, io::RawLabels& labels) {
  Dataset data = std::move(store.data);
  if (options.label_files.empty()) {
    io::append_labels(data, path, !options.ignore_labels, labels);
  } else {
    labels = read_labels(options.label_files);
    require_one_label_each(options.label_files,
                           static_cast<Index>(labels.numbers.size()),
                           data.rows.rows());
  }
  data.rows = data.rows.with_cols(std::max(data.rows.cols(), options.features));
  return data;
}

void require_two_classes(const Dataset& data, const std::string& name) {
  std::vector<bool> seen(data.classes.size());
  for (const std::int32_t label : data.labels) {
    if (label != kUnlabeled) seen[label] = true;
  }
  const auto count = std::count(seen.begin(), seen.end(), true);
  if (count >= 2) return;
  std::string found = "none";
  if (count == 1) {
    const auto only = std::find(seen.begin(), seen.end(), true) - seen.begin();
    found = "only " + io::quote(data.classes[only]);
  }
  throw DataError(name,
                  "expected labels of at least two classes, found " + found);
}

}  // namespace

FileKind file_kind(const std::string& path) {
  if (path == "-") return FileKind::Text;
  const io::InputFile file(path);
  // A pipe is not looked into: what is read from it is gone.
  if (!file.is_regular()) return FileKind::Text;
  std::string start(8, '\0');
  start.resize(file.read_at(start, 0));
  if (io::looks_like_gzip(start)) return FileKind::Gzip;
  if (start == io::kStoreMagic) return FileKind::Store;
  if (start == io::kArchiveMagic) return FileKind::Archive;
  return FileKind::Text;
}

Dataset read_dataset(const std::vector<std::string>& data_files,
                     const ReadOptions& options) {
  require(!data_files.empty(), "read_dataset: needs a file");
  require(options.block_bytes > 0,
          "read_dataset: block_bytes must be positive");
  std::vector<NamedData> inputs = open_stores(data_files, options);
  const bool doubles =
      options.double_values ||
      std::any_of(inputs.begin(), inputs.end(), [](const auto& input) {
        return input.store && input.store->data.rows.is_double();
      });
  io::RawLabels labels;
  Dataset data;
  if (inputs.size() == 1 && inputs[0].store) {
    data = take_store(std::move(*inputs[0].store), inputs[0].path, options,
                      labels);
  } else if (doubles) {
    data = collect<double>(inputs, options, labels);
  } else {
    data = collect<float>(inputs, options, labels);
  }
  io::LabelMeaning meaning = io::interpret(labels.table, options);
  data.classes = std::move(meaning.classes);
  data.labels = std::move(labels.numbers);
  for (std::int32_t& label : data.labels)
    label = label < 0 ? kUnlabeled : meaning.class_of[label];
  if (options.require_two_classes) {
    require_two_classes(data, io::input_name(data_files[0]));
  }
  return data;
}

Dataset read_svmlight(const std::string& path, const ReadOptions& options) {
  const FileKind kind = file_kind(path);
  if (kind == FileKind::Store || kind == FileKind::Archive) {
    throw DataError(path,
                    "expected svmlight text, found a binary file of semilin");
  }
  return read_dataset({path}, options);
}

}  // namespace semilin
