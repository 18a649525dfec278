#include "semilin/text/vectorize.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "matrix/growing_rows.h"
#include "text/term_counts.h"
#include "text/terms.h"

namespace semilin {
namespace {

// Cuts the documents into tasks of about so many bytes, and calls
// make(documents) for each: what it returns, in their order.
template <class Make>
auto made_in_tasks(std::span<const std::string> documents, Index bytes,
                   int threads, const Make& make) {
  const std::vector<Index> bounds = text_tasks(documents, bytes);
  std::vector<decltype(make(documents))> made(bounds.size() - 1);
  parallel_for(std::ssize(made), threads, [&](Index task) {
    made[task] =
        make(documents.subspan(bounds[task], bounds[task + 1] - bounds[task]));
  });
  return made;
}

constexpr Index kVectorizedBytes = Index{256} * 1024;

CsrMatrix<float> rows_of(std::span<const std::string> documents,
                         const Vocabulary& vocabulary, const WordTable& table) {
  CsrMatrix<float> rows;
  Terms document_terms(vocabulary.words);
  std::vector<std::int32_t> terms;
  for (const std::string& document : documents) {
    terms.clear();
    document_terms.start(document);
    while (document_terms.next()) {
      const std::int32_t term = table.find(document_terms.term());
      if (term >= 0) terms.push_back(term);
    }
    const auto begin = static_cast<std::size_t>(rows.offsets.back());
    append_counts(terms, rows);
    weigh_row(std::span(rows.columns).subspan(begin),
              std::span(rows.values).subspan(begin), vocabulary);
  }
  return rows;
}

// Large, so that few words are counted by more than one task and the serial
// merge of their tables stays small.
constexpr Index kCountedBytes = Index{2} * 1024 * 1024;
constexpr Index kCountsOfTask = Index{1} << 16;

// Consecutive documents, whose columns are numbers of words and whose values
// are counts.
struct CountedBlock {
  WordTable words;
  std::vector<Index> df;  // documents of the block that hold each word
  CsrMatrix<float> counts;
};

CountedBlock count_block(std::span<const std::string> documents,
                         const WordOptions& options) {
  CountedBlock counted;
  Terms terms(options);
  std::vector<std::int32_t> ids;
  for (const std::string& document : documents) {
    ids.clear();
    terms.start(document);
    while (terms.next())
      ids.push_back(counted.words.add(terms.term()));
    append_counts(ids, counted.counts);
  }
  counted.df.resize(counted.words.size());
  for (const std::int32_t id : counted.counts.columns)
    ++counted.df[id];
  return counted;
}

// column_of: per word its column, or -1 for words that are no terms.
struct Selection {
  Vocabulary vocabulary;
  std::vector<std::int32_t> column_of;
};

Selection select_terms(const WordTable& words, const std::vector<Index>& df,
                       Index documents, const VocabularyOptions& options) {
  const double most = options.max_fraction * static_cast<double>(documents);
  std::vector<std::int32_t> chosen;
  for (std::int32_t id = 0; id < words.size(); ++id) {
    if (df[id] >= options.min_documents && df[id] < documents &&
        static_cast<double>(df[id]) <= most) {
      chosen.push_back(id);
    }
  }
  std::sort(chosen.begin(), chosen.end(), [&](std::int32_t a, std::int32_t b) {
    return df[a] != df[b] ? df[a] > df[b] : words.word(a) < words.word(b);
  });
  Selection selection;
  selection.column_of.assign(words.size(), -1);
  selection.vocabulary.documents = documents;
  selection.vocabulary.words = options.words;
  selection.vocabulary.weighting = options.weighting;
  for (const std::int32_t id : chosen) {
    Vocabulary& vocabulary = selection.vocabulary;
    selection.column_of[id] = static_cast<std::int32_t>(vocabulary.idf.size());
    vocabulary.terms.emplace_back(words.word(id));
    vocabulary.idf.push_back(
        std::log(static_cast<double>(documents) / static_cast<double>(df[id])));
  }
  return selection;
}

}  // namespace

struct VocabularyBuilder::Counts {
  WordTable words;
  std::vector<Index> df;
  GrowingRows<float> rows;

  void merge(std::vector<CountedBlock> counted, int threads);
  void rename(const std::vector<std::int32_t>& column_of, int threads);
  [[nodiscard]] double mean_length() const;
  void weigh(const Vocabulary& vocabulary, int threads);

 private:
  // Bounds of tasks with equal numbers of counts.
  [[nodiscard]] std::vector<Index> tasks() const {
    return equal_ranges(
        {rows.offsets.data(), static_cast<std::size_t>(rows.offsets.size())},
        rows.columns.size() / kCountsOfTask + 1);
  }
  std::int32_t rename_row(Index i, const std::vector<std::int32_t>& column_of,
                          std::vector<std::pair<std::int32_t, float>>& row);
};

void VocabularyBuilder::Counts::merge(std::vector<CountedBlock> counted,
                                      int threads) {
  std::vector<CsrView<float>> pieces;
  for (CountedBlock& block : counted) {
    std::vector<std::int32_t> global(block.words.size());
    for (std::int32_t id = 0; id < block.words.size(); ++id) {
      global[id] = words.add(block.words.word(id));
      df.resize(words.size());
      df[global[id]] += block.df[id];
    }
    for (std::int32_t& id : block.counts.columns)
      id = global[id];
    pieces.push_back(block.counts.view());
  }
  rows.append(pieces, threads);
}

// Row i with columns in place of words, ascending, without words that are no
// terms; returns how many are left at its beginning.
std::int32_t VocabularyBuilder::Counts::rename_row(
    Index i, const std::vector<std::int32_t>& column_of,
    std::vector<std::pair<std::int32_t, float>>& row) {
  row.clear();
  std::int32_t* columns = rows.columns.data();
  float* values = rows.values.data();
  const Index begin = rows.offsets.data()[i], end = rows.offsets.data()[i + 1];
  for (Index e = begin; e < end; ++e)
    if (column_of[columns[e]] >= 0)
      row.emplace_back(column_of[columns[e]], values[e]);
  std::sort(row.begin(), row.end());
  Index out = begin;
  for (const auto& [column, count] : row) {
    columns[out] = column;
    values[out++] = count;
  }
  return static_cast<std::int32_t>(out - begin);
}

void VocabularyBuilder::Counts::rename(
    const std::vector<std::int32_t>& column_of, int threads) {
  std::vector<std::int32_t> lengths(rows.rows());
  const std::vector<Index> bounds = tasks();
  parallel_for(std::ssize(bounds) - 1, threads, [&](Index task) {
    std::vector<std::pair<std::int32_t, float>> row;
    for (Index i = bounds[task]; i < bounds[task + 1]; ++i)
      lengths[i] = rename_row(i, column_of, row);
  });
  Index* offsets = rows.offsets.data();
  for (Index i = 0, begin = 0; i < rows.rows(); ++i) {
    const Index out = offsets[i];
    if (out < begin) {
      std::copy_n(rows.columns.data() + begin, lengths[i],
                  rows.columns.data() + out);
      std::copy_n(rows.values.data() + begin, lengths[i],
                  rows.values.data() + out);
    }
    begin = std::exchange(offsets[i + 1], out + lengths[i]);
  }
  rows.columns.resize(offsets[rows.rows()]);
  rows.values.resize(offsets[rows.rows()]);
}

double VocabularyBuilder::Counts::mean_length() const {
  double sum = 0;
  for (Index e = 0; e < rows.values.size(); ++e)
    sum += rows.values.data()[e];
  return sum / static_cast<double>(rows.rows());
}

void VocabularyBuilder::Counts::weigh(const Vocabulary& vocabulary,
                                      int threads) {
  const std::vector<Index> bounds = tasks();
  parallel_for(std::ssize(bounds) - 1, threads, [&](Index task) {
    for (Index i = bounds[task]; i < bounds[task + 1]; ++i) {
      const Index begin = rows.offsets.data()[i];
      const auto size =
          static_cast<std::size_t>(rows.offsets.data()[i + 1] - begin);
      weigh_row({rows.columns.data() + begin, size},
                {rows.values.data() + begin, size}, vocabulary);
    }
  });
}

VocabularyBuilder::VocabularyBuilder(const VocabularyOptions& options,
                                     int threads)
    : options_(options),
      threads_(threads),
      counts_(std::make_unique<Counts>()) {
  require_within_bounds(options);
}

VocabularyBuilder::~VocabularyBuilder() = default;

void VocabularyBuilder::add(std::span<const std::string> documents) {
  counts_->merge(made_in_tasks(documents, kCountedBytes, threads_,
                               [&](auto some) {
                                 return count_block(some, options_.words);
                               }),
                 threads_);
}

Index VocabularyBuilder::documents() const {
  return counts_->rows.rows();
}

TextFeatures VocabularyBuilder::finish() {
  const std::unique_ptr<Counts> counts =
      std::exchange(counts_, std::make_unique<Counts>());
  Selection selection =
      select_terms(counts->words, counts->df, counts->rows.rows(), options_);
  counts->rename(selection.column_of, threads_);
  Vocabulary& vocabulary = selection.vocabulary;
  if (options_.weighting == Weighting::Bm25 && !vocabulary.idf.empty())
    vocabulary.mean_length = counts->mean_length();
  counts->weigh(vocabulary, threads_);
  const Index terms = std::ssize(vocabulary.terms);
  return {std::move(vocabulary), counts->rows.take(terms)};
}

TextFeatures learn_vocabulary(std::span<const std::string> documents,
                              const VocabularyOptions& options, int threads) {
  VocabularyBuilder builder(options, threads);
  builder.add(documents);
  return builder.finish();
}

Vectorizer::Vectorizer(const Vocabulary& vocabulary, int threads)
    : vocabulary_(&vocabulary),
      threads_(threads),
      table_(std::make_unique<WordTable>()),
      rows_(std::make_unique<GrowingRows<float>>()) {
  require_valid(vocabulary);
  for (const std::string& term : vocabulary.terms)
    table_->add(term);
}

Vectorizer::~Vectorizer() = default;

void Vectorizer::add(std::span<const std::string> documents) {
  const auto made = made_in_tasks(
      documents, kVectorizedBytes, threads_,
      [&](auto some) { return rows_of(some, *vocabulary_, *table_); });
  std::vector<CsrView<float>> pieces;
  for (const CsrMatrix<float>& rows : made)
    pieces.push_back(rows.view());
  rows_->append(pieces, threads_);
}

CsrStore Vectorizer::take_rows() {
  return rows_->take(std::ssize(vocabulary_->terms));
}

CsrStore vectorize(std::span<const std::string> documents,
                   const Vocabulary& vocabulary, int threads) {
  Vectorizer vectorizer(vocabulary, threads);
  vectorizer.add(documents);
  return vectorizer.take_rows();
}

}  // namespace semilin
