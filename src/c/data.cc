#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/c.h"
#include "semilin/matrix/label_sets.h"

#include "c/handles.h"
#include "c/json.h"
#include "corpus/steps.h"

namespace semilin::c {
namespace {

void require_bits(int bits, const char* name) {
  require(bits == 32 || bits == 64,
          std::string(name) + " must be 32 or 64, got " + std::to_string(bits));
}

void require_shape(Index rows, Index columns) {
  require(rows >= 0, "rows must be >= 0, got " + std::to_string(rows));
  require(columns >= 0 && columns <= std::numeric_limits<std::int32_t>::max(),
          "rows: expected fewer than 2^31 columns, found " +
              std::to_string(columns));
}

const Index* offsets_of(const semilin_csr& rows,
                        std::vector<Index>& converted) {
  require(rows.offsets != nullptr, "offsets must not be NULL");
  if (rows.offset_bits == 64) return static_cast<const Index*>(rows.offsets);
  const auto* offsets = static_cast<const std::int32_t*>(rows.offsets);
  converted.assign(offsets, offsets + rows.rows + 1);
  return converted.data();
}

const std::int32_t* columns_of(const semilin_csr& rows, Index entries,
                               std::vector<std::int32_t>& converted) {
  if (rows.index_bits == 32)
    return static_cast<const std::int32_t*>(rows.indices);
  const std::span indices(static_cast<const std::int64_t*>(rows.indices),
                          static_cast<std::size_t>(entries));
  converted.reserve(indices.size());
  for (const std::int64_t column : indices) {
    require(column >= 0 && column <= std::numeric_limits<std::int32_t>::max(),
            "rows: columns must be >= 0 and below 2^31, got " +
                std::to_string(column));
    converted.push_back(static_cast<std::int32_t>(column));
  }
  return converted.data();
}

// Whether the columns of some row fall; false for offsets that are not valid.
template <class Value>
bool columns_fall(const CsrView<Value>& rows) {
  if (rows.offsets[0] != 0 ||
      !std::is_sorted(rows.offsets, rows.offsets + rows.rows + 1))
    return false;
  for (Index i = 0; i < rows.rows; ++i) {
    const auto columns = rows.row_columns(i);
    if (!std::is_sorted(columns.begin(), columns.end())) return true;
  }
  return false;
}

// Copies the rows, in the order of their columns.
template <class Value>
void sort_columns(CsrView<Value>& rows, CsrMatrix<Value>& sorted) {
  std::vector<std::pair<std::int32_t, Value>> row;
  std::vector<std::int32_t> columns;
  for (Index i = 0; i < rows.rows; ++i) {
    row.clear();
    for (Index e = rows.offsets[i]; e < rows.offsets[i + 1]; ++e)
      row.emplace_back(rows.columns[e], rows.values[e]);
    std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) {
      return a.first < b.first;
    });
    for (const auto& [column, value] : row) {
      columns.push_back(column);
      sorted.values.push_back(value);
    }
  }
  sorted.columns = std::move(columns);
  rows.columns = sorted.columns.data();
  rows.values = sorted.values.data();
}

template <class Value>
CsrStore store_of(const semilin_csr& rows) {
  auto converted = std::make_shared<CsrMatrix<Value>>();
  CsrView<Value> view;
  view.rows = rows.rows;
  view.cols = rows.columns;
  view.offsets = offsets_of(rows, converted->offsets);
  const Index entries = view.offsets[rows.rows];
  require(entries >= 0 && entries <= rows.entries,
          "rows: offsets end with " + std::to_string(entries) +
              ", but there are " + std::to_string(rows.entries) + " values");
  require(entries == 0 || (rows.indices != nullptr && rows.values != nullptr),
          "indices and values must not be NULL");
  view.columns = columns_of(rows, entries, converted->columns);
  view.values = static_cast<const Value*>(rows.values);
  if (columns_fall(view)) sort_columns(view, *converted);
  return CsrStore(view, converted);
}

// Rows of the entries that are not 0. Values that are all others are borrowed.
template <class Value>
CsrStore store_of(Index rows, Index columns, const Value* values) {
  auto converted = std::make_shared<CsrMatrix<Value>>();
  const std::span all(values, static_cast<std::size_t>(rows * columns));
  const auto zeros = std::count(all.begin(), all.end(), Value{0});
  const std::size_t entries = all.size() - static_cast<std::size_t>(zeros);
  converted->columns.reserve(entries);
  if (zeros > 0) converted->values.reserve(entries);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      const Value value = values[i * columns + j];
      if (value == 0) continue;
      converted->columns.push_back(static_cast<std::int32_t>(j));
      if (zeros > 0) converted->values.push_back(value);
    }
    converted->end_row();
  }
  CsrView<Value> view{rows, columns, converted->offsets.data(),
                      converted->columns.data(),
                      zeros > 0 ? converted->values.data() : values};
  return CsrStore(view, converted);
}

void forget_words(Corpus& corpus) {
  corpus.seeds = {};
  corpus.seed_words.clear();
}

void set_labels(semilin_data& data, const std::int32_t* labels,
                const char* classes, bool multi_label, const double* costs) {
  const Dataset& old = data.corpus.data;
  const auto rows = static_cast<std::size_t>(old.rows.rows());
  require(labels != nullptr || rows == 0, "labels must not be NULL");
  Corpus labeled = data.corpus;  // as a whole, or nothing
  forget_words(labeled);
  labeled.votes = {};
  labeled.data.voted = {};
  labeled.doubts.clear();
  labeled.drawn.clear();
  labeled.data.labels.assign(labels, labels + rows);
  labeled.data.classes = list_from(json_from(classes, "classes"), "classes");
  for (const std::string& name : labeled.data.classes)
    require(can_name_class(name),
            "classes: expected names without control characters, found " +
                text_of(Json(name)));
  labeled.data.costs.assign(costs, costs + (costs == nullptr ? 0 : rows));
  labeled.data.multi_label = multi_label;
  require_valid(labeled.data);
  const Doubt doubt = [&](const std::string& text) {
    labeled.doubts.push_back(text);
  };
  drop_empty_classes("labels", doubt, labeled);
  doubt_labels(labeled.data, {}, "labels", doubt);
  labeled.label_doubts.single = single_labels(labeled.data, "labels", doubt);
  data.corpus = std::move(labeled);
}

void require_vectors(const Dataset& data, const CsrStore& vectors) {
  require(data.vectors.count == 0, "vectors: the rows have some");
  require(vectors.rows() == data.rows.rows(),
          "vectors: expected " + std::to_string(data.rows.rows()) +
              " rows, as many as the data have, found " +
              std::to_string(vectors.rows()));
  try {
    require_valid(vectors);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("vectors: ") + error.what());
  }
}

// The VectorColumns that a model was trained with.
VectorColumns columns_for(const semilin_model& model, const CsrStore& vectors) {
  const VectorColumns& columns = model.model->head().vectors;
  require(columns.count > 0, "vectors: the model was trained without vectors");
  require(columns.count == vectors.cols(),
          "vectors: expected " + std::to_string(columns.count) +
              " columns, as the model was trained with, found " +
              std::to_string(vectors.cols()));
  return columns;
}

void set_vectors(semilin_data& data, const CsrStore& vectors,
                 const semilin_model* model) {
  Dataset& rows = data.corpus.data;
  require_vectors(rows, vectors);
  const auto some = [&](Index begin, Index end) {
    return vectors.range(begin, end);
  };
  if (model == nullptr) {
    rows = with_vectors(rows, vectors.cols(), some);
  } else {
    const VectorColumns columns = columns_for(*model, vectors);
    rows.rows = with_vectors(rows.rows, columns, some);
    rows.vectors = columns;
  }
  data.borrows = false;
  forget_words(data.corpus);
}

Json info_json(const Corpus& corpus) {
  const Dataset& data = corpus.data;
  return {{"rows", data.rows.rows()},
          {"columns", data.rows.cols()},
          {"entries", data.rows.nonzeros()},
          {"value_bits", data.rows.is_double() ? 64 : 32},
          {"classes", data.classes},
          {"multi_label", data.multi_label},
          {"labels", label_sets(data).names},
          {"vocabulary", holds_vocabulary(corpus.vocabulary)},
          {"doubts", corpus.doubts}};
}

semilin_csr shown(const CsrStore& rows) {
  require_valid(rows);
  return rows.visit([](const auto& view) {
    return semilin_csr{.rows = view.rows,
                       .columns = view.cols,
                       .entries = view.nonzeros(),
                       .offsets = view.offsets,
                       .indices = view.columns,
                       .values = view.values,
                       .offset_bits = 64,
                       .index_bits = 32,
                       .value_bits = static_cast<int>(8 * sizeof *view.values)};
  });
}

}  // namespace

Corpus corpus_of(CsrStore rows) {
  Corpus corpus;
  corpus.data.labels.assign(static_cast<std::size_t>(rows.rows()), kUnlabeled);
  corpus.data.rows = std::move(rows);
  return corpus;
}

}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_data_from_csr(const semilin_csr* rows,
                                     semilin_data** data) {
  return guarded([&] {
    const semilin_csr& arrays = given(rows, "rows");
    require_shape(arrays.rows, arrays.columns);
    require_bits(arrays.offset_bits, "offset_bits");
    require_bits(arrays.index_bits, "index_bits");
    require_bits(arrays.value_bits, "value_bits");
    give_new(data, "data",
             corpus_of(arrays.value_bits == 32 ? store_of<float>(arrays)
                                               : store_of<double>(arrays)),
             true);
  });
}

semilin_status semilin_data_from_dense(int64_t rows, int64_t columns,
                                       const void* values, int value_bits,
                                       semilin_data** data) {
  return guarded([&] {
    require_shape(rows, columns);
    require_bits(value_bits, "value_bits");
    semilin::require(values != nullptr || rows == 0 || columns == 0,
                     "values must not be NULL");
    give_new(
        data, "data",
        corpus_of(
            value_bits == 32
                ? store_of(rows, columns, static_cast<const float*>(values))
                : store_of(rows, columns, static_cast<const double*>(values))),
        true);
  });
}

semilin_status semilin_data_set_labels(semilin_data* data,
                                       const int32_t* labels,
                                       const char* classes, int multi_label,
                                       const double* costs) {
  return guarded([&] {
    set_labels(given(data, "data"), labels, classes, multi_label != 0, costs);
  });
}

semilin_status semilin_data_set_vectors(semilin_data* data,
                                        const semilin_data* vectors,
                                        const semilin_model* model) {
  return guarded([&] {
    set_vectors(given(data, "data"), given(vectors, "vectors").corpus.data.rows,
                model);
  });
}

semilin_status semilin_data_info(const semilin_data* data, char** json) {
  return guarded(
      [&] { give_json(json, info_json(given(data, "data").corpus)); });
}

semilin_status semilin_data_arrays(const semilin_data* data, semilin_csr* rows,
                                   const int32_t** labels) {
  return guarded([&] {
    const semilin::Dataset& shown_data = given(data, "data").corpus.data;
    if (rows != nullptr) *rows = shown(shown_data.rows);
    if (labels != nullptr) *labels = shown_data.labels.data();
  });
}

semilin_status semilin_data_vocabulary(const semilin_data* data,
                                       semilin_vocabulary** vocabulary) {
  return guarded([&] {
    const semilin::Archive& held = given(data, "data").corpus.vocabulary;
    given(vocabulary, "vocabulary") = nullptr;
    if (!holds_vocabulary(held)) return;
    give_new(vocabulary, "vocabulary",
             std::make_shared<const semilin::Vocabulary>(
                 vocabulary_from_archive(held)));
  });
}

void semilin_data_free(semilin_data* data) {
  delete data;  // NOLINT(cppcoreguidelines-owning-memory): C's
}
