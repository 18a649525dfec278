#include "cli/data/processes.h"

#include <algorithm>
#include <functional>
#include <span>

#include "semilin/advanced/corpus/word_contributions.h"
#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/io/dataset_file.h"
#include "semilin/text/vocabulary.h"

#include "cli/command/command.h"
#include "cli/command/world.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

template <class T>
bool same_at_all(const Ranks& ranks, const T& value) {
  const std::vector<T> all = ranks.shared(std::span(&value, 1));
  return std::count(all.begin(), all.end(), value) == ranks.size();
}

// What `compute` gives for the rows, at the first process; each computes its
// part.
template <class Compute>
auto gathered(const Dataset& data, const Compute& compute) {
  if (is_alone()) return compute(data.rows);
  const Ranks ranks = World::ranks();
  const auto own = compute(part_of(data, ranks).rows);
  return ranks.gathered(std::span(own));
}

void agree_on_stores(const std::string& path, ReadOptions& read) {
  const Ranks ranks = World::ranks();
  if (file_kind(path) != FileKind::Store) {
    throw UsageError("mpirun: " + path +
                     ": files of their own must be stores, as semilin convert "
                     "makes them");
  }
  const Store store = open_store(path, read.trust);
  read.classes = sort_class_names(ranks.shared(store.data.classes));
  const Index columns = store.data.rows.cols();
  const std::vector<Index> all = ranks.shared(std::span(&columns, 1));
  read.features = *std::max_element(all.begin(), all.end());
  if (!same_at_all(ranks, store.data.rows.is_double() ? 1 : 0))
    throw DataError(path, "expected values of the type of the other ranks'");
  if (ranks.total(static_cast<Index>(store.attachments.count(kDrawnKey))) > 0) {
    throw DataError(
        "mpirun: stores that record how rows were drawn to be labeled must be "
        "one store, DATA without %d");
  }
  if (!same_at_all(ranks, store.data.multi_label ? 1 : 0))
    throw DataError(path,
                    "expected sets of labels as in the other ranks' stores");
  const auto terms = store.attachments.find(kVocabularyKey);
  const std::size_t hash = terms == store.attachments.end()
                               ? 0
                               : std::hash<std::string_view>()(terms->second);
  if (!same_at_all(ranks, hash))
    throw DataError(path, "expected the vocabulary of the other ranks' stores");
}

}  // namespace

bool is_alone() {
  return !World::ranks().many();
}

bool is_first() {
  return World::ranks().rank() == 0;
}

void share_work(ReadOptions& read, bool& quiet, std::string& log) {
  read.check_rows = is_alone();
  if (is_first()) return;
  quiet = true;
  log.clear();
}

std::string own_file(const std::string& path) {
  return World::file_of(World::ranks().rank(), path);
}

void take_own_files(Source& source) {
  if (own_file(source.path) == source.path) return;
  if (!source.read.label_files.empty() || !source.read.unlabeled_files.empty())
    throw UsageError("mpirun: --labels and --unlabeled need DATA without %d");
  source.path = own_file(source.path);
  for (std::string* file :
       {&source.row_weights, &source.vectors, &source.votes}) {
    if (!file->empty() && own_file(*file) == *file)
      throw UsageError("mpirun: " + *file +
                       ": expected %d, as in the name of DATA");
    *file = own_file(*file);
  }
  agree_on_stores(source.path, source.read);
  source.read.check_rows = true;
  source.ranks = World::ranks();
}

void take_own_rows(Corpus& corpus) {
  if (corpus.data.whole())
    corpus.data =
        part_of(corpus.data, World::ranks(), corpus.seeds.rows.nonzeros());
}

std::vector<std::int32_t> labels_of_all(std::vector<std::int32_t> own) {
  return World::ranks().gathered(std::span<const std::int32_t>(own));
}

std::vector<double> scores_of_all(const Model& model, const Corpus& rows,
                                  int threads, Index first) {
  if (is_alone()) return scores(model, rows, threads, first);
  std::vector<double> all = gathered(rows.data, [&](const CsrStore& own) {
    return scores(model, own, threads, first);
  });
  for (std::size_t e = 0; e < all.size() && !rows.vote_scores.empty(); ++e)
    all[e] += rows.vote_scores[e];
  return all;
}

std::vector<Index> terms_of_all(const Dataset& data, const ModelHead& model) {
  return gathered(
      data, [&](const CsrStore& rows) { return known_terms(rows, model); });
}

Json communication_json() {
  const Traffic traffic = World::ranks().traffic();
  return {{"ranks", World::ranks().size()},
          {"calls", traffic.calls},
          {"bytes", traffic.bytes},
          {"seconds", traffic.seconds}};
}

std::string communication_line(Index products) {
  if (is_alone()) return {};
  const Traffic traffic = World::ranks().traffic();
  const auto count = static_cast<double>(products);
  return std::to_string(World::ranks().size()) + " ranks: " +
         number(static_cast<double>(traffic.bytes) / count / 1e3, 4) +
         " kB in " + number(static_cast<double>(traffic.calls) / count, 3) +
         " calls per product, " + fixed_number(traffic.seconds, 2) +
         " s in them\n";
}

}  // namespace semilin::cli
