#include "learn/committee/panels.h"

#include <algorithm>
#include <utility>

namespace semilin {
namespace {

// Whether each class has a row, of those from `begin` to `end`, that counts.
bool tell_all_classes(const OutputBatch& all, Index begin, Index end) {
  std::vector<double> known(all.classes());
  for (const Index i : all.labeled())
    if (begin <= i && i < end) known[all.labels()[i]] = 1;
  all.data().complete(known);
  return std::find(known.begin(), known.end(), 0.0) == known.end();
}

}  // namespace

OneEvidence::OneEvidence(std::string_view name, Dataset data,
                         const OutputBatch& like)
    : name_(name),
      data_(std::move(data)),
      batch_(data_, like.options(), like.kind()) {
  batch_.train_labeled(like.options().tolerance);
}

std::vector<std::unique_ptr<OneEvidence>> kinds_of_evidence(
    const OutputBatch& all) {
  const Dataset& data = all.data();
  const Index documents = data.documents(), rows = data.rows.rows();
  const bool by_labels = tell_all_classes(all, 0, documents);
  const bool by_words = tell_all_classes(all, documents, rows);
  if (!by_labels || !by_words) return {};
  Dataset words = data, labels = data;
  std::fill_n(words.labels.begin(), documents, kUnlabeled);
  std::fill(labels.labels.begin() + documents, labels.labels.end(), kUnlabeled);
  labels.costs.resize(rows, 1.0);
  std::fill(labels.costs.begin() + documents, labels.costs.end(), 0.0);
  std::vector<std::unique_ptr<OneEvidence>> panels;
  panels.push_back(
      std::make_unique<OneEvidence>("labels", std::move(labels), all));
  panels.push_back(
      std::make_unique<OneEvidence>("words", std::move(words), all));
  return panels;
}

}  // namespace semilin
