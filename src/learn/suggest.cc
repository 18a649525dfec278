#include "semilin/learn/suggest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/learn/seed_words.h"
#include "semilin/learn/train.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/label_sets.h"

#include "base/progress_parts.h"
#include "learn/label_sets.h"
#include "learn/training_rows.h"
#include "linear/naive_bayes.h"

namespace semilin {
namespace {

using Rows = std::vector<Index>;

constexpr double kRandomShare = 0.5;
constexpr double kRandomShareAtFirst = 0.2;  // without a model
// The spread of a stratum of one guess, of which the model knows none.
constexpr double kLeastSpread = 0.1;

bool can_be_trained_on(const Dataset& data, const SeedRows& seeds) {
  if (has_label_sets(data))
    return seeds.labels.empty() && every_label_has_two_sides(data);
  const std::vector<bool> known = known_classes(data, seeds);
  return std::count(known.begin(), known.end(), true) >= 2;
}

// The predictions of the members: opinions[member][row], in classes().
class Members {
 public:
  Members(const Model& model, const Dataset& data, const CsrStore& rows,
          const SuggestOptions& options, ProgressParts& parts)
      : rows_(rows),
        options_(options),
        sets_(model.head().multi_label || has_label_sets(data)),
        classes_(sets_ ? std::vector<std::string>() : model.head().classes) {
    add("model", model);
    if (options.use != LabelUse::Training ||
        !can_be_trained_on(data, options.seeds))
      return;
    add(kSvm, trained(kSvm, data, parts.part(0)));
    if (first_negative(data)) return;
    Random random(1);
    const Rows seen = labeled_and_sample(data, kUnlabeledSeen, random);
    add(kNbEm, std::ssize(seen) == data.rows.rows()
                   ? trained(kNbEm, data, parts.part(1))
                   : trained(kNbEm, select(data, seen), parts.part(1)));
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<std::string>& classes() const {
    return classes_;
  }
  [[nodiscard]] std::vector<std::int32_t> votes(std::size_t row) const {
    std::vector<std::int32_t> votes;
    for (const auto& one : opinions_)
      votes.push_back(one[row]);
    return votes;
  }
  // The predictions of the model.
  [[nodiscard]] std::int32_t guess(std::size_t row) const {
    return opinions_[0][row];
  }
  // Per row 1 if they do not all agree, else 0.
  [[nodiscard]] std::vector<char> disputed() const {
    std::vector<char> found(opinions_[0].size());
    for (const auto& one : opinions_)
      for (std::size_t i = 0; i < found.size(); ++i)
        if (one[i] != opinions_[0][i]) found[i] = 1;
    return found;
  }

 private:
  [[nodiscard]] Model trained(std::string_view method, const Dataset& data,
                              const Progress& progress) const {
    TrainOptions options;
    options.method = method;
    options.threads = options_.threads;
    options.seeds = options_.seeds;
    return train(data, options, progress).model;
  }

  // The position of a set of labels in classes_, which gets it if it is new.
  std::int32_t place_of_set(std::vector<std::string> labels) {
    const std::string name = join_labels(std::move(labels));
    const auto at = std::find(classes_.begin(), classes_.end(), name);
    const auto place = static_cast<std::int32_t>(at - classes_.begin());
    if (at == classes_.end()) classes_.push_back(name);
    return place;
  }

  std::vector<std::int32_t> opinions_of(const ModelHead& member,
                                        std::span<const double> outputs) {
    std::vector<std::int32_t> place;
    for (const std::string& name : member.classes)
      place.push_back(sets_ ? place_of_set({name})
                            : find_class(classes_, name));
    std::vector<std::int32_t> votes = predict(member, outputs);
    for (std::int32_t& k : votes)
      k = place[k];
    return votes;
  }

  std::vector<std::int32_t> sets_of(const ModelHead& member,
                                    std::span<const double> outputs) {
    const std::vector<std::int32_t> has = predict_sets(member, outputs);
    const std::size_t labels = member.classes.size();
    std::map<std::vector<std::int32_t>, std::int32_t> places;
    std::vector<std::int32_t> votes;
    for (auto row = has.begin(); row != has.end(); row += labels) {
      const auto [place, is_new] = places.try_emplace({row, row + labels});
      if (is_new) {
        std::vector<std::string> set;
        for (std::size_t k = 0; k < labels; ++k)
          if (row[k] != 0) set.push_back(member.classes[k]);
        place->second = place_of_set(std::move(set));
      }
      votes.push_back(place->second);
    }
    return votes;
  }

  void add(std::string_view name, const Model& member) {
    const ModelHead& head = member.head();
    const auto outputs = scores(member, rows_, options_.threads);
    names_.emplace_back(name);
    opinions_.push_back(head.multi_label ? sets_of(head, outputs)
                                         : opinions_of(head, outputs));
  }

  const CsrStore& rows_;
  const SuggestOptions& options_;
  bool sets_;
  std::vector<std::string> classes_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::int32_t>> opinions_;
};

// Both kinds in turn, so that any first ones are mixed as all are.
std::vector<Suggestion> mixed(std::span<const Suggestion> some,
                              std::span<const Suggestion> others) {
  std::vector<Suggestion> all;
  std::size_t i = 0, j = 0;
  while (i < some.size() || j < others.size()) {
    const bool first = i < some.size() && j * some.size() >= i * others.size();
    all.push_back(first ? some[i++] : others[j++]);
  }
  return all;
}

// How many rows are not drawn by chance.
Index rows_chosen(Index count, double share) {
  return count -
         static_cast<Index>(std::lround(share * static_cast<double>(count)));
}

// The rows chosen, which stand for themselves alone, and a sample of the others
// of `pool`.
std::vector<Suggestion> beside_chance(const Rows& chosen, DrawnFrom from,
                                      Rows pool, Index count, Random& random) {
  const std::set<Index> known(chosen.begin(), chosen.end());
  std::erase_if(pool, [&](Index row) { return known.contains(row); });
  random.shuffle(pool);
  const Index drawn = std::min(count - std::ssize(chosen), std::ssize(pool));
  const double probability =
      static_cast<double>(drawn) / static_cast<double>(pool.size());
  std::vector<Suggestion> by_chance, others;
  for (Index i = 0; i < drawn; ++i)
    by_chance.push_back({pool[i], DrawnFrom::All, probability, {}});
  for (const Index row : chosen)
    others.push_back({row, from, drawn == 0 ? 0.0 : 1.0, {}});
  return mixed(by_chance, others);
}

// Rows drawn by chance, beside the middles of the parts of the disputed ones:
// what is disputed for the same reason is asked for once, and outliers never.
std::vector<Suggestion> draw_for_training(const std::vector<char>& disputed,
                                          const CsrStore& rows,
                                          const SuggestOptions& options,
                                          Random& random,
                                          const Progress& progress) {
  Rows all(disputed.size()), places;
  std::iota(all.begin(), all.end(), Index{0});
  for (const Index i : all)
    if (disputed[i] != 0) places.push_back(i);
  Dataset some;
  some.rows = rows.select(places);
  some.labels.assign(places.size(), kUnlabeled);
  const Index count = std::min(options.count, rows.rows());
  const Index wanted =
      rows_chosen(count, options.random_share.value_or(kRandomShare));
  Rows chosen = typical_rows(some, std::min(wanted, some.rows.rows()),
                             options.seed, options.threads, progress);
  for (Index& row : chosen)
    row = places[row];
  return beside_chance(chosen, DrawnFrom::Disputed, std::move(all), count,
                       random);
}

// The standard deviation of what is asked for, of rows predicted as each class.
std::vector<double> spreads(const Model& model, const CsrStore& rows,
                            const std::vector<std::vector<Index>>& strata,
                            const SuggestOptions& options) {
  const std::size_t classes = strata.size();
  std::vector<double> result(classes, 1.0);
  if (model.head().multi_label || model.head().calibration.slopes.empty())
    return result;
  const std::vector<double> p =
      probabilities(model, scores(model, rows, options.threads));
  for (std::size_t k = 0; k < classes; ++k) {
    double right = 0, uneven = 0;
    for (const Index i : strata[k]) {
      right += p[i * classes + k];
      for (std::size_t c = 0; c < classes; ++c)
        uneven += p[i * classes + c] * p[i * classes + c];
    }
    const double n = std::max<double>(1, static_cast<double>(strata[k].size()));
    const double variance = options.use == LabelUse::Sizes
                                ? 1 - uneven / n
                                : right / n * (1 - right / n);
    result[k] = std::max(kLeastSpread, std::sqrt(std::max(0.0, variance)));
  }
  return result;
}

// Per stratum the probability of each of its rows, in proportion to the spread,
// at most 1, so that `count` rows are drawn.
std::vector<double> allocation(const std::vector<Rows>& strata,
                               const std::vector<double>& spread,
                               double count) {
  std::vector<double> probability(strata.size(), 0.0);
  for (bool moved = true; moved;) {
    double left = count, due = 0;
    for (std::size_t k = 0; k < strata.size(); ++k) {
      const auto size = static_cast<double>(strata[k].size());
      if (probability[k] == 1)
        left -= size;
      else
        due += size * spread[k];
    }
    moved = false;
    for (std::size_t k = 0; k < strata.size(); ++k) {
      if (probability[k] == 1) continue;
      probability[k] = due > 0 ? left * spread[k] / due : 0;
      if (probability[k] < 1) continue;
      probability[k] = 1;
      moved = true;
    }
  }
  return probability;
}

// One row wherever the sum of the probabilities, stratum by stratum, passes a
// step of 1 from a start by chance (Madow, Ann. Math. Stat. 20, 1949): each
// stratum has what it is due, rounded up or down, however many strata there
// are.
std::vector<Suggestion> draw_by_strata(const Model& model, const CsrStore& rows,
                                       const Members& members,
                                       const SuggestOptions& options,
                                       Random& random) {
  std::vector<Rows> strata(members.classes().size());
  for (Index i = 0; i < rows.rows(); ++i)
    strata[members.guess(i)].push_back(i);
  const Index count = std::min(options.count, rows.rows());
  const std::vector<double> probability =
      allocation(strata, spreads(model, rows, strata, options),
                 static_cast<double>(count));
  std::vector<Suggestion> drawn;
  double sum = 0, next = random.uniform();
  for (std::size_t k = 0; k < strata.size(); ++k) {
    random.shuffle(strata[k]);
    for (const Index place : strata[k]) {
      sum += probability[k];
      if (sum <= next || std::ssize(drawn) == count) continue;
      next += 1;
      drawn.push_back({place, DrawnFrom::Stratum, probability[k], {}});
    }
  }
  random.shuffle(drawn);
  return drawn;
}

// Puts the rows of `first` that are in the pool before those drawn.
void put_first(const SuggestOptions& options, const Rows& pool, Random& random,
               std::vector<Suggestion>& drawn) {
  if (options.first.empty()) return;
  std::set<Index> known(options.first.begin(), options.first.end());
  std::erase_if(
      known, [&](Index row) { return !std::ranges::binary_search(pool, row); });
  Rows first(known.begin(), known.end());
  random.shuffle(first);
  std::vector<Suggestion> all;
  for (const Index row : first)
    all.push_back({row, DrawnFrom::First, 0, {}});
  for (const Suggestion& one : drawn)
    if (!known.contains(one.row)) all.push_back({one.row, one.from, 0, {}});
  all.resize(std::min(all.size(), static_cast<std::size_t>(options.count)));
  drawn = std::move(all);
}

// Of a model that was trained to find one class; otherwise null.
nlohmann::json one_class_of(const ModelHead& model) {
  const auto info = nlohmann::json::parse(model.info, nullptr, false);
  const auto path = "/training/one_class"_json_pointer;
  return info.is_object() && info.contains(path) ? info[path]
                                                 : nlohmann::json();
}

// The surest rows of a class.
void find_surest(const Model& model, const Dataset& data, const CsrStore& rows,
                 const SuggestOptions& options, Suggestions& found) {
  const ModelHead& head = model.head();
  require(!head.multi_label, "suggest: finding needs one label per row");
  const nlohmann::json known = one_class_of(head);
  const std::string name = options.find.empty() && known.is_object()
                               ? known.at("class").get<std::string>()
                               : options.find;
  const std::int32_t k = find_number(head.classes, name);
  require(k != kUnlabeled,
          name.empty() ? "suggest: name the class with the option find"
                       : "suggest: the model has no class '" + name + "'");
  const std::vector<double> outputs = scores(model, rows, options.threads);
  const bool sure = !head.calibration.slopes.empty();
  const std::vector<double> by_class =
      sure ? probabilities(model, outputs) : class_scores(head, outputs);
  const std::size_t classes = head.classes.size();
  const auto score = [&](Index row) {
    const double* own = &by_class[row * classes];
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < classes; ++c)
      if (c != static_cast<std::size_t>(k)) best = std::max(best, own[c]);
    return own[k] - best;
  };
  Rows order(rows.rows());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, std::greater(), score);
  for (Index i = 0; i < std::min(options.count, rows.rows()); ++i)
    found.rows.push_back({order[i], DrawnFrom::Surest, 0, {}});
  if (known.is_object() && known.at("class") == name) {
    const auto labels = std::ranges::count(
        data.labels, find_number(data.classes, head.classes[k]));
    found.expected = std::max(
        0.0,
        known.at("expected").get<double>() -
            static_cast<double>(labels - known.at("labeled").get<Index>()));
  } else if (sure) {
    found.expected = 0;
    for (Index i = 0; i < rows.rows(); ++i)
      *found.expected += by_class[i * classes + k];
  }
}

void require_options(const Dataset& data, const SuggestOptions& options) {
  require_whole(data, "suggest");
  require_valid(data, options.threads);
  require(options.count >= 1, "suggest: count must be positive, got " +
                                  std::to_string(options.count));
  const double share = options.random_share.value_or(kRandomShare);
  require(share >= 0 && share <= 1, "suggest: random_share must be in [0, 1]");
}

// Without empty rows, unless all that are unlabeled are empty.
Dataset told_apart(const Dataset& given) {
  Dataset data = without_empty_rows(given);
  return unlabeled_rows(data).empty() ? given : data;
}

}  // namespace

std::string_view to_string(LabelUse use) {
  constexpr std::string_view kNames[] = {"training", "sizes", "accuracy",
                                         "finding"};
  return kNames[static_cast<std::size_t>(use)];
}

std::string_view to_string(DrawnFrom from) {
  constexpr std::string_view kNames[] = {"random",  "disputed",  "stratum",
                                         "typical", "undecided", "surest"};
  return kNames[static_cast<std::size_t>(from)];
}

Suggestions suggest(const Model& model, const Dataset& given,
                    const SuggestOptions& options, const Progress& progress) {
  require_options(given, options);
  const Dataset data = told_apart(given);
  const Rows pool = unlabeled_rows(data);
  if (pool.empty()) return {};
  const CsrStore rows = data.rows.select(pool);
  // two trainings, and typical rows
  ProgressParts parts(progress, 3);
  const Members members(model, data, rows, options, parts);
  Random random(options.seed);
  Suggestions found{members.names(), members.classes(), {}, std::ssize(pool)};
  const std::vector<char> disputed = members.disputed();
  found.disputed = std::count(disputed.begin(), disputed.end(), 1);
  if (options.use == LabelUse::Finding)
    find_surest(model, data, rows, options, found);
  else if (options.use == LabelUse::Training)
    found.rows =
        draw_for_training(disputed, rows, options, random, parts.part(2));
  else
    found.rows = draw_by_strata(model, rows, members, options, random);
  for (Suggestion& one : found.rows)
    one.row = pool[one.row];
  put_first(options, pool, random, found.rows);
  for (Suggestion& one : found.rows) {
    const auto place = std::ranges::lower_bound(pool, one.row) - pool.begin();
    one.opinions = members.votes(static_cast<std::size_t>(place));
  }
  return found;
}

Suggestions suggest(const Dataset& given, const SuggestOptions& options,
                    const Progress& progress) {
  require_options(given, options);
  require(options.use != LabelUse::Finding, "suggest: finding needs a model");
  const Dataset data = told_apart(given);
  const Rows pool = unlabeled_rows(data);
  if (pool.empty()) return {};
  Suggestions found{{}, {}, {}, std::ssize(pool)};
  const Index count = std::min(options.count, found.unlabeled);
  const double share = options.use == LabelUse::Training
                           ? options.random_share.value_or(kRandomShareAtFirst)
                           : 1;
  const Rows typical = typical_rows(data, rows_chosen(count, share),
                                    options.seed, options.threads, progress);
  Random random(options.seed);
  found.rows = beside_chance(typical, DrawnFrom::Typical, pool, count, random);
  put_first(options, pool, random, found.rows);
  return found;
}

ClassSizeOptions sizes_of_drawn(std::span<const std::int32_t> labels,
                                std::span<const double> probabilities,
                                std::size_t classes) {
  require(labels.size() == probabilities.size(),
          "sizes_of_drawn: expected a probability for each label");
  ClassSizeOptions found{SizeSource::Given, std::vector(classes, 0.0)};
  double sum = 0, squares = 0, count = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kUnlabeled || probabilities[i] == 0) continue;
    const double weight = 1 / probabilities[i];
    found.sizes[labels[i]] += weight;
    sum += weight;
    squares += weight * weight;
    ++count;
  }
  if (sum == 0) return {};
  double whole = sum;
  for (double& size : found.sizes) {
    if (size > 0) continue;
    size = sum / count / 2;
    whole += size;
  }
  for (double& size : found.sizes)
    size /= whole;
  found.rows = sum * sum / squares;
  return found;
}

}  // namespace semilin
