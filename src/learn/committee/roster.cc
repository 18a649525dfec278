#include "learn/committee/roster.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "semilin/matrix/vectors.h"

#include "learn/committee/kept_graphs.h"
#include "learn/committee/rules.h"
#include "linear/naive_bayes.h"
#include "linear/output_batch.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

const Method& method_of(std::string_view member) {
  return method_named(member == kTvRlsOnWords  ? kTvRls
                      : member == kNbEmOnWords ? kNbEm
                                               : member);
}

// Additions of the exact search among rows of these features: for each column
// the square of the number of rows that have it.
double additions_of(const Dataset& data, const CsrStore& features) {
  double additions = 0;
  for (const Index holders : data.sum(count_holders(features)))
    additions += static_cast<double>(holders) * static_cast<double>(holders);
  return additions;
}

// The most additions that a search may cost.
double most_additions(double entries, std::size_t classes) {
  return std::max(kRules.search,
                  kRules.training * entries * static_cast<double>(classes));
}

}  // namespace

bool can_search(double entries, std::size_t classes) {
  return kRules.approximate * entries <=
         std::min(most_additions(entries, classes), kRules.longest_search);
}

void require_committee_of_ranks(const Dataset& data) {
  if (data.whole()) return;
  const bool dense = data.agreed(is_dense(features_of(data)));
  if (data.any(dense || first_negative(data).has_value()))
    require_whole(
        data, "committee (unlike da and svm): dense rows, or negative values");
}

Roster roster_for(const Dataset& data, const GraphTraining& training) {
  const CsrStore rows = words_of(data);
  const bool dense = data.whole() && is_dense(rows);
  if (data.whole() && (dense || first_negative(data)))
    return {.members = {kDa, kSvm, kLapRls, kTvRls}, .dense = dense};
  if (training.graph) require_whole(data, "committee: a graph");
  Roster roster = {{kDa, kNbEm}, 2};
  if (data.pieces > 0) {
    roster.members.push_back(kNbEmOnWords);
    ++roster.first;
  }
  roster.parts = !data.whole();
  const bool vectors = data.vectors.count > 0;
  const std::string_view on_text = vectors ? kTvRlsOnWords : kTvRls;
  if (roster.parts && kRules.most_shared < data.sum(data.rows.nonzeros())) {
    roster.absent = kTvRls;
    return roster;
  }
  // The search among vectors is bounded by nearest_neighbors.
  if (vectors || training.graph) roster.members.push_back(kTvRls);
  if (training.graph) return roster;
  const auto entries = static_cast<double>(data.sum(rows.nonzeros()));
  const std::size_t classes = data.classes.size();
  const double most = most_additions(entries, classes);
  const double exact = additions_of(data, rows);
  const Search search = training.making.neighbors.search;
  roster.approximate = exact > most && search != Search::Exact;
  if (search == Search::Approximate ||
      (roster.approximate ? can_search(entries, classes) : exact <= most)) {
    roster.members.push_back(on_text);
  } else {
    roster.absent = on_text;
  }
  return roster;
}

Graphs::Graphs(const Roster& roster, GraphTraining training, int threads,
               std::shared_ptr<KeptGraphs> kept)
    : training_(std::move(training)),
      neighbors_(training_.making.neighbors),
      approximate_(roster.approximate),
      threads_(threads),
      kept_(std::move(kept)) {
  GraphOptions& options = training_.options;
  options.max_iterations = std::min(options.max_iterations, kRules.iterations);
  if (options.sweeps == 0) options.sweeps = kRules.sweeps;
}

std::shared_ptr<Graphs> Graphs::of_other_rows() const {
  assert(!given());
  auto others = std::make_shared<Graphs>(*this);
  others->points_.clear();
  others->kept_.reset();
  return others;
}

std::unique_ptr<Learner> Graphs::learner(std::string_view member,
                                         const Dataset& data,
                                         const Progress& progress) {
  const bool on_words = member == kTvRlsOnWords;
  PointsOfRows& points = points_[on_words ? member : kTvRls];
  if (!points.points) {
    const CsrStore rows = on_words ? words_of(data) : points_of(data);
    GraphTraining training = training_;
    NeighborOptions& near = training.making.neighbors;
    near.neighbors = std::min(near.neighbors, rows.rows() - 1);
    if (approximate_ && !is_dense(rows)) near.search = Search::Approximate;
    KernelForm& kernel = training.kernel.form;
    if (kernel == KernelForm::Auto && data.vectors.count > 0 &&
        is_dense(rows) && rows.rows() > kRules.kernel_rows)
      kernel = KernelForm::None;
    if (kept_ && !given())
      kept_->take(member, rows, training, threads_, progress);
    points = make_points(data, rows, training, threads_, progress);
    neighbors_ = near;
  }
  training_.options.method = method_of(member).graph_method;
  return make_graph_learner(member, points, training_);
}

std::vector<Member> make_members(const Roster& roster, const Dataset& data,
                                 const TrainOptions& options,
                                 const std::shared_ptr<Graphs>& graphs) {
  TrainOptions rough = options;
  rough.linear.tolerance = std::max(rough.linear.tolerance, kRules.rough);
  const Index least = std::max(
      kRules.early_rows, kRules.early_rows_of_class * std::ssize(data.classes));
  rough.linear.early_step = static_cast<int>(std::clamp<Index>(
      (data.all_rows() - data.all_labeled()) / least, 1, kRules.early_step));
  std::vector<Member> members;
  for (const std::string_view name : roster.members) {
    Member& member = members.emplace_back();
    member.name = name;
    member.parts = roster.parts;
    member.method = &method_of(name);
    if (member.method->graph) {
      member.make = [=](const Dataset& rows, const Progress& progress) {
        return graphs->learner(name, rows, progress);
      };
    } else {
      member.make = [rough, method = member.method](const Dataset& rows,
                                                    const Progress&) mutable {
        return make_learner(*method, rows, rough, {});
      };
    }
  }
  return members;
}

Votes Member::vote(OutputBatch& batch, const ClassSizes& sizes,
                   const Progress& progress) {
  const Progress silent;
  const Progress& heard = method->graph && parts ? silent : progress;
  if (!learner) learner = make(batch.data(), heard);
  if (name == kNbEmOnWords) {
    Dataset words = batch.data();
    words.rows = words_of(words);
    words.vectors = {};
    words.pieces = 0;
    BatchOfData own(std::move(words), batch.options(), batch.kind());
    return learner->vote(own.batch, sizes, heard);
  }
  if (!method->graph) return learner->vote(batch, sizes, heard);
  ClassSizes hard;
  hard.sizes = sizes.sizes;
  return learner->vote(batch, hard, heard);
}

}  // namespace semilin
