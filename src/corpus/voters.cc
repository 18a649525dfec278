#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/learn/seed_words.h"

#include "base/plain_text.h"
#include "corpus/steps.h"
#include "io/label_table.h"

namespace semilin {
namespace {

using Says = decltype(VoterFigures::says);

// The classes that votes name, spelled as those of the data or a model.
std::vector<std::string> spell_as(const std::vector<std::string>& classes,
                                  NamedVotes& votes) {
  const bool zero_is_none = io::zero_means_unlabeled(classes);
  std::erase_if(votes.votes, [&](const NamedVote& one) {
    return zero_is_none && io::is_zero(one.label);
  });
  std::set<std::string> names;
  for (NamedVote& one : votes.votes) {
    const std::int32_t same = find_number(classes, one.label);
    if (same != kUnlabeled) one.label = classes[same];
    names.insert(one.label);
  }
  return {names.begin(), names.end()};
}

// The voters on all rows.
void number_voters(const Dataset& data, NamedVotes& votes) {
  if (data.whole()) return;
  const std::vector<std::string> own = std::move(votes.voters);
  votes.voters.clear();
  std::map<std::string, std::size_t> places;
  for (const std::string& name : data.of_all(own))
    if (places.emplace(name, votes.voters.size()).second)
      votes.voters.push_back(name);
  for (NamedVote& one : votes.votes)
    one.voter = places[own[one.voter]];
}

// Those that a label or a word tells.
std::vector<std::string> known_names(const Corpus& corpus) {
  const Dataset& data = corpus.data;
  const std::vector<bool> known = known_classes(data, corpus.seeds);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < known.size(); ++k)
    if (known[k]) names.push_back(data.classes[k]);
  return names;
}

// The voters in the numbers of the classes, of those that are there.
Voters numbered(const CorpusVotes& votes,
                const std::vector<std::string>& classes) {
  Voters all = votes;
  for (auto& own : all.votes) {
    for (RowVote& one : own)
      one.label = find_class(classes, votes.classes[one.label]);
    std::erase_if(own, [](const RowVote& one) { return one.label < 0; });
  }
  return all;
}

// `named`: how many votes name each class.
std::vector<std::string> doubts_of(const std::map<std::string, Index>& named,
                                   const std::vector<VoterFigures>& voters,
                                   const std::vector<std::string>& known) {
  std::vector<std::string> silent, same, chance, wrong, single, found;
  for (const VoterFigures& one : voters) {
    if (one.rows == 0) silent.push_back(one.name);
    if (!one.same_as.empty()) same.push_back(one.name + " as " + one.same_as);
    if (one.at_chance) chance.push_back(one.name);
    if (one.contradicted) wrong.push_back(one.name);
  }
  for (const auto& [name, count] : named)
    if (count == 1 && find_class(known, name) == kUnlabeled)
      single.push_back(name);
  const auto tell = [&](const char* before,
                        const std::vector<std::string>& names) {
    if (!names.empty()) found.push_back(before + listed(names));
  };
  tell("voters without a vote: ", silent);
  tell("voters that say the same as another, of which one counts: ", same);
  tell("voters that are no better than chance and are ignored: ", chance);
  tell(
      "voters that the others contradict, whose votes mean what the others "
      "make of them: ",
      wrong);
  tell("classes with a single vote and no label; misspelled? ", single);
  return found;
}

// What the model remembers of its voters, by their names.
std::map<std::string, Says> known_voters(const ModelHead& model,
                                         const std::string& name) {
  std::map<std::string, Says> known;
  const auto require_shares = [&](const Says& says) {
    for (const auto& [truth, said] : says)
      for (const auto& [given, p] : said)
        if (!(p >= 0 && p <= 1))
          throw DataError(
              name,
              "expected probabilities in [0, 1] of what voters say, "
              "found " +
                  number(p));
  };
  const auto info = nlohmann::json::parse(model.info, nullptr, false);
  try {
    for (const auto& one : info.at("training").at("votes").at("voters"))
      one.at("says").get_to(known[one.at("name").get<std::string>()]);
    for (const auto& [voter, says] : known)
      require_shares(says);
  } catch (const nlohmann::json::exception&) {
    known.clear();
  }
  if (known.empty() || model.calibration.slopes.empty())
    throw DataError(
        name,
        "expected a model trained with the option votes and the option "
        "probabilities, as votes on new rows need, found one without " +
            std::string(model.calibration.slopes.empty() ? "probabilities"
                                                         : "votes"));
  return known;
}

// log P(the voter names the class | class of the row) in the unit of the
// model's outputs.
std::vector<double> outputs_of(const Says& says, const std::string& named,
                               const ModelHead& model) {
  constexpr double kLeast = 1e-30;
  const std::size_t classes = model.classes.size();
  std::vector<double> logs(classes);
  if (const auto said = says.find(named); said != says.end()) {
    double other = 0;  // of a class that is not listed
    for (const auto& [name, p] : said->second)
      other += p / static_cast<double>(said->second.size());
    if (const auto mean = said->second.find(""); mean != said->second.end())
      other = mean->second;
    for (std::size_t k = 0; k < classes; ++k) {
      const auto own = said->second.find(model.classes[k]);
      const double p = own == said->second.end() ? other : own->second;
      // where outputs gave no evidence, votes decide
      logs[k] = std::log(std::max(kLeast, p)) /
                std::max(1e-6, model.calibration.slopes[0]);
    }
  }
  if (classes == 2) return {logs[1] - logs[0]};
  const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) /
                      static_cast<double>(classes);
  for (double& one : logs)
    one -= mean;
  return logs;
}

// What votes add to the outputs of rows by the model `name`. The votes are
// called `from`.
std::vector<double> outputs_of(NamedVotes votes, const std::string& from,
                               Index rows, const ModelHead& model,
                               const std::string& name, const Doubt& doubt) {
  const auto known = known_voters(model, name);
  std::vector<std::string> others;
  for (const std::string& voter : votes.voters)
    if (!known.contains(voter)) others.push_back(voter);
  if (!others.empty())
    doubt("voters that the model does not know, which are ignored: " +
          listed(others));
  std::erase_if(votes.votes, [&](const NamedVote& one) {
    return !known.contains(votes.voters[one.voter]);
  });
  spell_as(model.classes, votes);
  if (const auto silent = drop_abstentions(model.classes, {}, votes);
      !silent.empty())
    doubt(silent);
  require_known(spell_as(model.classes, votes), model, from);
  const std::size_t outputs = model.outputs();
  std::vector<double> all(rows * outputs);
  std::map<std::pair<std::size_t, std::string>, std::vector<double>> parts;
  for (const NamedVote& one : votes.votes) {
    std::vector<double>& part = parts[{one.voter, one.label}];
    if (part.empty())
      part = outputs_of(known.at(votes.voters[one.voter]), one.label, model);
    for (std::size_t k = 0; k < outputs; ++k)
      all[one.row * outputs + k] += part[k];
  }
  return all;
}

}  // namespace

void require_known(const std::vector<std::string>& classes,
                   const ModelHead& model, const std::string& votes) {
  for (const std::string& name : classes)
    if (find_class(model.classes, name) == kUnlabeled)
      throw DataError(votes, "expected votes for classes of the model, found " +
                                 quote(name));
}

NewVotes::NewVotes(const Source& source, const ModelHead& model,
                   const std::string& name, const Doubt& doubt)
    : path_(source.votes), width_(model.outputs()) {
  if (path_.empty()) return;
  NamedVotes votes = read_votes(source, [&](const TableLabel& one) {
    const auto [place, first] = places_.emplace(one.id, lines_.size());
    if (first) lines_.push_back({one.id, one.line, one.fingerprint});
    return static_cast<Index>(place->second);
  });
  outputs_ = outputs_of(std::move(votes), path_, std::ssize(lines_), model,
                        name, doubt);
}

void NewVotes::put_beside(Corpus& some, Index first) {
  if (path_.empty()) return;
  some.vote_scores.assign(some.data.rows.rows() * width_, 0.0);
  for (Index i = 0; i < some.data.rows.rows(); ++i) {
    const std::string id = some.name_of(i, first);
    if (example_.empty()) example_ = id;
    const auto place = places_.find(id);
    if (place == places_.end()) continue;
    Line& line = lines_[place->second];
    if (std::exchange(line.found, true))
      throw DataError(path_, line.number, 1, "the id of one row",
                      quote(id) + ", which several have");
    const std::uint64_t text =
        some.fingerprints.empty() ? 0 : some.fingerprints[i];
    if (text != 0 && line.text != 0 && text != line.text)
      throw DataError(path_, line.number, 1,
                      "the text of id " + quote(id) + " in the data",
                      "another one");
    const auto from =
        outputs_.begin() + static_cast<Index>(place->second * width_);
    std::copy(from, from + static_cast<Index>(width_),
              some.vote_scores.begin() + i * static_cast<Index>(width_));
  }
}

void NewVotes::require_found() const {
  for (const Line& line : lines_)
    if (!line.found)
      throw DataError(path_, line.number, 1,
                      "the id of a row, such as " + quote(example_),
                      quote(line.id));
}

void forget_votes(Corpus& corpus) {
  Dataset& data = corpus.data;
  for (std::size_t i = 0; i < data.voted.followed.size(); ++i)
    if (data.voted.followed[i] != 0) data.labels[i] = kUnlabeled;
  data.voted = {};
  add_classes(corpus.voters.classes, data);
}

std::vector<std::string> add_voters(NamedVotes votes, Corpus& corpus) {
  Dataset& data = corpus.data;
  require(!data.multi_label, "votes: not with several labels per row");
  number_voters(data, votes);
  spell_as(data.classes, votes);
  std::vector<std::string> warnings;
  std::vector<std::string> known = known_names(corpus);
  known.insert(known.end(), votes.classes.begin(), votes.classes.end());
  known = sort_class_names(data.of_all(known));
  for (const auto& step : {drop_strange_voters, drop_abstentions})
    warnings.push_back(step(known, data, votes));
  warnings.push_back(doubt_abstention(known, data, votes));
  std::erase(warnings, "");
  CorpusVotes& all = corpus.voters;
  all.classes = sort_class_names(data.of_all(spell_as(data.classes, votes)));
  all.names = std::move(votes.voters);
  all.votes.assign(all.names.size(), {});
  std::stable_sort(
      votes.votes.begin(), votes.votes.end(),
      [](const NamedVote& a, const NamedVote& b) { return a.row < b.row; });
  for (const NamedVote& one : votes.votes)
    all.votes.at(one.voter).push_back(
        {one.row, find_class(all.classes, one.label)});
  add_classes(all.classes, data);
  return warnings;
}

std::vector<std::string> hear_voters(Corpus& corpus, int threads,
                                     const CorpusVotes& words) {
  if (corpus.voters.names.empty()) return {};
  Dataset& data = corpus.data;
  forget_votes(corpus);
  const std::vector<std::string> known = known_names(corpus);
  std::vector<bool> kept = known_classes(data, corpus.seeds);
  for (const std::string& name : corpus.voters.classes)
    kept[find_class(data.classes, name)] = true;
  keep_classes(kept, corpus);
  std::vector<bool> told = known_classes(data, {});
  for (const std::string& name : corpus.voters.classes)
    told[find_class(data.classes, name)] = true;
  const Voters voters = numbered(corpus.voters, data.classes);
  std::vector<Index> counts(data.classes.size());
  for (const auto& votes : voters.votes)
    for (const RowVote& one : votes)
      ++counts[one.label];
  counts = data.sum(std::move(counts));
  std::map<std::string, Index> votes_for;
  for (const std::string& name : corpus.voters.classes)
    votes_for[name] = counts[find_class(data.classes, name)];
  VotedLabels voted =
      labels_of_votes(data, voters, threads, numbered(words, data.classes));
  data.labels = std::move(voted.labels);
  data.voted = std::move(voted.voted);
  // a class that only words may tell has no size by the votes
  if (std::ranges::count(told, false) > 0) data.voted.class_sizes.clear();
  corpus.votes = std::move(voted);
  keep_classes(known_classes(data, corpus.seeds), corpus);
  return doubts_of(votes_for, corpus.votes.voters, known);
}

std::vector<std::string> take_votes(NamedVotes votes, Corpus& corpus,
                                    int threads) {
  std::vector<std::string> warnings = add_voters(std::move(votes), corpus);
  const std::vector<std::string> heard = hear_voters(corpus, threads);
  warnings.insert(warnings.end(), heard.begin(), heard.end());
  return warnings;
}

std::vector<std::string> take_votes(NamedVotes votes, const ModelHead& model,
                                    Corpus& corpus) {
  std::vector<std::string> warnings;
  corpus.vote_scores =
      outputs_of(std::move(votes), "votes", corpus.data.rows.rows(), model,
                 "model", [&](const auto& text) { warnings.push_back(text); });
  return warnings;
}

std::vector<double> scores(const Model& model, const Corpus& rows, int threads,
                           Index first) {
  std::vector<double> found = scores(model, rows.data.rows, threads, first);
  if (rows.vote_scores.empty()) return found;
  require(rows.vote_scores.size() == found.size(),
          "votes: they were counted for another model");
  for (std::size_t e = 0; e < found.size(); ++e)
    found[e] += rows.vote_scores[e];
  return found;
}

}  // namespace semilin
