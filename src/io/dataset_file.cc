#include "semilin/io/dataset_file.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "semilin/base/error.h"

#include "base/stopwatch.h"
#include "io/input.h"
#include "io/label_table.h"
#include "io/npy_file.h"
#include "io/row_collector.h"
#include "io/store_file.h"
#include "matrix/growing_rows.h"
#include "matrix/row_check.h"

namespace semilin {
namespace {

struct Input {
  std::string path;
  bool labeled = true;  // else its labels are ignored
  std::optional<io::MappedStore> store;
  std::optional<io::NpyFile> matrix;  // text if it has neither
};

std::vector<Input> open_inputs(const std::vector<std::string>& data_files,
                               const ReadOptions& options) {
  require(!data_files.empty(), "read_dataset: needs a file");
  require(options.block_bytes > 0,
          "read_dataset: block_bytes must be positive");
  std::vector<Input> inputs;
  inputs.reserve(data_files.size() + options.unlabeled_files.size());
  for (const std::string& path : data_files)
    inputs.push_back({path, true, {}, {}});
  for (const std::string& path : options.unlabeled_files)
    inputs.push_back({path, false, {}, {}});
  for (Input& input : inputs) {
    const FileKind kind = file_kind(input.path);
    if (kind == FileKind::Store) {
      input.store = io::map_store(input.path, options.trust);
    }
    if (kind == FileKind::Matrix) input.matrix.emplace(input.path);
    if (kind == FileKind::Archive) {
      throw DataError(input.path, "expected rows, found a model or archive");
    }
  }
  return inputs;
}

bool has_doubles(const std::vector<Input>& inputs, const ReadOptions& options) {
  return options.double_values ||
         std::any_of(inputs.begin(), inputs.end(), [](const Input& input) {
           return input.store && input.store->store.data.rows.is_double();
         });
}

bool takes_label_files(const ReadOptions& options) {
  return !options.label_files.empty() && !options.ignore_labels;
}

// Adds one file to the sink behind the collector.
template <class Value>
void add(const Input& input, const ReadOptions& options,
         io::RowCollector<Value>& collector,
         const std::function<void(double)>& heard) {
  const bool keep =
      input.labeled && options.label_files.empty() && !options.ignore_labels;
  if (input.store) {
    collector.add_store(*input.store, input.path, keep, heard);
    return;
  }
  if (input.matrix) {
    collector.add_matrix(*input.matrix, keep, heard);
    return;
  }
  const bool blank_rows = input.labeled && !options.label_files.empty();
  collector.add_text(input.path, {options.zero_based, !keep, keep, blank_rows},
                     heard);
}

struct Meaning {
  io::LabelMeaning labels;
  std::vector<double> costs;
};

// Gives all rows and the numbers of their labels to the sink.
template <class Value>
Meaning collect(const std::vector<Input>& inputs, const ReadOptions& options,
                io::RowSink<Value>& sink) {
  io::RowCollector<Value> collector(options, sink);
  Index labeled_rows = 0;
  const Stopwatch watch;
  double files = 0;
  for (const Input& input : inputs) {
    const Index before = sink.rows();
    add(input, options, collector, [&](double share) {
      const double done = (files + share) / static_cast<double>(inputs.size());
      if (options.progress && !options.progress({.stage = "reading",
                                                 .iteration = sink.rows(),
                                                 .unit = "rows",
                                                 .seconds = watch.seconds(),
                                                 .fraction_done = done}))
        throw Interrupted();
    });
    ++files;
    // A store by itself may be empty.
    if (sink.rows() == before && !(input.store && inputs.size() == 1)) {
      throw DataError(io::input_name(input.path), "expected rows, found none");
    }
    if (input.labeled) labeled_rows = sink.rows();
  }
  if (takes_label_files(options))
    sink.labels = io::read_label_files(options.label_files, labeled_rows,
                                       collector.labels());
  return {io::interpret(collector.labels(), options), collector.take_costs()};
}

// Rows gathered in memory.
template <class Value>
class RowBuilder : public io::RowSink<Value> {
 public:
  [[nodiscard]] Index rows() const override { return rows_.rows(); }
  void append(std::span<const CsrView<Value>> pieces, int threads) override {
    rows_.append(pieces, threads);
    for (const CsrView<Value>& piece : pieces)
      cols_ = std::max(cols_, piece.cols);
  }

  // The rows, with at least `cols` columns, and what their labels mean. The
  // builder is empty afterwards.
  [[nodiscard]] Dataset finish(Index cols, Meaning meaning) {
    Dataset data;
    data.labels = std::exchange(this->labels, {});
    data.labels.resize(rows_.rows(), -1);
    io::set_classes(std::move(meaning.labels), data);
    data.costs = std::move(meaning.costs);
    data.rows = RowCheck::trusted(rows_.take(std::max(cols, cols_)));
    return data;
  }
  [[nodiscard]] Index entries() const { return rows_.columns.size(); }

 private:
  GrowingRows<Value> rows_;
  Index cols_ = 0;
};

// use(0.0) or use(0.0F), by the type of the values.
template <class Use>
auto with_values(bool doubles, const Use& use) {
  return doubles ? use(double{}) : use(float{});
}

// The size of the pieces that are passed on.
constexpr Index kPieceRows = Index{1} << 16;
constexpr Index kPieceEntries = Index{1} << 20;

// Hands rows on instead of keeping them.
template <class Value>
class RowPieces final : public io::RowSink<Value> {
 public:
  RowPieces(Index features, const std::function<void(const CsrStore&)>& use)
      : features_(features), use_(use) {}

  [[nodiscard]] Index rows() const override { return done_ + piece_.rows(); }
  void append(std::span<const CsrView<Value>> pieces, int threads) override {
    piece_.append(pieces, threads);
    if (piece_.rows() >= kPieceRows || piece_.entries() >= kPieceEntries)
      hand_on();
  }

  void pause() override { hand_on(); }

  void hand_on() {
    if (piece_.rows() == 0) return;
    done_ += piece_.rows();
    use_(std::exchange(piece_, {}).finish(features_, {}).rows);
  }

 private:
  Index features_;
  const std::function<void(const CsrStore&)>& use_;
  RowBuilder<Value> piece_;
  Index done_ = 0;
};

// A single store stays where it is mapped.
Dataset take_store(Input& input, const ReadOptions& options) {
  Dataset data = std::move(input.store->store.data);
  if (options.check_rows) require_valid(data.rows, options.threads);
  const Index rows = data.rows.rows();
  io::LabelTable table;
  if (takes_label_files(options)) {
    data.labels = io::read_label_files(options.label_files, rows, table);
  } else if (options.ignore_labels) {
    data.labels.assign(rows, -1);
  } else {
    data.labels = io::number_labels(data, input.path, table);
  }
  io::set_classes(io::interpret(table, options), data);
  data.rows = data.rows.with_cols(std::max(data.rows.cols(), options.features));
  return data;
}

}  // namespace

FileKind file_kind(const std::string& path) {
  // A pipe is not looked into, nor opened: what is read from it is gone, and
  // who writes to it would see its end.
  std::error_code ignored;
  if (path == "-" || std::filesystem::is_fifo(path, ignored)) {
    return FileKind::Text;
  }
  const io::InputFile file(path);
  if (!file.is_regular()) return FileKind::Text;
  std::string start(8, '\0');
  start.resize(file.read_at(start, 0));
  if (io::looks_like_gzip(start)) return FileKind::Gzip;
  if (start == io::kStoreMagic) return FileKind::Store;
  if (start == io::kArchiveMagic) return FileKind::Archive;
  if (start.starts_with(io::kNpyMagic)) return FileKind::Matrix;
  return FileKind::Text;
}

Dataset read_dataset(const std::vector<std::string>& data_files,
                     const ReadOptions& options) {
  std::vector<Input> inputs = open_inputs(data_files, options);
  if (inputs.size() == 1 && inputs[0].store)
    return take_store(inputs[0], options);
  return with_values(has_doubles(inputs, options),
                     [&]<class Value>(Value /*type*/) {
                       RowBuilder<Value> rows;
                       Meaning meaning = collect(inputs, options, rows);
                       return rows.finish(options.features, std::move(meaning));
                     });
}

void for_each_rows(const std::string& path, const ReadOptions& given,
                   const std::function<void(const CsrStore& rows)>& use) {
  ReadOptions options = given;
  options.ignore_labels = true;
  options.label_files.clear();
  options.unlabeled_files.clear();
  std::vector<Input> inputs = open_inputs({path}, options);
  if (inputs[0].store) {
    const CsrStore rows = take_store(inputs[0], options).rows;
    const Index most = options.check_rows ? kPieceRows : rows.rows();
    for (Index i = 0; i < rows.rows(); i += most)
      use(i + most >= rows.rows() && i == 0
              ? rows
              : rows.range(i, std::min(i + most, rows.rows())));
  } else {
    with_values(options.double_values, [&]<class Value>(Value /*type*/) {
      RowPieces<Value> pieces(options.features, use);
      static_cast<void>(collect(inputs, options, pieces));
      pieces.hand_on();
    });
  }
}

void convert_to_store(const std::vector<std::string>& data_files,
                      const ReadOptions& options, const std::string& path,
                      const Attachments& attachments) {
  const std::vector<Input> inputs = open_inputs(data_files, options);
  const bool one_store = inputs.size() == 1 && inputs[0].store;
  // A single store keeps its values, as in read_dataset.
  const bool doubles = one_store ? inputs[0].store->store.data.rows.is_double()
                                 : has_doubles(inputs, options);
  with_values(doubles, [&]<class Value>(Value /*type*/) {
    io::StoreWriter<Value> writer(path);
    Meaning meaning = collect(inputs, options, writer);
    writer.finish(options.features, std::move(meaning.labels), meaning.costs,
                  attachments);
  });
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
