#include "corpus/voters.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/learn/seed_words.h"
#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "corpus/labels.h"
#include "io/label_table.h"
#include "io/quote.h"
#include "text/delimited.h"
#include "text/document_source.h"
#include "text/json_record.h"

namespace semilin {
namespace {

// A table of votes, record by record.
class VoteTable {
 public:
  VoteTable(const std::string& path, const TableColumns& rules,
            const Corpus& corpus)
      : lines_(path),
        rules_(rules),
        id_(rules.id.value_or(rules.usual_id)),
        rows_(corpus, path),
        seen_(corpus.data.labels.size()) {}

  NamedVotes read() {
    const std::string_view first = trimmed(lines_.peek(0).value_or(""));
    if (first.starts_with('{'))
      read_objects();
    else
      read_fields(first);
    require_voters();
    return std::move(all_);
  }

 private:
  // Documents and labels that stand beside the votes.
  [[nodiscard]] bool is_other(const std::string& name) const {
    return same_name(name, rules_.label.value_or(rules_.usual_label)) ||
           std::find(rules_.text.begin(), rules_.text.end(), name) !=
               rules_.text.end();
  }

  void read_fields(std::string_view first) {
    const bool tabs = first.find('\t') != first.npos;
    const char delimiter =
        tabs ? '\t' : delimiter_of(first, {});  // that of DATA is its own
    if (separator_line(first) != 0) static_cast<void>(lines_.next());
    DelimitedReader records(lines_, delimiter, false);
    std::vector<Cell> header, fields;
    if (!records.next(header))
      throw DataError(lines_.name(), "expected a header, found an empty file");
    records.set_width(header.size());
    std::vector<std::size_t> voters;
    std::size_t id = header.size();
    for (std::size_t c = 0; c < header.size(); ++c) {
      const std::string name = normal_name(header[c].text);
      voters.push_back(kNoVoter);
      if (id == header.size() && same_name(name, id_))
        id = c;
      else if (is_other(name))
        others_.insert(name);
      else if (!name.empty() && voters_.contains(name))
        refuse(header[c], "one column " + io::quote(name), "another");
      else if (!name.empty())
        voters[c] = voter(name);
    }
    if (id == header.size())
      refuse(header[0], "a column " + io::quote(id_), "none");
    while (records.next(fields)) {
      if (fields.size() > header.size())
        refuse(fields[header.size()],
               "at most " + std::to_string(header.size()) +
                   " fields as in the header",
               std::to_string(fields.size()));
      fields.resize(header.size(), records.end());
      const Index row = row_of(fields[id]);
      for (std::size_t c = 0; c < fields.size(); ++c)
        if (voters[c] != kNoVoter) add(row, voters[c], fields[c]);
    }
  }

  void read_objects() {
    JsonRecord object;
    while (const auto line = lines_.next()) {
      if (trimmed(*line).empty()) continue;
      const auto cell = [&](const JsonValue* value) {
        const bool text = value != nullptr && !value->texts.empty();
        return Cell{text ? value->texts[0] : "", lines_.line(), 1};
      };
      if (const auto fault = read_json_record(*line, object))
        refuse({"", lines_.line(), fault->at}, "a JSON object per line",
               fault->found);
      const Index row = row_of(cell(object.find(id_)));
      for (const auto& [name, value] : object.members) {
        if (name == id_) continue;
        if (is_other(name)) {
          others_.insert(name);
          continue;
        }
        if (value.fault != nullptr || value.list)
          refuse(cell(nullptr), "a class in " + io::quote(name),
                 value.list ? "a list" : value.fault);
        add(row, voter(name), cell(&value));
      }
    }
  }

  std::size_t voter(const std::string& name) {
    const auto [place, first] = voters_.emplace(name, all_.voters.size());
    if (first) all_.voters.push_back(name);
    return place->second;
  }

  Index row_of(const Cell& id) {
    TableLabel named;
    named.id = id.text;
    named.line = id.line;
    const Index row = rows_.row_of(named);
    if (seen_[row]) refuse(id, "each id once", io::quote(id.text) + " again");
    seen_[row] = true;
    return row;
  }

  void add(Index row, std::size_t voter, const Cell& field) {
    const std::string name = normal_name(field.text);
    if (name.empty() || name == "?" || name == rules_.unlabeled_label) return;
    if (!can_name_class(name))
      refuse(field, "the name of a class", io::quote(field.text));
    all_.votes.push_back({row, voter, name});
  }

  void require_voters() const {
    if (!all_.voters.empty()) return;
    throw DataError(
        lines_.name(), 1, 1, "a column for each voter beside " + io::quote(id_),
        others_.empty()
            ? "none"
            : io::quote(*others_.begin()) +
                  "; give a table of labels with the option labels");
  }

  [[noreturn]] void refuse(const Cell& where, const std::string& expected,
                           const std::string& found) const {
    throw DataError(lines_.name(), where.line, where.column, expected, found);
  }

  static constexpr std::size_t kNoVoter = -1;
  PeekedLines lines_;
  const TableColumns& rules_;
  const std::string id_;
  const RowsByName rows_;
  std::vector<bool> seen_;  // by row
  std::map<std::string, std::size_t> voters_;
  std::set<std::string> others_;
  NamedVotes all_;
};

// The classes that votes name, spelled as the data's are.
std::vector<std::string> spell_as(const Dataset& data, NamedVotes& votes) {
  const bool zero_is_none = io::zero_means_unlabeled(data.classes);
  std::erase_if(votes.votes, [&](const NamedVote& one) {
    return zero_is_none && io::is_zero(one.label);
  });
  std::set<std::string> names;
  for (NamedVote& one : votes.votes) {
    const std::int32_t same = find_number(data.classes, one.label);
    if (same != kUnlabeled) one.label = data.classes[same];
    names.insert(one.label);
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> doubts_of(const NamedVotes& votes,
                                   const std::vector<VoterFigures>& voters,
                                   const std::vector<std::string>& known) {
  constexpr std::array<std::string_view, 7> kMarkers = {
      "-1", "abstain", "ABSTAIN", "nan", "NaN", "None", "null"};
  std::vector<std::string> silent, same, chance, single, found;
  for (const VoterFigures& one : voters) {
    if (one.rows == 0) silent.push_back(one.name);
    if (!one.same_as.empty()) same.push_back(one.name + " as " + one.same_as);
    if (one.at_chance) chance.push_back(one.name);
  }
  std::map<std::string, std::size_t> counts;
  for (const NamedVote& one : votes.votes)
    ++counts[one.label];
  for (const auto& [name, count] : counts) {
    if (count == 1 && find_class(known, name) == kUnlabeled)
      single.push_back(name);
    if (2 * count > votes.votes.size() &&
        std::find(kMarkers.begin(), kMarkers.end(), name) != kMarkers.end())
      found.push_back("votes: most are '" + name +
                      "', which is a class; if it means that a voter "
                      "abstains, add the option unlabeled_label '" +
                      name + "'");
  }
  const auto tell = [&](const char* before,
                        const std::vector<std::string>& names) {
    if (!names.empty()) found.push_back(before + listed(names));
  };
  tell("voters without a vote: ", silent);
  tell("voters that say the same as another, of which one counts: ", same);
  tell("voters that are no better than chance and are ignored: ", chance);
  tell("classes with a single vote and no label; misspelled? ", single);
  return found;
}

}  // namespace

NamedVotes read_votes(const std::string& path, const TableColumns& rules,
                      const Corpus& corpus) {
  return VoteTable(path, rules, corpus).read();
}

std::vector<std::string> take_votes(NamedVotes votes, Corpus& corpus,
                                    int threads) {
  Dataset& data = corpus.data;
  require(!data.multi_label, "votes: not with several labels per row");
  const std::vector<std::string> known = data.classes;
  add_classes(spell_as(data, votes), data);
  Voters voters{std::move(votes.voters), {}};
  voters.votes.resize(voters.names.size());
  std::stable_sort(
      votes.votes.begin(), votes.votes.end(),
      [](const NamedVote& a, const NamedVote& b) { return a.row < b.row; });
  for (const NamedVote& one : votes.votes)
    voters.votes.at(one.voter).push_back(
        {one.row, find_class(data.classes, one.label)});
  VotedLabels voted = labels_of_votes(data, voters, threads);
  data.labels = std::move(voted.labels);
  corpus.votes = std::move(voted);
  keep_classes(known_classes(data, corpus.seeds), corpus);
  return doubts_of(votes, corpus.votes.voters, known);
}

}  // namespace semilin
