#include "cli/data/ranks.h"

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <sstream>

#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"
#include "semilin/text/vocabulary.h"

#include "cli/command/command.h"
#include "cli/data/model_file.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

template <class T>
bool same_at_all(const Ranks& ranks, const T& value) {
  const std::vector<T> all = ranks.shared(std::span(&value, 1));
  return std::count(all.begin(), all.end(), value) == ranks.size();
}

}  // namespace

std::string own_file(std::string path, const Ranks& ranks) {
  const std::size_t place = path.find("%d");
  if (!ranks.many() || place == path.npos) return path;
  return path.replace(place, 2, std::to_string(ranks.rank()));
}

void agree_on_stores(const std::string& path, const Ranks& ranks,
                     ReadOptions& read) {
  if (file_kind(path) != FileKind::Store) {
    throw UsageError("mpirun: " + path +
                     ": files of their own must be stores, as semilin convert "
                     "makes them");
  }
  const Store store = open_store(path, read.trust);
  std::string names;
  for (const std::string& name : store.data.classes)
    names += name + '\n';
  const std::vector<char> of_all = ranks.shared(std::span<const char>(names));
  std::istringstream lines({of_all.begin(), of_all.end()});
  std::set<std::string> classes;
  for (std::string name; std::getline(lines, name);)
    classes.insert(name);
  read.classes = sort_class_names({classes.begin(), classes.end()});
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

std::vector<double> scores_of_ranks(const Model& model, const Dataset& data,
                                    int threads, const Ranks& ranks,
                                    Index first) {
  if (!ranks.many()) return scores(model, data.rows, threads, first);
  const std::vector<double> own =
      scores(model, part_of(data, ranks).rows, threads, first);
  return ranks.gathered(std::span<const double>(own));
}

std::vector<Index> terms_of_ranks(const Dataset& data, const ModelHead& model,
                                  const Ranks& ranks) {
  if (!ranks.many()) return known_terms(data.rows, model);
  const std::vector<Index> own = known_terms(part_of(data, ranks).rows, model);
  return ranks.gathered(std::span<const Index>(own));
}

}  // namespace semilin::cli
