// Annealing, total variation on a graph and naive Bayes as one committee: each
// member votes under each of several hypotheses about the class sizes, and
// under the sizes of the vote so far. All that they say is one vote, whose
// weights tell how well a member agrees with the others under the same
// hypothesis, and how it does on labels held out (votes.h). A linear model is
// trained on what was voted; of dense rows, which have other members, the
// neighbors' shares of the vote speak for new rows.
#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/progress_parts.h"
#include "learn/committee/earlier_vote.h"
#include "learn/committee/sureness.h"
#include "linear/output_batch.h"
#include "linear/thresholds.h"
#include "linear/trainable.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

// One kind of evidence: the rows that it tells, with a label for each in the
// data's classes, and the classes that it knows.
struct Evidence {
  std::string_view name;
  Votes labels;
  std::vector<std::int32_t> classes;
  std::unique_ptr<BatchOfData> own = {};  // with its own classes
};

Evidence evidence(std::string_view name, Votes labels, const Dataset& data) {
  Evidence kind{name, std::move(labels), {}};
  const auto counts = data.sum_rows(data.classes.size(), [&](auto& rows) {
    for (Index i = 0; i < std::ssize(kind.labels); ++i)
      if (kind.labels[i] != kUnlabeled && data.cost(i) > 0)
        rows[kind.labels[i]] += 1;
  });
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0) kind.classes.push_back(static_cast<std::int32_t>(k));
  return kind;
}

// The data of a panel with this evidence alone, in its classes; other seeds
// lose their cost. The batch is trained on what is left as that of the run is.
void make_batch(Evidence& kind, const OutputBatch& all) {
  const Dataset& data = all.data();
  Dataset own = data;
  own.voted = {};
  own.labels = kind.labels;
  own.classes.clear();
  std::vector<std::int32_t> places(data.classes.size(), kUnlabeled);
  for (const std::int32_t k : kind.classes) {
    places[k] = static_cast<std::int32_t>(own.classes.size());
    own.classes.push_back(data.classes[k]);
  }
  for (std::int32_t& label : own.labels)
    if (label != kUnlabeled) label = places[label];
  for (Index i = data.documents(); i < data.rows.rows(); ++i) {
    own.costs.resize(data.rows.rows(), 1.0);
    if (own.labels[i] == kUnlabeled) own.costs[i] = 0;
  }
  kind.own =
      std::make_unique<BatchOfData>(std::move(own), all.options(), all.kind());
  kind.own->batch.train_labeled(all.options().tolerance);
}

// Labels, votes and words as panels, where each knows two classes and one knows
// all: the others abstain from what they do not know. Otherwise none: all
// evidence is of one kind, or one kind completes the other.
std::vector<Evidence> kinds_of_evidence(const OutputBatch& all) {
  const Dataset& data = all.data();
  const Index documents = data.documents();
  Votes labels = data.labels, votes = data.voted.labels, words = data.labels;
  for (Index i = 0; i < std::ssize(data.voted.followed); ++i)
    if (data.voted.followed[i] != 0) labels[i] = kUnlabeled;
  std::fill(labels.begin() + documents, labels.end(), kUnlabeled);
  std::fill_n(words.begin(), documents, kUnlabeled);
  votes.resize(data.labels.size(), kUnlabeled);
  std::vector<Evidence> kinds;
  kinds.push_back(evidence(kLabels, std::move(labels), data));
  kinds.push_back(evidence("votes", std::move(votes), data));
  kinds.push_back(evidence("words", std::move(words), data));
  std::erase_if(kinds, [](const auto& kind) { return kind.classes.empty(); });
  const auto knows = [](std::size_t classes) {
    return [=](const Evidence& kind) { return kind.classes.size() >= classes; };
  };
  if (kinds.size() < 2 || !std::ranges::all_of(kinds, knows(2)) ||
      std::ranges::none_of(kinds, knows(data.classes.size())))
    return {};
  for (Evidence& kind : kinds)
    make_batch(kind, all);
  return kinds;
}

// Sizes of all classes that are given, as those of some.
ClassSizeOptions sizes_for(const Evidence& kind, const Dataset& data,
                           ClassSizeOptions options) {
  if (options.source == SizeSource::Estimate && kind.name == "votes" &&
      !data.voted.class_sizes.empty())
    options = {SizeSource::Votes, data.voted.class_sizes,
               static_cast<double>(data.sum(data.documents()))};
  if (options.sizes.empty()) return options;
  options.sizes = sizes_among(kind.classes, options.sizes);
  make_sum_one(options.sizes);
  return options;
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

  // What follows from labels that are held out is not known when they are.
  std::unique_ptr<Learner> at(const GridPoint&) const override {
    TrainOptions options = options_;
    options.start.reset();
    return std::make_unique<CommitteeLearner>(std::move(options), roster_,
                                              graphs_);
  }

  FoundSizes estimate(const OutputBatch& start,
                      const HeldOutRls& held_out) const override {
    FoundSizes sizes = estimated_sizes(start, held_out);
    if (!sizes.sampled) sizes.shifted = shifted_sizes(start, held_out);
    return sizes;
  }

  Fit fit(OutputBatch& batch, const FoundSizes& sizes, const Progress& progress,
          TrainSummary& summary) override {
    const std::vector<Evidence> kinds = kinds_of_evidence(batch);
    ClassSizes known = sizes.known();
    std::vector<Panel> panels = panels_of(batch, kinds, sizes, known);
    const std::vector<Index> rows = rows_of_vote(batch, kinds);
    const EarlierVote* earlier = options_.start ? &*options_.start : nullptr;
    if (earlier != nullptr)
      summary.unfit = why_unfit(*earlier, roster_, panels, batch.data(),
                                batch.summary.labeled);
    if (!summary.unfit.empty()) earlier = nullptr;
    Votes supervised;
    for (const Index row : rows)
      supervised.push_back(predicted_class(batch, row));
    // the model that learns from the votes takes a tenth of the time
    ProgressParts parts(progress, 10);
    Elected elected = elect(roster_, options_, graphs_, std::move(panels), rows,
                            batch.data().classes.size(), supervised, earlier,
                            parts.part(0, 9));
    if (const Progress last = parts.part(9); last && !elected.interrupted)
      (void)last({.stage = "model"});
    summary.committee = std::move(elected.figures);
    summary.objective = 0;
    summary.stop = elected.interrupted ? Stop::Interrupted : Stop::Converged;
    if (!elected.shares) return supervised_fit(batch);
    summary.class_sizes = std::move(elected.class_sizes);
    if (elected.held_out) summary.held_out = *elected.held_out;
    if (elected.took_estimate) known.sizes.clear();
    const Index more = std::ssize(rows) - std::ssize(batch.unlabeled());
    const bool unlabeled_alone = batch.data().sum(more) == 0;
    Calibration of_svm;
    if (unlabeled_alone || elected.outputs)
      of_svm = supervised_calibration(batch, *elected.shares, elected.outputs);
    Fit found =
        unlabeled_alone
            ? train_on(batch, *elected.shares, elected.outputs, known, summary)
            : train_on_voted(batch, rows, elected, known, summary);
    found.supervised = std::move(of_svm);
    if (earlier != nullptr && !earlier->calibration.slopes.empty())
      found.model.head().calibration = earlier->calibration;
    return found;
  }

 private:
  // A panel for each kind of evidence, or one. `known`: the sizes that the
  // first one knows, as before if there is none.
  std::vector<Panel> panels_of(OutputBatch& batch,
                               const std::vector<Evidence>& kinds,
                               const FoundSizes& sizes,
                               ClassSizes& known) const {
    const bool svm_votes = std::ranges::count(roster_.members, kSvm) > 0;
    std::vector<Panel> panels;
    const auto add = [&](std::string_view name, OutputBatch& own,
                         std::vector<std::int32_t> classes, SizeSource source,
                         const FoundSizes& found) {
      panels.push_back({name, own,
                        hypotheses(found, source, predicted_classes(own),
                                   svm_votes, batch.data()),
                        source == SizeSource::Estimate &&
                            found.shifted.empty() && !found.estimate,
                        std::move(classes)});
    };
    for (const Evidence& kind : kinds) {
      OutputBatch& own = kind.own->batch;
      const ClassSizeOptions wanted =
          sizes_for(kind, batch.data(), options_.class_sizes);
      const FoundSizes found = find_sizes(
          own, wanted,
          [&](const HeldOutRls& held_out) { return estimate(own, held_out); });
      if (&kind == kinds.data()) {
        known = found.known();
        if (own.classes() < batch.classes()) known.sizes.clear();
      }
      add(kind.name, own, kind.classes, wanted.source, found);
    }
    if (kinds.empty()) {
      std::vector<std::int32_t> all(batch.classes());
      std::iota(all.begin(), all.end(), 0);
      add("all", batch, std::move(all), options_.class_sizes.source, sizes);
    }
    return panels;
  }

  // Labels that follow from votes are what one panel says: they give way to
  // those of all panels, which voted on `rows`.
  [[nodiscard]] Fit train_on_voted(const OutputBatch& batch,
                                   const std::vector<Index>& rows,
                                   const Elected& elected,
                                   const ClassSizes& known,
                                   TrainSummary& summary) const {
    const std::size_t classes = batch.data().classes.size();
    const std::vector<double>& voted = *elected.shares;
    const Votes labels = most_voted(voted, batch.classes());
    Dataset own = batch.data();
    std::vector<double> shares;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::int32_t& label = own.labels[rows[i]];
      const auto from = voted.begin() + static_cast<Index>(i * classes);
      if (label != kUnlabeled)
        label = labels[i];
      else
        shares.insert(shares.end(), from, from + static_cast<Index>(classes));
    }
    BatchOfData joined(std::move(own), batch.options(), batch.kind());
    joined.batch.continue_from(batch);
    return train_on(joined.batch, shares, elected.outputs, known, summary);
  }

  // The unlabeled rows, and those whose label is the vote of a panel.
  static std::vector<Index> rows_of_vote(const OutputBatch& batch,
                                         const std::vector<Evidence>& kinds) {
    const auto unlabeled = batch.unlabeled();
    std::vector<Index> rows(unlabeled.begin(), unlabeled.end());
    const Dataset& data = batch.data();
    for (Index i = 0; i < std::ssize(data.voted.followed) && !kinds.empty();
         ++i)
      if (data.voted.followed[i] != 0 && data.labels[i] != kUnlabeled &&
          data.cost(i) > 0)
        rows.push_back(i);
    std::ranges::sort(rows);
    return rows;
  }

  // Interrupted before any member has voted.
  static Fit supervised_fit(OutputBatch& batch) {
    Fit fit;
    fit.labels = batch.labels();
    put_votes(predicted_classes(batch), batch, fit.labels);
    fit.model = batch.take_model();
    return fit;
  }

  // A model, and what it says of the unlabeled rows.
  [[nodiscard]] Fit train_on(OutputBatch& batch,
                             const std::vector<double>& shares,
                             const std::optional<HeldOutOutputs>& held_out,
                             const ClassSizes& known,
                             TrainSummary& summary) const {
    Fit fit;
    fit.labels = batch.labels();
    if (roster_.dense) {
      fit.predicted = most_voted(shares, batch.classes());
      KernelModel model = neighbors_model(batch, graphs_->neighbors(), shares);
      calibrate(model, batch, outputs_of_shares(shares, batch.classes()),
                shares, held_out);
      fit.model = std::move(model);
    } else {
      train_on_shares(batch, shares, linear().tolerance);
      LinearModel model = batch.model();
      if (linear().threshold) model.offsets = thresholds(batch, known);
      fit.predicted = predicted_classes(batch, model.offsets);
      calibrate(model, batch, outputs_of(batch, batch.unlabeled()), shares,
                held_out);
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
  auto graphs =
      std::make_shared<Graphs>(roster, own.graph, own.threads, own.graphs);
  own.graph.graph.reset();  // the graphs have it
  return std::make_unique<CommitteeLearner>(std::move(own), std::move(roster),
                                            std::move(graphs));
}

}  // namespace semilin
