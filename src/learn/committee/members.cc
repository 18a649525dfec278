#include "learn/committee/members.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "semilin/matrix/vectors.h"

#include "graph/sparse_rows.h"
#include "learn/graph_learner.h"
#include "linear/naive_bayes.h"
#include "linear/thresholds.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

// What a search for neighbors may cost, in additions: ten seconds, or what the
// other members' training does, per entry and class.
constexpr double kSearch = 1e10;
constexpr double kTraining = 300;
constexpr double kApproximate = 2000;    // an approximate search's, per entry
constexpr double kLongestSearch = 1e11;  // after it training takes too long

// Of the unlabeled rows a linear member sees in its early temperatures one in
// eight, or more where these would be fewer.
constexpr int kEarlyStep = 8;
constexpr Index kEarlyRows = 1000;
constexpr Index kEarlyRowsOfClass = 50;
constexpr int kIterations = 15;  // of total variation on text

constexpr double kGuessed = 1;  // rho of sizes that are guessed
constexpr double kFounded = 4;  // and of better founded ones

// These sizes, as sure as `rho` makes them; no class is smaller than half a
// row.
ClassSizes sizes_with(std::vector<double> sizes, Index rows, double rho) {
  fill_empty_classes(sizes, rows);
  return {std::move(sizes), rho};
}

const Method& method_of(std::string_view member) {
  return method_named(member == kTvRlsOnWords ? kTvRls : member);
}

}  // namespace

bool Roll::has(std::string_view name) const {
  return std::find(members.begin(), members.end(), name) != members.end();
}

Roll roll_for(const Dataset& data, const GraphTraining& training) {
  const CsrStore rows = features_of(data);
  const bool dense = is_dense(rows);
  if (dense || first_negative(data))
    return {.members = {kDa, kSvm, kLapRls, kTvRls}, .dense = dense};
  Roll roll = {{kDa, kNbEm}, 2};
  const bool vectors = data.vectors.count > 0;
  // The search among vectors is bounded by nearest_neighbors.
  if (vectors || training.graph) roll.members.push_back(kTvRls);
  if (training.graph) return roll;
  const auto entries = static_cast<double>(rows.nonzeros());
  const double most = std::max(
      kSearch, kTraining * entries * static_cast<double>(data.classes.size()));
  const double exact =
      rows.visit([](const auto& view) { return additions_of(view, view); });
  const Search search = training.making.neighbors.search;
  roll.approximate = exact > most && search != Search::Exact;
  const std::string_view on_text = vectors ? kTvRlsOnWords : kTvRls;
  if (search == Search::Approximate ||
      (roll.approximate
           ? kApproximate * entries <= std::min(most, kLongestSearch)
           : exact <= most)) {
    roll.members.push_back(on_text);
  } else {
    roll.absent = on_text;
  }
  return roll;
}

Graphs::Graphs(const Roll& roll, GraphTraining training, int threads)
    : training_(std::move(training)),
      neighbors_(training_.making.neighbors),
      approximate_(roll.approximate),
      threads_(threads) {
  int& iterations = training_.options.max_iterations;
  if (!roll.dense) iterations = std::min(iterations, kIterations);
}

std::shared_ptr<Graphs> Graphs::of_other_rows() const {
  assert(!given());
  auto others = std::make_shared<Graphs>(*this);
  others->points_.clear();
  return others;
}

std::unique_ptr<Learner> Graphs::learner(std::string_view member,
                                         const Dataset& data,
                                         const Progress& progress) {
  const bool on_words = member == kTvRlsOnWords;
  std::shared_ptr<GraphPoints>& points = points_[on_words ? member : kTvRls];
  if (!points) {
    const CsrStore rows = on_words ? features_of(data) : points_of(data);
    GraphTraining training = training_;
    NeighborOptions& near = training.making.neighbors;
    near.neighbors = std::min(near.neighbors, rows.rows() - 1);
    if (approximate_ && !is_dense(rows)) near.search = Search::Approximate;
    points = make_points(rows, training, threads_, progress);
    neighbors_ = near;
  }
  training_.options.method = method_of(member).graph_method;
  return make_graph_learner(member, points, training_);
}

std::vector<Member> make_members(const Roll& roll, const Dataset& data,
                                 const TrainOptions& options,
                                 const std::shared_ptr<Graphs>& graphs) {
  TrainOptions rough = options;
  rough.linear.tolerance = std::max(rough.linear.tolerance, kRough);
  const Index least =
      std::max(kEarlyRows, kEarlyRowsOfClass * std::ssize(data.classes));
  rough.linear.early_step = static_cast<int>(std::clamp<Index>(
      (data.rows.rows() - data.labeled()) / least, 1, kEarlyStep));
  std::vector<Member> members;
  for (const std::string_view name : roll.members) {
    Member& member = members.emplace_back();
    member.name = name;
    member.method = &method_of(name);
    if (member.method->graph) {
      member.make = [=](const Dataset& rows, const Progress& progress) {
        return graphs->learner(name, rows, progress);
      };
    } else {
      member.make = [rough, method = member.method](const Dataset& rows,
                                                    const Progress&) mutable {
        return method->make(*method, rows, rough, {});
      };
    }
  }
  return members;
}

Votes Member::vote(OutputBatch& batch, const ClassSizes& sizes,
                   const Progress& progress) {
  if (!learner) learner = make(batch.data(), progress);
  if (!method->graph) return learner->vote(batch, sizes, progress);
  ClassSizes hard;
  hard.sizes = sizes.sizes;
  return learner->vote(batch, hard, progress);
}

ClassSizes sizes_of(const Votes& votes, int classes, double added, double rho) {
  std::vector<double> sizes(classes, added);
  for (const std::int32_t k : votes)
    sizes[k] += 1;
  make_sum_one(sizes);
  return sizes_with(std::move(sizes), std::ssize(votes), rho);
}

std::vector<Hypothesis> hypotheses(const OutputBatch& batch,
                                   const FoundSizes& found, SizeSource source,
                                   bool svm_votes) {
  if (source != SizeSource::Estimate)
    return {{std::string(to_string(source)), found}};
  const Index rows = std::ssize(batch.unlabeled());
  if (found.estimate) {
    return {{"labels", sizes_with(found.sizes, rows, found.rho)},
            {"estimate", *found.estimate}};
  }
  std::vector<Hypothesis> all = {{"estimate", found}};
  all.push_back(
      {"equal", sizes_with(std::vector<double>(batch.classes(), 1.0), rows,
                           std::numeric_limits<double>::infinity())});
  if (!svm_votes) {
    all.push_back({"supervised", sizes_of(predicted_classes(batch),
                                          batch.classes(), 1, kGuessed)});
  }
  if (!found.shifted.empty())
    all.push_back({"shifted", sizes_with(found.shifted, rows, kFounded)});
  return all;
}

}  // namespace semilin
