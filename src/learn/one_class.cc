#include "learn/one_class.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/learn/methods.h"

#include "base/progress_parts.h"
#include "learn/training_rows.h"
#include "linear/copies.h"

namespace semilin {
namespace {

constexpr int kDraws = 5;
constexpr double kRough = 1e-2;  // tolerance of what is held out
constexpr Index kDrawnPerLabel = 5;
constexpr std::array kSizes = {0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64};

// Few labels are held out a few at a time.
int folds_for(Index labels) {
  return labels < 20 ? 8 : 4;
}

using TrainOne =
    std::function<TrainResult(const Dataset&, TrainOptions, const Progress&)>;

// The class that is named, or that has labels.
std::int32_t class_to_find(const Dataset& data, const std::string& name) {
  require(data.classes.size() == 2 && !data.multi_label,
          "find: needs two classes and one label per row");
  if (!name.empty()) {
    const std::int32_t found = find_number(data.classes, name);
    require(found != kUnlabeled, "find: the data have no class '" + name + "'");
    return found;
  }
  return data.count_classes()[0] > 0 ? 0 : 1;
}

TrainOptions with_size(TrainOptions options, std::int32_t found, double size) {
  std::vector<double> sizes(2, 1 - size);
  sizes[found] = size;
  options.class_sizes = {SizeSource::Given, std::move(sizes)};
  return options;
}

void add(const std::vector<double>& from, std::vector<double>& to) {
  to.resize(from.size(), 0.0);
  for (std::size_t j = 0; j < from.size(); ++j)
    to[j] += from[j] / kDraws;
}

// Adds one of the models to their mean.
void add(const LinearModel& one, LinearModel& mean) {
  std::vector<double> weights = std::exchange(mean.weights, {});
  std::vector<double> offsets = std::exchange(mean.offsets, {});
  mean = one;
  add(one.weights, weights);
  add(one.offsets, offsets);
  mean.weights = std::move(weights);
  mean.offsets = std::move(offsets);
}

class OneClass {
 public:
  OneClass(const Dataset& data, TrainOptions options, const TrainOne& train_one)
      : data_(data),
        options_(std::move(options)),
        train_one_(train_one),
        class_(class_to_find(data, options_.find)),
        unlabeled_(unlabeled_rows(data)) {
    for (Index i = 0; i < data.documents(); ++i)
      if (data.labels[i] == class_ && data.cost(i) > 0) labeled_.push_back(i);
    if (labeled_.empty() || unlabeled_.size() < 2)
      throw DataError("expected labels of " + data.classes[class_] +
                      " and unlabeled rows, found " +
                      std::to_string(labeled_.size()) + " and " +
                      std::to_string(unlabeled_.size()));
    const Method& method = method_named(options_.method);
    if (!method.linear || method.graph)
      throw DataError("labels of " + data.classes[class_] +
                      " alone: expected a linear method, found " +
                      options_.method);
    require(options_.class_sizes.source != SizeSource::Labels,
            "class sizes: labels of one class tell none");
  }

  TrainResult train(const Progress& progress) {
    const bool known = options_.class_sizes.source != SizeSource::Estimate;
    const double searching =
        known ? 0
              : static_cast<double>(std::ssize(kSizes) *
                                    folds_for(std::ssize(labeled_)));
    ProgressParts parts(progress, searching + kDraws);
    OneClassFigures figures;
    figures.found = class_;
    figures.estimated = !known;
    figures.labeled = std::ssize(labeled_);
    if (known)
      figures.size = fixed_class_sizes(options_.class_sizes, 2)[class_];
    else
      find_size(parts, figures);
    TrainResult result;
    LinearModel model, supervised;
    for (int draw = 0; draw < kDraws && !(draw > 0 && parts.ended()); ++draw) {
      Random random(static_cast<std::uint64_t>(draw + 1));
      const Problem one = drawn(data_, unlabeled_, random);
      figures.drawn = one.drawn;
      result = train_one_(one.data, with_size(options_, class_, figures.size),
                          parts.part(searching + draw));
      add(*result.model.linear(), model);
      add(result.supervised, supervised);
    }
    if (parts.ended()) return result;
    result.model = std::move(model);
    result.supervised = std::move(supervised);
    report(figures, result);
    return result;
  }

 private:
  // What the mean of the models says, in place of what the last one said.
  void report(OneClassFigures& figures, TrainResult& result) const {
    TrainSummary& summary = result.summary;
    const std::vector<std::int32_t> own = predicted(result.model);
    const std::vector<std::int32_t> supervised = predicted(result.supervised);
    summary.predicted.assign(2, 0.0);
    summary.supervised_predicted.assign(2, 0.0);
    summary.agreement = 0;
    double all = 0;
    for (const Index row : unlabeled_)
      all += data_.cost(row);
    for (std::size_t j = 0; j < unlabeled_.size(); ++j) {
      const double share = data_.cost(unlabeled_[j]) / all;
      result.labels[unlabeled_[j]] = own[j];
      summary.predicted[own[j]] += share;
      summary.supervised_predicted[supervised[j]] += share;
      if (own[j] == supervised[j]) summary.agreement += share;
    }
    summary.agreement = std::min(1.0, summary.agreement);  // but for rounding
    summary.labeled = data_.labeled() - data_.seeds;
    summary.unlabeled = std::ssize(unlabeled_);
    summary.held_out_rows = 0;
    if (figures.estimated) summary.class_sizes_source = SizeSource::Estimate;
    summary.one_class = figures;
  }

  [[nodiscard]] std::vector<std::int32_t> predicted(const Model& model) const {
    return predict(
        model, scores(model, data_.rows.select(unlabeled_), options_.threads));
  }

  struct Problem {
    Dataset data;
    Index drawn = 0;
  };

  // The data with rows that are drawn from `pool` as labels of the other class.
  [[nodiscard]] Problem drawn(const Dataset& data, std::vector<Index> pool,
                              Random& random) const {
    random.shuffle(pool);
    Problem one{data, std::min(kDrawnPerLabel * std::ssize(labeled_),
                               std::ssize(pool) / 2)};
    for (Index i = 0; i < one.drawn; ++i)
      one.data.labels[pool[i]] = 1 - class_;
    return one;
  }

  // Sets figures.size and what is found again under it, among 20,000 unlabeled
  // rows at most.
  void find_size(ProgressParts& parts, OneClassFigures& figures) const {
    if (std::ssize(unlabeled_) > kUnlabeledSeen) {
      Random random(1);
      const Dataset some =
          select(data_, labeled_and_sample(data_, kUnlabeledSeen, random));
      return OneClass(some, options_, train_one_).find_size(parts, figures);
    }
    const std::vector<int> folds = folds_of_labels();
    TrainOptions options = options_;
    options.linear.tolerance = std::max(options.linear.tolerance, kRough);
    double best = -1, done = 0;
    for (const double size : kSizes) {
      Index again = 0;
      for (int fold = 0;
           fold <= *std::ranges::max_element(folds) && !parts.ended(); ++fold)
        again += found_again(fold, folds, with_size(options, class_, size),
                             parts.part(done++));
      const auto share = static_cast<double>(again);
      if (share * share / size <= best) continue;
      best = share * share / size;
      figures.size = size;
      figures.again = again;
    }
  }

  // How many labels of a fold are found by a model without them.
  [[nodiscard]] Index found_again(int fold, const std::vector<int>& folds,
                                  TrainOptions options,
                                  const Progress& progress) const {
    Random random(static_cast<std::uint64_t>(fold + 1));
    Dataset data = data_;
    for (std::size_t i = 0; i < labeled_.size(); ++i)
      if (folds[i] == fold) data.labels[labeled_[i]] = kUnlabeled;
    const std::vector<std::int32_t> labels =
        train_one_(drawn(data, unlabeled_, random).data, std::move(options),
                   progress)
            .labels;
    if (labels.empty()) return 0;  // interrupted
    Index again = 0;
    for (std::size_t i = 0; i < labeled_.size(); ++i)
      if (folds[i] == fold && labels[labeled_[i]] == class_) ++again;
    return again;
  }

  // The fold in which each label is held out, that of its copies.
  [[nodiscard]] std::vector<int> folds_of_labels() const {
    const std::vector<Index> first = copies_among(data_, labeled_);
    const int count = folds_for(std::ssize(labeled_));
    std::vector<int> folds;
    int groups = 0;
    for (std::size_t i = 0; i < first.size(); ++i)
      folds.push_back(first[i] == static_cast<Index>(i) ? groups++ % count
                                                        : folds[first[i]]);
    if (groups < 2)
      throw DataError("expected two labels of " + data_.classes[class_] +
                      " to find its size, found " + std::to_string(groups) +
                      "; give the size with the option class_sizes");
    return folds;
  }

  const Dataset& data_;
  TrainOptions options_;
  const TrainOne& train_one_;
  std::int32_t class_;
  std::vector<Index> labeled_, unlabeled_;
};

}  // namespace

bool has_one_class(const Dataset& data) {
  const std::vector<Index> counts = data.count_classes();
  return !data.multi_label && counts.size() == 2 &&
         (counts[0] > 0) != (counts[1] > 0);
}

TrainResult train_one_class(const Dataset& data, const TrainOptions& options,
                            const Progress& progress,
                            const TrainOne& train_one) {
  return OneClass(data, options, train_one).train(progress);
}

}  // namespace semilin
