#include "semilin/text/vectorize.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <set>
#include <utility>
#include <vector>

#include "semilin/base/error.h"

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

// Consecutive documents as the numbers of their terms, in order.
struct NumberedBlock {
  WordTable words;
  std::vector<Index> ends;  // of each document
  std::vector<std::int32_t> terms;
};

NumberedBlock number_block(std::span<const std::string> documents,
                           const WordOptions& options) {
  NumberedBlock block;
  Terms terms(options);
  for (const std::string& document : documents) {
    terms.start(document);
    while (terms.next())
      block.terms.push_back(block.words.add(terms.term()));
    block.ends.push_back(std::ssize(block.terms));
  }
  return block;
}

// The documents that hold each term.
class HolderCounts {
 public:
  void add(std::span<const std::int32_t> terms, std::int32_t size) {
    ++documents_;
    counts_.resize(size);
    last_.resize(size);
    for (const std::int32_t id : terms)
      if (std::exchange(last_[id], documents_) != documents_) ++counts_[id];
  }
  [[nodiscard]] Index operator[](std::int32_t id) const { return counts_[id]; }
  [[nodiscard]] const std::vector<Index>& all() const { return counts_; }

 private:
  Index documents_ = 0;
  std::vector<Index> counts_, last_;  // by term
};

// column_of: per word its column, or -1 for words that are no terms.
struct Selection {
  Vocabulary vocabulary;
  std::vector<std::int32_t> column_of;
};

constexpr double kWeightOfPieces = 0.5;

// The phrases among seed words, as runs of terms.
std::vector<std::string> phrases_of(const std::vector<std::string>& words,
                                    const WordOptions& options) {
  std::set<std::string> phrases;
  for (const std::string& word : words) {
    std::string run = run_of_terms(word, options);
    if (run.find(' ') != run.npos) phrases.insert(std::move(run));
  }
  return {phrases.begin(), phrases.end()};
}

}  // namespace

// All documents as the numbers of their terms, in order; those of row i become
// its columns and values in place, since there are never more of these.
struct VocabularyBuilder::Counts {
  WordTable words;
  HolderCounts holders;
  GrowingRows<float> rows;

  void merge(std::vector<NumberedBlock> blocks);
  void append(std::span<const std::int32_t> terms);
  [[nodiscard]] std::span<const std::int32_t> terms_of(Index i) const;
  [[nodiscard]] bool pieces_pay() const;
  [[nodiscard]] std::vector<bool> kept(const KnownDocuments& known,
                                       const WordOptions& options) const;
  [[nodiscard]] Counts with_pieces(const WordOptions& read,
                                   const std::vector<bool>& kept,
                                   Index min_documents) const;
  [[nodiscard]] Selection select(const VocabularyOptions& options,
                                 const WordOptions& read,
                                 const std::vector<bool>& kept) const;
  void count(const std::vector<std::int32_t>& column_of, int threads);
  [[nodiscard]] double mean_length() const;
  void weigh(const Vocabulary& vocabulary, int threads);

 private:
  // Bounds of tasks with equal numbers of terms.
  [[nodiscard]] std::vector<Index> tasks() const {
    return equal_ranges(
        {rows.offsets.data(), static_cast<std::size_t>(rows.offsets.size())},
        rows.columns.size() / kCountsOfTask + 1);
  }
  std::int32_t count_row(Index i, const std::vector<std::int32_t>& column_of,
                         std::vector<std::int32_t>& row);
};

void VocabularyBuilder::Counts::append(std::span<const std::int32_t> terms) {
  const Index begin = rows.columns.size();
  rows.columns.resize(begin + std::ssize(terms));
  std::copy(terms.begin(), terms.end(), rows.columns.data() + begin);
  rows.end_row();
  holders.add(terms, words.size());
}

void VocabularyBuilder::Counts::merge(std::vector<NumberedBlock> blocks) {
  for (NumberedBlock& block : blocks) {
    std::vector<std::int32_t> global(block.words.size());
    for (std::int32_t id = 0; id < block.words.size(); ++id)
      global[id] = words.add(block.words.word(id));
    for (std::int32_t& id : block.terms)
      id = global[id];
    Index begin = 0;
    for (const Index end : block.ends) {
      append(std::span(block.terms).subspan(begin, end - begin));
      begin = end;
    }
  }
}

std::span<const std::int32_t> VocabularyBuilder::Counts::terms_of(
    Index i) const {
  const Index begin = rows.offsets.data()[i];
  return {rows.columns.data() + begin,
          static_cast<std::size_t>(rows.offsets.data()[i + 1] - begin)};
}

// See VocabularyOptions::pieces.
bool VocabularyBuilder::Counts::pieces_pay() const {
  constexpr Index kShort = 40, kUnknown = 12, kMost = 4'000'000;
  Index occurrences = 0, single = 0;
  for (const Index count : holders.all()) {
    occurrences += count;
    single += count == 1 ? 1 : 0;
  }
  return occurrences <= kMost && (occurrences < kShort * rows.rows() ||
                                  kUnknown * single > occurrences);
}

// Per term: whether it stays, however few documents hold it.
std::vector<bool> VocabularyBuilder::Counts::kept(
    const KnownDocuments& known, const WordOptions& options) const {
  std::vector<bool> kept(words.size());
  const bool most = 2 * std::ranges::count(known.labeled, true) >= rows.rows();
  for (Index i = 0; i < std::ssize(known.labeled); ++i)
    if (most && known.labeled[i])
      for (const std::int32_t id : terms_of(i))
        kept[id] = true;
  Terms terms(options);
  for (const std::string& word : known.words) {
    terms.start(word);
    while (terms.next())
      if (const std::int32_t id = words.find(terms.term()); id >= 0)
        kept[id] = true;
  }
  return kept;
}

// The same documents with the phrases and pieces that `read` names beside the
// terms, which are words. A pair of words is left out if one of them would be.
VocabularyBuilder::Counts VocabularyBuilder::Counts::with_pieces(
    const WordOptions& read, const std::vector<bool>& kept,
    Index min_documents) const {
  Counts more;
  const WordRuns runs(read);
  std::vector<std::vector<std::int32_t>> pieces(words.size());
  std::vector<std::string> cut;
  for (std::int32_t id = 0; id < words.size(); ++id)
    more.words.add(words.word(id));
  for (std::int32_t id = 0; id < words.size() && read.pieces; ++id) {
    cut.clear();
    append_pieces(words.word(id), cut);
    for (const std::string& piece : cut)
      pieces[id].push_back(more.words.add(piece));
  }
  const auto stays = [&](std::int32_t id) {
    return holders[id] >= min_documents || kept[id];
  };
  std::vector<std::int32_t> all;
  std::string run;
  for (Index i = 0; i < rows.rows(); ++i) {
    const auto own = terms_of(i);
    all.assign(own.begin(), own.end());
    for (std::size_t last = 0; last < own.size(); ++last) {
      all.insert(all.end(), pieces[own[last]].begin(), pieces[own[last]].end());
      run = words.word(own[last]);
      for (std::size_t n = 2; n <= std::min(runs.longest(), last + 1); ++n) {
        run.insert(0, " ").insert(0, words.word(own[last + 1 - n]));
        if (runs.has(run, n) &&
            (runs.is_phrase(run) || (stays(own[last - 1]) && stays(own[last]))))
          all.push_back(more.words.add(run));
      }
    }
    more.append(all);
  }
  return more;
}

namespace {

// Words before pieces, and the frequent ones before the rare ones.
struct ChosenTerm {
  bool piece;
  double idf;
  std::string_view text;
  std::int32_t id;
  auto operator<=>(const ChosenTerm&) const = default;
};

}  // namespace

// The terms of documents that were read as `read` says.
Selection VocabularyBuilder::Counts::select(
    const VocabularyOptions& options, const WordOptions& read,
    const std::vector<bool>& kept) const {
  const auto documents = static_cast<double>(rows.rows());
  const double most = options.max_fraction * documents;
  const auto is_chosen = [&](std::int32_t id) {
    const Index df = holders[id];
    return (df >= options.min_documents || kept[id]) && df != rows.rows() &&
           static_cast<double>(df) <= most;
  };
  const WordRuns runs(read);
  std::vector<ChosenTerm> chosen;
  for (std::int32_t id = 0; id < words.size(); ++id) {
    if (!is_chosen(id)) continue;
    const bool piece = runs.is_piece(words.word(id));
    const double idf = std::log(documents / static_cast<double>(holders[id]));
    chosen.push_back(
        {piece, idf * (piece ? kWeightOfPieces : 1), words.word(id), id});
  }
  std::sort(chosen.begin(), chosen.end());
  Selection selection;
  selection.column_of.assign(words.size(), -1);
  Vocabulary& vocabulary = selection.vocabulary;
  vocabulary.documents = rows.rows();
  vocabulary.words = read;
  vocabulary.weighting = options.weighting;
  for (const ChosenTerm& term : chosen) {
    selection.column_of[term.id] =
        static_cast<std::int32_t>(vocabulary.idf.size());
    vocabulary.terms.emplace_back(term.text);
    vocabulary.idf.push_back(term.idf);
    vocabulary.pieces += term.piece ? 1 : 0;
  }
  return selection;
}

// Row i with columns in place of terms, ascending, and their counts, without
// terms that have no column; returns how many are left at its beginning.
std::int32_t VocabularyBuilder::Counts::count_row(
    Index i, const std::vector<std::int32_t>& column_of,
    std::vector<std::int32_t>& row) {
  row.clear();
  for (const std::int32_t id : terms_of(i))
    if (column_of[id] >= 0) row.push_back(column_of[id]);
  const Index begin = rows.offsets.data()[i];
  Index out = begin;
  for_each_count(row, [&](std::int32_t column, float count) {
    rows.columns.data()[out] = column;
    rows.values.data()[out++] = count;
  });
  return static_cast<std::int32_t>(out - begin);
}

void VocabularyBuilder::Counts::count(
    const std::vector<std::int32_t>& column_of, int threads) {
  std::vector<std::int32_t> lengths(rows.rows());
  const std::vector<Index> bounds = tasks();
  rows.values.resize(rows.columns.size());
  parallel_for(std::ssize(bounds) - 1, threads, [&](Index task) {
    std::vector<std::int32_t> row;
    for (Index i = bounds[task]; i < bounds[task + 1]; ++i)
      lengths[i] = count_row(i, column_of, row);
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
  require(options.pieces != Pieces::Yes || terms_are_words(options.words),
          "pieces: not with ngrams, char-ngrams or hash-bits");
}

VocabularyBuilder::~VocabularyBuilder() = default;

void VocabularyBuilder::add(std::span<const std::string> documents) {
  counts_->merge(made_in_tasks(
      documents, kCountedBytes, threads_,
      [&](auto some) { return number_block(some, options_.words); }));
}

Index VocabularyBuilder::documents() const {
  return counts_->rows.rows();
}

TextFeatures VocabularyBuilder::finish(const KnownDocuments& known) {
  const std::unique_ptr<Counts> read =
      std::exchange(counts_, std::make_unique<Counts>());
  WordOptions words = options_.words;
  const bool can = terms_are_words(words);
  if (can) words.phrases = phrases_of(known.words, options_.words);
  words.pieces = options_.pieces == Pieces::Yes ||
                 (options_.pieces == Pieces::Auto && can &&
                  words.stem == Stemmer::None && read->pieces_pay());
  if (words.pieces || !words.phrases.empty())
    *read = read->with_pieces(words, read->kept(known, options_.words),
                              options_.min_documents);
  Selection selection = read->select(options_, words, read->kept(known, words));
  Vocabulary& vocabulary = selection.vocabulary;
  read->count(selection.column_of, threads_);
  if (options_.weighting == Weighting::Bm25 && !vocabulary.idf.empty())
    vocabulary.mean_length = read->mean_length();
  read->weigh(vocabulary, threads_);
  const Index terms = std::ssize(vocabulary.terms);
  return {std::move(vocabulary), read->rows.take(terms)};
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
