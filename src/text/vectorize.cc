#include "semilin/text/vectorize.h"

#include <vector>

#include "semilin/base/error.h"

#include "base/parallel.h"
#include "text/term_counts.h"
#include "text/terms.h"
#include "text/word_table.h"

namespace semilin {
namespace {

constexpr Index kVectorizedBytes = Index{256} * 1024;

CsrMatrix<float> rows_of(std::span<const std::string> documents,
                         const Vocabulary& vocabulary, const WordTable& table) {
  CsrMatrix<float> rows;
  Terms document_terms(vocabulary.words);
  std::vector<std::int32_t> terms;
  std::vector<TermCount> counts;
  for (const std::string& document : documents) {
    terms.clear();
    counts.clear();
    document_terms.start(document);
    while (document_terms.next()) {
      const std::int32_t term = table.find(document_terms.term());
      if (term >= 0) terms.push_back(term);
    }
    append_counts(terms, counts);
    const std::size_t begin = rows.columns.size();
    rows.columns.resize(begin + counts.size());
    rows.values.resize(begin + counts.size());
    weigh_row(counts, vocabulary, rows.columns.data() + begin,
              rows.values.data() + begin);
    rows.end_row();
  }
  return rows;
}

void append(const CsrMatrix<float>& piece, CsrMatrix<float>& rows) {
  const Index before = rows.offsets.back();
  for (Index i = 1; i <= piece.rows(); ++i)
    rows.offsets.push_back(before + piece.offsets[i]);
  rows.columns.insert(rows.columns.end(), piece.columns.begin(),
                      piece.columns.end());
  rows.values.insert(rows.values.end(), piece.values.begin(),
                     piece.values.end());
}

}  // namespace

Vectorizer::Vectorizer(const Vocabulary& vocabulary, int threads)
    : vocabulary_(&vocabulary),
      threads_(threads),
      table_(std::make_unique<WordTable>()) {
  require_valid(vocabulary);
  for (const std::string& term : vocabulary.terms)
    table_->add(term);
}

Vectorizer::~Vectorizer() = default;

void Vectorizer::add(std::span<const std::string> documents) {
  const std::vector<Index> bounds = text_tasks(documents, kVectorizedBytes);
  const Index tasks = static_cast<Index>(bounds.size()) - 1;
  std::vector<CsrMatrix<float>> pieces(tasks);
  parallel_for(tasks, threads_, [&](Index task) {
    pieces[task] = rows_of(
        documents.subspan(bounds[task], bounds[task + 1] - bounds[task]),
        *vocabulary_, *table_);
  });
  for (const CsrMatrix<float>& piece : pieces)
    append(piece, rows_);
}

CsrStore Vectorizer::take_rows() {
  rows_.cols = static_cast<Index>(vocabulary_->terms.size());
  CsrStore store(std::move(rows_));
  rows_ = {};
  return store;
}

CsrStore vectorize(std::span<const std::string> documents,
                   const Vocabulary& vocabulary, int threads) {
  Vectorizer vectorizer(vocabulary, threads);
  vectorizer.add(documents);
  return vectorizer.take_rows();
}

}  // namespace semilin
