// The part of semilin/text/vectorize.h that learns a vocabulary.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/text/vectorize.h"

#include "base/parallel.h"
#include "text/term_counts.h"
#include "text/terms.h"
#include "text/word_table.h"

namespace semilin {
namespace {

// Large, so that few words are counted by more than one task and the serial
// merge of their tables stays small.
constexpr Index kCountedBytes = Index{2} * 1024 * 1024;

// The counts of consecutive documents; document i has the counts
// ends[i] .. ends[i + 1] - 1.
struct Block {
  std::vector<TermCount> counts;
  std::vector<Index> ends{0};

  [[nodiscard]] Index documents() const {
    return static_cast<Index>(ends.size()) - 1;
  }
};

struct CountedBlock {
  WordTable words;
  std::vector<Index> df;  // documents of the block that hold each word
  Block block;
};

void count_document(Terms& terms, CountedBlock& counted,
                    std::vector<std::int32_t>& ids) {
  ids.clear();
  while (terms.next())
    ids.push_back(counted.words.add(terms.term()));
  Block& block = counted.block;
  append_counts(ids, block.counts);
  counted.df.resize(counted.words.size());
  for (auto i = block.ends.back(); i < std::ssize(block.counts); ++i)
    ++counted.df[block.counts[i].term];
  block.ends.push_back(std::ssize(block.counts));
}

CountedBlock count_block(std::span<const std::string> documents,
                         const WordOptions& options) {
  CountedBlock counted;
  Terms terms(options);
  std::vector<std::int32_t> ids;
  for (const std::string& document : documents) {
    terms.start(document);
    count_document(terms, counted, ids);
  }
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

// Puts columns in place of words, ascending in each document; drops the rest.
void rename(Block& block, const std::vector<std::int32_t>& column_of) {
  auto out = block.counts.begin();
  Index begin = 0;
  for (Index i = 0; i < block.documents(); ++i) {
    const auto row = out;
    for (Index j = begin; j < block.ends[i + 1]; ++j) {
      const TermCount entry = block.counts[j];
      const std::int32_t column = column_of[entry.term];
      if (column >= 0) *out++ = {column, entry.count};
    }
    std::sort(row, out, [](const TermCount& a, const TermCount& b) {
      return a.term < b.term;
    });
    begin = block.ends[i + 1];
    block.ends[i + 1] = out - block.counts.begin();
  }
  block.counts.erase(out, block.counts.end());
}

}  // namespace

struct VocabularyBuilder::Counts {
  WordTable words;
  std::vector<Index> df;
  std::vector<Block> blocks;
  Index documents = 0;

  void merge(CountedBlock counted);
  void rename_all(const std::vector<std::int32_t>& column_of, int threads);
  [[nodiscard]] double mean_length() const;
  CsrMatrix<float> weigh_all(const Vocabulary& vocabulary, int threads);
};

void VocabularyBuilder::Counts::merge(CountedBlock counted) {
  std::vector<std::int32_t> global(counted.words.size());
  for (std::int32_t id = 0; id < counted.words.size(); ++id) {
    global[id] = words.add(counted.words.word(id));
    df.resize(words.size());
    df[global[id]] += counted.df[id];
  }
  for (TermCount& entry : counted.block.counts)
    entry.term = global[entry.term];
  documents += counted.block.documents();
  blocks.push_back(std::move(counted.block));
}

void VocabularyBuilder::Counts::rename_all(
    const std::vector<std::int32_t>& column_of, int threads) {
  parallel_for(std::ssize(blocks), threads,
               [&](Index b) { rename(blocks[b], column_of); });
}

double VocabularyBuilder::Counts::mean_length() const {
  Index sum = 0;
  for (const Block& block : blocks)
    for (const TermCount& entry : block.counts)
      sum += entry.count;
  return static_cast<double>(sum) / static_cast<double>(documents);
}

CsrMatrix<float> VocabularyBuilder::Counts::weigh_all(
    const Vocabulary& vocabulary, int threads) {
  CsrMatrix<float> rows;
  rows.cols = std::ssize(vocabulary.idf);
  std::vector<Index> first{0};  // entry of each block
  for (const Block& block : blocks) {
    for (Index i = 1; i <= block.documents(); ++i)
      rows.offsets.push_back(first.back() + block.ends[i]);
    first.push_back(rows.offsets.back());
  }
  rows.columns.resize(first.back());
  rows.values.resize(first.back());
  parallel_for(std::ssize(blocks), threads, [&](Index b) {
    const Block block = std::exchange(blocks[b], Block());
    for (Index i = 0; i < block.documents(); ++i) {
      const Index begin = block.ends[i];
      weigh_row({block.counts.data() + begin,
                 static_cast<std::size_t>(block.ends[i + 1] - begin)},
                vocabulary, rows.columns.data() + first[b] + begin,
                rows.values.data() + first[b] + begin);
    }
  });
  return rows;
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
  const std::vector<Index> bounds = text_tasks(documents, kCountedBytes);
  const Index tasks = std::ssize(bounds) - 1;
  std::vector<CountedBlock> counted(tasks);
  parallel_for(tasks, threads_, [&](Index task) {
    counted[task] = count_block(
        documents.subspan(bounds[task], bounds[task + 1] - bounds[task]),
        options_.words);
  });
  for (CountedBlock& block : counted)
    counts_->merge(std::move(block));
}

Index VocabularyBuilder::documents() const {
  return counts_->documents;
}

TextFeatures VocabularyBuilder::finish() {
  Selection selection =
      select_terms(counts_->words, counts_->df, counts_->documents, options_);
  counts_->words = WordTable();
  counts_->rename_all(selection.column_of, threads_);
  Vocabulary& vocabulary = selection.vocabulary;
  if (options_.weighting == Weighting::Bm25 && !vocabulary.idf.empty()) {
    vocabulary.mean_length = counts_->mean_length();
  }
  CsrMatrix<float> rows = counts_->weigh_all(vocabulary, threads_);
  counts_ = std::make_unique<Counts>();
  return {std::move(selection.vocabulary), CsrStore(std::move(rows))};
}

TextFeatures learn_vocabulary(std::span<const std::string> documents,
                              const VocabularyOptions& options, int threads) {
  VocabularyBuilder builder(options, threads);
  builder.add(documents);
  return builder.finish();
}

}  // namespace semilin
