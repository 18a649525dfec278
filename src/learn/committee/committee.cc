// Annealing, total variation on a graph and naive Bayes as one committee: each
// member votes under each of several hypotheses about the class sizes, and
// under the sizes of the vote so far. All that they say is one vote, whose
// weights tell how well a member agrees with the others under the same
// hypothesis, and how it does on labels held out (votes.h). A linear model is
// trained on what was voted; of dense rows, which have other members, the
// neighbors' shares of the vote speak for new rows.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "learn/committee/election.h"
#include "linear/output_batch.h"
#include "linear/thresholds.h"
#include "linear/trainable.h"

namespace semilin {
namespace {

// Whether each class has a row, of those from `begin` to `end`, that counts.
bool tell_all_classes(const OutputBatch& all, Index begin, Index end) {
  const auto known = all.data().sum_rows(all.classes(), [&](auto& any) {
    for (const Index i : all.labeled())
      if (begin <= i && i < end) any[all.labels()[i]] = 1;
  });
  return std::find(known.begin(), known.end(), 0.0) == known.end();
}

using Evidence = std::pair<std::string_view, std::unique_ptr<BatchOfData>>;

// "labels" and "words", the data of a run with one kind of evidence alone: all
// rows, of which documents have lost their labels, or seeds theirs and their
// cost. The batches are trained on what is left as that of the run is. There
// are none unless each kind tells every class: otherwise all evidence is of one
// kind, or one kind completes the other.
std::vector<Evidence> kinds_of_evidence(const OutputBatch& all) {
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
  std::vector<Evidence> kinds;
  for (const auto& [name, own] :
       {std::pair("labels", &labels), std::pair("words", &words)}) {
    kinds.emplace_back(name, std::make_unique<BatchOfData>(
                                 std::move(*own), all.options(), all.kind()));
    kinds.back().second->batch.train_labeled(all.options().tolerance);
  }
  return kinds;
}

// Shares of the vote: unlabeled rows x classes. A new row asks its neighbors
// for their shares.
KernelModel neighbors_model(const OutputBatch& batch,
                            const NeighborOptions& neighbors,
                            const std::vector<double>& shares) {
  const Dataset& data = batch.data();
  const int width = batch.classes(), outputs = batch.outputs();
  KernelModel model;
  model.classes = data.classes;
  model.features = data.rows.cols();
  model.offsets.assign(outputs, 0.0);
  model.kernel.form = KernelForm::None;
  model.kernel.width = 1;
  model.kernel.delta = 0;
  model.rows = data.rows;
  model.neighbors = neighbors.neighbors;
  model.metric = neighbors.metric;
  model.remainder.assign(data.rows.rows() * outputs, 0.0);
  const auto put = [&](Index row, const double* own) {
    for (int k = 0; k < outputs; ++k)
      model.remainder[row * outputs + k] =
          outputs == 1 ? 2 * own[1] - 1 : own[k];
  };
  std::vector<double> sure(width);
  for (const Index row : batch.labeled()) {
    sure[data.labels[row]] = 1;
    put(row, sure.data());
    sure[data.labels[row]] = 0;
  }
  for (std::size_t j = 0; j < batch.unlabeled().size(); ++j)
    put(batch.unlabeled()[j], &shares[j * width]);
  return model;
}

class CommitteeLearner : public Learner {
 public:
  CommitteeLearner(TrainOptions options, Roster roster,
                   std::shared_ptr<Graphs> graphs)
      : Learner(options.linear, {.steady = true}),
        options_(std::move(options)),
        roster_(std::move(roster)),
        graphs_(std::move(graphs)) {}

  std::unique_ptr<Learner> at(const GridPoint&) const override {
    return std::make_unique<CommitteeLearner>(options_, roster_, graphs_);
  }

  FoundSizes estimate(const OutputBatch& start,
                      const HeldOutRls& held_out) const override {
    FoundSizes sizes = estimated_sizes(start, held_out);
    if (!sizes.sampled) sizes.shifted = shifted_sizes(start, held_out);
    return sizes;
  }

  Fit fit(OutputBatch& batch, const FoundSizes& sizes, const Progress& progress,
          TrainSummary& summary) override {
    const OutputBatch::Snapshot start = batch.snapshot();
    const Votes supervised = predicted_classes(batch);
    const SizeSource source = options_.class_sizes.source;
    const bool svm_votes = std::ranges::count(roster_.members, kSvm) > 0;
    std::vector<Panel> panels;
    const auto add = [&](std::string_view evidence, OutputBatch& own,
                         const Votes& by_svm, const FoundSizes& found) {
      panels.push_back(
          {evidence, own,
           hypotheses(found, source, by_svm, svm_votes, batch.data()),
           source == SizeSource::Estimate && found.shifted.empty() &&
               !found.estimate});
    };
    const auto kinds = kinds_of_evidence(batch);
    for (const auto& [name, kind] : kinds)
      add(name, kind->batch, predicted_classes(kind->batch),
          find_sizes(kind->batch, options_.class_sizes,
                     [&, &own = kind->batch](const HeldOutRls& held_out) {
                       return estimate(own, held_out);
                     }));
    if (kinds.empty()) add("all", batch, supervised, sizes);
    Elected elected = elect(roster_, options_, graphs_, std::move(panels),
                            supervised, progress);
    batch.restore(start);
    summary.committee = std::move(elected.figures);
    summary.objective = 0;
    summary.stop = elected.interrupted ? Stop::Interrupted : Stop::Converged;
    if (!elected.shares) return supervised_fit(batch, supervised);
    summary.class_sizes = std::move(elected.class_sizes);
    if (elected.held_out) summary.held_out = *elected.held_out;
    ClassSizes known = sizes.known();
    if (elected.took_estimate) known.sizes.clear();
    return train_on(batch, *elected.shares, known, summary);
  }

 private:
  // Interrupted before any member has voted.
  static Fit supervised_fit(OutputBatch& batch, const Votes& votes) {
    Fit fit;
    fit.labels = batch.labels();
    put_votes(votes, batch, fit.labels);
    fit.model = batch.take_model();
    return fit;
  }

  // A model, and what it says of the unlabeled rows.
  [[nodiscard]] Fit train_on(OutputBatch& batch,
                             const std::vector<double>& shares,
                             const ClassSizes& known,
                             TrainSummary& summary) const {
    Fit fit;
    fit.labels = batch.labels();
    if (roster_.dense) {
      fit.predicted = most_voted(shares, batch.classes());
      fit.model = neighbors_model(batch, graphs_->neighbors(), shares);
    } else {
      train_on_shares(batch, shares, linear().tolerance);
      LinearModel model = batch.model();
      if (linear().threshold) model.offsets = thresholds(batch, known);
      fit.predicted = predicted_classes(batch, model.offsets);
      fit.model = std::move(model);
      summary.objective = batch.objective();
      if (summary.stop == Stop::Converged) summary.stop = batch.summary.stop;
    }
    put_votes(fit.predicted, batch, fit.labels);
    return fit;
  }

  TrainOptions options_;
  Roster roster_;
  std::shared_ptr<Graphs> graphs_;
};

}  // namespace

std::unique_ptr<Learner> make_committee(const Dataset& data,
                                        const TrainOptions& options) {
  require_trainable(data, options.linear);
  TrainOptions own = options;
  Roster roster = roster_for(data, own.graph);
  auto graphs = std::make_shared<Graphs>(roster, own.graph, own.threads);
  own.graph.graph.reset();  // the graphs have it
  return std::make_unique<CommitteeLearner>(std::move(own), std::move(roster),
                                            std::move(graphs));
}

}  // namespace semilin
