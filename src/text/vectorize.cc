#include "semilin/text/vectorize.h"

#include <vector>

#include "base/parallel.h"
#include "io/growing_rows.h"
#include "text/term_counts.h"
#include "text/terms.h"

namespace semilin {
namespace {

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

}  // namespace

Vectorizer::Vectorizer(const Vocabulary& vocabulary, int threads)
    : vocabulary_(&vocabulary),
      threads_(threads),
      table_(std::make_unique<WordTable>()),
      rows_(std::make_unique<io::GrowingRows<float>>()) {
  require_valid(vocabulary);
  for (const std::string& term : vocabulary.terms)
    table_->add(term);
}

Vectorizer::~Vectorizer() = default;

void Vectorizer::add(std::span<const std::string> documents) {
  const std::vector<Index> bounds = text_tasks(documents, kVectorizedBytes);
  const Index tasks = static_cast<Index>(bounds.size()) - 1;
  std::vector<CsrMatrix<float>> made(tasks);
  std::vector<CsrView<float>> pieces(tasks);
  parallel_for(tasks, threads_, [&](Index task) {
    made[task] = rows_of(
        documents.subspan(bounds[task], bounds[task + 1] - bounds[task]),
        *vocabulary_, *table_);
    pieces[task] = made[task].view();
  });
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
