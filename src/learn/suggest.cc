#include "semilin/learn/suggest.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/learn/train.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/label_sets.h"

#include "learn/single_rank.h"
#include "learn/typical_rows.h"
#include "learn/unlabeled_rows.h"
#include "linear/naive_bayes.h"

namespace semilin {
namespace {

using Rows = std::vector<Index>;

constexpr double kRandomShare = 0.5;
constexpr double kRandomShareAtFirst = 0.2;  // without a model

// A stratum of one guess has no spread that the model knows of.
constexpr double kLeastSpread = 0.1;

bool names_two_classes(const Dataset& data) {
  std::vector<char> seen(data.classes.size());
  for (const std::int32_t label : data.labels)
    if (label != kUnlabeled) seen[label] = 1;
  return std::count(seen.begin(), seen.end(), 1) >= 2;
}

// What the members say of the rows: opinions[member][row], in the classes of
// the model.
class Members {
 public:
  Members(const Model& model, const Dataset& data, const CsrStore& rows,
          const SuggestOptions& options, const Progress& progress)
      : model_(model), data_(data), rows_(rows), threads_(options.threads) {
    add("model", model);
    if (options.use != LabelUse::Training || !names_two_classes(data)) return;
    add("svm", trained(Method::Svm, progress));
    if (!first_negative(data.rows))
      add("nb-em", trained(Method::NbEm, progress));
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::vector<std::int32_t> of(std::size_t row) const {
    std::vector<std::int32_t> said;
    for (const auto& one : opinions_)
      said.push_back(one[row]);
    return said;
  }
  // What the model says.
  [[nodiscard]] std::int32_t guess(std::size_t row) const {
    return opinions_[0][row];
  }
  // Per row 1 if they do not all say the same, else 0.
  [[nodiscard]] std::vector<char> disputed() const {
    std::vector<char> found(opinions_[0].size());
    for (const auto& one : opinions_)
      for (std::size_t i = 0; i < found.size(); ++i)
        if (one[i] != opinions_[0][i]) found[i] = 1;
    return found;
  }

 private:
  [[nodiscard]] Model trained(Method method, const Progress& progress) const {
    LinearOptions options;
    options.method = method;
    return train(data_, {options, threads_}, progress).model;
  }

  void add(const std::string& name, const Model& member) {
    std::vector<std::int32_t> place;
    for (const std::string& class_name : member.head().classes)
      place.push_back(find_class(model_.head().classes, class_name));
    std::vector<std::int32_t> said =
        predict(member, scores(member, rows_, threads_));
    for (std::int32_t& k : said)
      k = place[k];
    names_.push_back(name);
    opinions_.push_back(std::move(said));
  }

  const Model& model_;
  const Dataset& data_;
  const CsrStore& rows_;
  int threads_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::int32_t>> opinions_;
};

// Takes `count` of `rows` by chance, which are moved to the front.
std::span<const Index> take(Rows& rows, Index count, Random& random) {
  random.shuffle(rows);
  return {rows.data(), static_cast<std::size_t>(std::min<Index>(
                           count, static_cast<Index>(rows.size())))};
}

// How many of the rows in this order are a sample of all: more than asked for
// if too few disputed ones are left behind them.
Index rows_by_chance(const Rows& order, const std::vector<char>& disputed,
                     Index count, double share) {
  const auto asked =
      static_cast<Index>(std::lround(share * static_cast<double>(count)));
  Index left = std::count(disputed.begin(), disputed.end(), 1);
  Index rows = 0;
  while (rows < count && (rows < asked || left < count - rows))
    left -= disputed[order[rows++]];
  return rows;
}

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

// First a sample of all, then one of what is disputed and left.
std::vector<Suggestion> draw_for_training(const std::vector<char>& disputed,
                                          const SuggestOptions& options,
                                          Random& random) {
  const std::size_t pool = disputed.size();
  const Index count = std::min(options.count, static_cast<Index>(pool));
  Rows order(pool);
  std::iota(order.begin(), order.end(), Index{0});
  random.shuffle(order);
  const Index by_chance = rows_by_chance(
      order, disputed, count, options.random_share.value_or(kRandomShare));
  Rows left;
  for (std::size_t i = by_chance; i < pool; ++i)
    if (disputed[order[i]] != 0) left.push_back(order[i]);
  const Index rest = count - by_chance;
  const double chance =
      static_cast<double>(by_chance) / static_cast<double>(pool);
  const double among_left =
      rest == 0 ? 0
                : static_cast<double>(rest) / static_cast<double>(left.size());
  const double when_disputed = 1 - (1 - chance) * (1 - among_left);
  std::vector<Suggestion> from_all, from_disputed;
  for (Index i = 0; i < by_chance; ++i) {
    const Index place = order[i];
    from_all.push_back({place,
                        DrawnFrom::All,
                        disputed[place] != 0 ? when_disputed : chance,
                        {}});
  }
  for (Index i = 0; i < rest; ++i)  // their order is by chance already
    from_disputed.push_back({left[i], DrawnFrom::Disputed, when_disputed, {}});
  return mixed(from_all, from_disputed);
}

// Of rows predicted as each class, the standard deviation of what is asked for.
std::vector<double> spreads(const Model& model, const CsrStore& rows,
                            const std::vector<std::vector<Index>>& strata,
                            const SuggestOptions& options) {
  const std::size_t classes = strata.size();
  std::vector<double> result(classes, 1.0);
  if (model.head().calibration.slopes.empty()) return result;
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

// Rows of each stratum: two, as far as there are, and the rest in proportion to
// size times spread.
std::vector<Index> allocation(const std::vector<std::vector<Index>>& strata,
                              const std::vector<double>& spread, Index count) {
  std::vector<Index> rows(strata.size(), 0);
  const auto weight = [&](std::size_t k) {
    const auto size = static_cast<Index>(strata[k].size());
    if (rows[k] >= size) return -1.0;
    const double due = static_cast<double>(size) * spread[k];
    // Sainte-Lague's divisors; the first two rows come before all others
    return rows[k] < 2 ? 1e300 / static_cast<double>(rows[k] + 1) * spread[k]
                       : due / (2 * static_cast<double>(rows[k]) + 1);
  };
  for (; count > 0; --count) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < strata.size(); ++k)
      if (weight(k) > weight(best)) best = k;
    if (weight(best) < 0) break;
    ++rows[best];
  }
  return rows;
}

std::vector<Suggestion> draw_by_strata(const Model& model, const CsrStore& rows,
                                       const Members& members,
                                       const SuggestOptions& options,
                                       Random& random) {
  std::vector<std::vector<Index>> strata(model.head().classes.size());
  for (Index i = 0; i < rows.rows(); ++i)
    strata[members.guess(i)].push_back(i);
  const std::vector<Index> taken =
      allocation(strata, spreads(model, rows, strata, options), options.count);
  std::vector<Suggestion> drawn;
  for (std::size_t k = 0; k < strata.size(); ++k) {
    const double probability =
        static_cast<double>(taken[k]) / static_cast<double>(strata[k].size());
    for (const Index place : take(strata[k], taken[k], random))
      drawn.push_back({place, DrawnFrom::Stratum, probability, {}});
  }
  random.shuffle(drawn);
  return drawn;
}

constexpr const char* kNotMultiLabel = "suggest: not for multi-label data";

void require_options(const Dataset& data, const SuggestOptions& options) {
  require_single_rank(data, "suggest");
  require_valid(data, options.threads);
  require(options.count >= 1, "suggest: count must be positive, got " +
                                  std::to_string(options.count));
  const double share = options.random_share.value_or(kRandomShare);
  require(share >= 0 && share <= 1, "suggest: random_share must be in [0, 1]");
  require(!has_label_sets(data), kNotMultiLabel);
}

}  // namespace

std::string_view to_string(LabelUse use) {
  switch (use) {
    case LabelUse::Training:
      return "training";
    case LabelUse::Sizes:
      return "sizes";
    case LabelUse::Accuracy:
      return "accuracy";
  }
  return {};
}

std::string_view to_string(DrawnFrom from) {
  switch (from) {
    case DrawnFrom::All:
      return "random";
    case DrawnFrom::Disputed:
      return "disputed";
    case DrawnFrom::Stratum:
      return "stratum";
    case DrawnFrom::Typical:
      return "typical";
  }
  return {};
}

Suggestions suggest(const Model& model, const Dataset& data,
                    const SuggestOptions& options, const Progress& progress) {
  require_options(data, options);
  require(!model.head().multi_label, kNotMultiLabel);
  const Rows pool = unlabeled_rows(data);
  if (pool.empty()) return {};
  const CsrStore rows = data.rows.select(pool);
  const Members members(model, data, rows, options, progress);
  Random random(options.seed);
  Suggestions found{members.names(), {}, static_cast<Index>(pool.size()), 0};
  const std::vector<char> disputed = members.disputed();
  found.disputed = std::count(disputed.begin(), disputed.end(), 1);
  found.rows = options.use == LabelUse::Training
                   ? draw_for_training(disputed, options, random)
                   : draw_by_strata(model, rows, members, options, random);
  for (Suggestion& one : found.rows) {
    one.opinions = members.of(static_cast<std::size_t>(one.row));
    one.row = pool[one.row];
  }
  return found;
}

Suggestions suggest(const Dataset& data, const SuggestOptions& options,
                    const Progress& progress) {
  require_options(data, options);
  Rows others = unlabeled_rows(data);
  Suggestions found{{}, {}, static_cast<Index>(others.size()), 0};
  const Index count = std::min(options.count, found.unlabeled);
  const double share = options.use == LabelUse::Training
                           ? options.random_share.value_or(kRandomShareAtFirst)
                           : 1;
  const Rows typical = typical_rows(
      data,
      count -
          static_cast<Index>(std::lround(share * static_cast<double>(count))),
      options.seed, options.threads, progress);
  std::erase_if(others, [&](Index row) {
    return std::find(typical.begin(), typical.end(), row) != typical.end();
  });
  Random random(options.seed);
  const auto drawn = take(others, count - std::ssize(typical), random);
  std::vector<Suggestion> by_chance, by_parts;
  for (const Index row : drawn) {
    by_chance.push_back(
        {row,
         DrawnFrom::All,
         static_cast<double>(drawn.size()) / static_cast<double>(others.size()),
         {}});
  }
  for (const Index row : typical)
    by_parts.push_back(
        {row, DrawnFrom::Typical, drawn.empty() ? 0.0 : 1.0, {}});
  found.rows = mixed(by_chance, by_parts);
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
