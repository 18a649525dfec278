// What the cells of a table of votes mean: the names of classes, abstaining, or
// something that is no vote.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>
#include <string_view>
#include <utility>

#include "semilin/base/number_text.h"

#include "base/plain_text.h"
#include "corpus/steps.h"
#include "text/document_source.h"

namespace semilin {
namespace {

using Names = std::vector<std::string>;  // of classes, in their order

bool has(const Names& names, const std::string& name) {
  return find_number(names, name) != kUnlabeled;
}

bool is_any(const std::string& name,
            std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](auto word) { return same_name(name, word); });
}

bool is_minus_one(const std::string& name) {
  return parse_number(name) == -1.0;
}

bool is_abstaining_word(const std::string& name) {
  return is_any(name, {"nan", "none", "null", "abstain"});
}

// What programs write for no class at all, but some also as a class.
bool may_abstain(const std::string& name) {
  return is_any(name, {"unknown", "unsure", "undecided", "skip", "na", "n/a"});
}

bool is_fraction(const std::string& name) {
  const auto value = parse_number(name);
  return value && std::isfinite(*value) && *value != std::floor(*value);
}

// How often each voter names each class, on all rows.
class Counts {
 public:
  Counts(const Dataset& data, const NamedVotes& votes) {
    std::set<std::string> own;
    for (const NamedVote& one : votes.votes)
      own.insert(one.label);
    const Names all = data.of_all(Names(own.begin(), own.end()));
    const std::set<std::string> distinct(all.begin(), all.end());
    names.assign(distinct.begin(), distinct.end());
    std::vector<Index> flat(votes.voters.size() * names.size());
    std::set<Index> voted;
    for (const NamedVote& one : votes.votes) {
      const auto name = std::lower_bound(names.begin(), names.end(), one.label);
      ++flat[one.voter * names.size() +
             static_cast<std::size_t>(name - names.begin())];
      voted.insert(one.row);
    }
    flat = data.sum(std::move(flat));
    rows = data.sum(std::ssize(voted));
    for (std::size_t v = 0; v < votes.voters.size(); ++v) {
      const auto begin = flat.begin() + static_cast<Index>(v * names.size());
      of_voter.emplace_back(begin, begin + std::ssize(names));
    }
  }

  [[nodiscard]] Index voters_of(std::size_t name) const {
    return std::count_if(of_voter.begin(), of_voter.end(),
                         [&](const auto& own) { return own[name] > 0; });
  }
  [[nodiscard]] Index votes_for(std::size_t name) const {
    Index votes = 0;
    for (const std::vector<Index>& own : of_voter)
      votes += own[name];
    return votes;
  }

  Names names;                               // sorted
  std::vector<std::vector<Index>> of_voter;  // voters x names
  Index rows = 0;                            // rows of the table
};

// Finds the columns that are no voters.
class Columns {
 public:
  Columns(const Names& known, Counts counts) : counts_(std::move(counts)) {
    for (const std::string& name : counts_.names) {
      known_.push_back(has(known, name));
      const bool silent = is_abstaining_word(name) || is_minus_one(name);
      for (auto& own : counts_.of_voter)
        if (silent && !known_.back()) own[known_.size() - 1] = 0;
    }
    kept.assign(counts_.of_voter.size(), true);
    for (std::size_t v = worst(); v < kept.size(); v = worst())
      kept[v] = false;
  }

  std::vector<bool> kept;

 private:
  // The voter with the most names among those that seem to be none, if what the
  // others name is named twice or known; otherwise all seem to be strangers.
  [[nodiscard]] std::size_t worst() const {
    std::size_t found = kept.size();
    Index most = 0;
    for (std::size_t v = 0; v < kept.size(); ++v) {
      const auto& own = counts_.of_voter[v];
      const Index names =
          std::ssize(own) - std::count(own.begin(), own.end(), 0);
      if (kept[v] && names > most && is_strange(v, names) && others_meet(v)) {
        found = v;
        most = names;
      }
    }
    return found;
  }

  // Most of its cells hold what nobody else names; of one name, all do.
  [[nodiscard]] bool is_strange(std::size_t voter, Index names) const {
    Index cells = 0, own = 0;
    for (std::size_t k = 0; k < known_.size(); ++k) {
      const Index here = counts_.of_voter[voter][k];
      cells += here;
      if (here > 0 && !known_[k] &&
          (is_fraction(counts_.names[k]) || named_by(k) == 1))
        own += here;
    }
    return names > 1 ? 2 * own > cells : own == counts_.rows;
  }
  [[nodiscard]] bool others_meet(std::size_t voter) const {
    for (std::size_t k = 0; k < known_.size(); ++k) {
      const Index others =
          named_by(k) - (counts_.of_voter[voter][k] > 0 ? 1 : 0);
      if (others > (known_[k] ? 0 : 1)) return true;
    }
    return false;
  }
  [[nodiscard]] Index named_by(std::size_t name) const {
    Index voters = 0;
    for (std::size_t v = 0; v < kept.size(); ++v)
      voters += kept[v] && counts_.of_voter[v][name] > 0 ? 1 : 0;
    return voters;
  }

  Counts counts_;
  std::vector<bool> known_;  // of the names: by others than voters
};

void keep_voters(const std::vector<bool>& kept, NamedVotes& votes) {
  std::vector<std::size_t> places;
  Names names;
  for (std::size_t v = 0; v < kept.size(); ++v) {
    places.push_back(names.size());
    if (kept[v]) names.push_back(votes.voters[v]);
  }
  std::erase_if(votes.votes, [&](const auto& one) { return !kept[one.voter]; });
  for (NamedVote& one : votes.votes)
    one.voter = places[one.voter];
  votes.voters = std::move(names);
}

// Whether -1 stands for no class: 0 or a word is a class.
bool minus_one_abstains(const Names& known, const Names& named) {
  const auto tells = [](const std::string& name) {
    const auto value = parse_number(name);
    return value ? *value == 0 : !is_abstaining_word(name);
  };
  return std::any_of(known.begin(), known.end(), tells) ||
         std::any_of(named.begin(), named.end(), tells);
}

}  // namespace

std::string drop_strange_voters(const Names& known, const Dataset& data,
                                NamedVotes& votes) {
  if (votes.chosen) return {};
  const Columns columns(known, Counts(data, votes));
  Names dropped;
  for (std::size_t v = 0; v < columns.kept.size(); ++v)
    if (!columns.kept[v]) dropped.push_back(votes.voters[v]);
  if (dropped.empty()) return {};
  keep_voters(columns.kept, votes);
  return "votes: columns that are ignored, because neither labels nor other "
         "columns have their names: " +
         listed(dropped) + "; name the voters with the option voters";
}

std::string drop_abstentions(const Names& known, const Dataset& data,
                             NamedVotes& votes) {
  const Counts counts(data, votes);
  const bool minus_one = minus_one_abstains(known, counts.names);
  Names silent;
  Index cells = 0;
  for (std::size_t k = 0; k < counts.names.size(); ++k) {
    const std::string& name = counts.names[k];
    if (has(known, name) ||
        !(is_abstaining_word(name) || (minus_one && is_minus_one(name))))
      continue;
    silent.push_back(name);
    cells += counts.votes_for(k);
  }
  if (silent.empty()) return {};
  std::erase_if(votes.votes, [&](const NamedVote& one) {
    return std::find(silent.begin(), silent.end(), one.label) != silent.end();
  });
  return "votes: " + listed(silent) +
         (silent.size() == 1 ? " means" : " mean") +
         " that a voter abstains (" + counted(cells, "cell") + ")";
}

std::string doubt_abstention(const Names& known, const Dataset& data,
                             const NamedVotes& votes) {
  const Counts counts(data, votes);
  const Index voters = std::ssize(votes.voters);
  std::vector<std::size_t> shared, words;
  for (std::size_t k = 0; k < counts.names.size(); ++k) {
    if (has(known, counts.names[k])) continue;
    if (voters > 1 && 2 * counts.voters_of(k) > voters) shared.push_back(k);
    if (may_abstain(counts.names[k])) words.push_back(k);
  }
  if (words.empty() && shared.size() == 1 && counts.names.size() > 2)
    words = shared;
  if (words.empty()) return {};
  const std::string name = "'" + counts.names[words[0]] + "'";
  return "votes: " + std::to_string(counts.voters_of(words[0])) + " of " +
         counted(voters, "voter") + " say " + name +
         ", which is a class; if it means that a voter abstains, add the "
         "option unlabeled_label " +
         name;
}

}  // namespace semilin
