// A table of votes, record by record.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "corpus/steps.h"
#include "text/document_source.h"
#include "text/json_records.h"

namespace semilin {
namespace {

class VoteTable {
 public:
  VoteTable(const Source& source, const FindRow& row_of)
      : lines_(source.votes),
        rules_(table_rules(source)),
        id_(rules_.id.value_or(rules_.usual_id)),
        label_(rules_.label.value_or(rules_.usual_label)),
        find_(row_of) {
    for (const std::string& name : source.voters)
      chosen_.insert(normal_name(name));
    all_.chosen = !chosen_.empty();
  }

  NamedVotes read() {
    const std::string_view first = trimmed(lines_.peek(0).value_or(""));
    if (first.starts_with('{') || first.starts_with('['))
      read_objects();
    else
      read_fields(first);
    require_voters();
    std::erase_if(all_.votes,
                  [](const auto& one) { return one.label.empty(); });
    return std::move(all_);
  }

 private:
  // Whether predict has written a table with these columns.
  [[nodiscard]] static bool is_predicted(const std::set<std::string>& columns) {
    return columns.contains("label") && columns.contains("terms") &&
           (columns.contains("probability") || columns.contains("score"));
  }
  // The column that names the voter of each line, beside the label: the table
  // has a line for each vote.
  [[nodiscard]] bool names_voter(const std::string& name) const {
    constexpr std::array<std::string_view, 8> kNames = {
        "annotator",    "worker",    "voter",    "rater",
        "annotator_id", "worker_id", "voter_id", "rater_id"};
    return !all_.chosen && std::any_of(kNames.begin(), kNames.end(),
                                       [&](std::string_view known) {
                                         return same_name(name, known);
                                       });
  }
  // Not documents and labels that stand beside the votes.
  [[nodiscard]] bool is_voter(const std::string& name) const {
    if (all_.chosen) return chosen_.contains(name);
    if (predicted_) return name == "label";
    return !same_name(name, label_) && !is_text(name);
  }
  [[nodiscard]] bool is_text(const std::string& name) const {
    return std::find(rules_.text.begin(), rules_.text.end(), name) !=
           rules_.text.end();
  }

  // Places of columns, or as many as there are columns.
  struct Places {
    std::size_t id, text, label, worker;
    std::vector<std::size_t> voters;  // of each column, or kNoVoter
  };

  Places places_in(const std::vector<Cell>& header) {
    const std::size_t none = header.size();
    Places at = {none, none, none, none, {}};
    std::set<std::string> columns;
    for (const Cell& cell : header)
      columns.insert(normal_name(cell.text));
    predicted_ = is_predicted(columns);
    for (std::size_t c = 0; c < header.size(); ++c) {
      const std::string name = normal_name(header[c].text);
      at.voters.push_back(kNoVoter);
      if (same_name(name, label_)) at.label = c;
      if (names_voter(name)) at.worker = c;
      if (at.id == none && same_name(name, id_))
        at.id = c;
      else if (name.empty())
        continue;
      else if (!is_voter(name))
        others_.insert(name);
      else if (voters_.contains(name))
        refuse(header[c], "a single column " + quote(name),
               "a second one of that name");
      else
        at.voters[c] = voter(name, header[c]);
      if (is_text(name)) at.text = c;
    }
    if (at.id == none) refuse(header[0], "a column " + quote(id_), "none");
    return at;
  }

  void read_fields(std::string_view first) {
    const bool tabs = first.find('\t') != first.npos;
    const char delimiter =
        tabs ? '\t' : delimiter_of(first, {});  // that of DATA is its own
    DelimitedReader records(lines_, delimiter, false);
    const Places at = places_in(records.header());
    const std::size_t width = at.voters.size();
    const bool by_line = at.label < width && at.worker < width;
    if (by_line) forget_columns();
    std::vector<Cell> fields;
    while (records.next(fields)) {
      if (std::all_of(fields.begin(), fields.end(),
                      [](const Cell& field) { return field.text.empty(); }))
        continue;  // a line of delimiters, as programs for tables leave them
      const std::string shown = at.text < width ? fields[at.text].text : "";
      if (by_line) {
        add_line(fields[at.id], shown, fields[at.worker], fields[at.label]);
        continue;
      }
      const Index row = row_of(fields[at.id], shown);
      for (std::size_t c = 0; c < fields.size(); ++c)
        if (at.voters[c] != kNoVoter) add(row, at.voters[c], fields[c]);
    }
  }

  void read_objects() {
    JsonRecord object;
    JsonObjects objects(lines_);
    while (const auto text = objects.next()) {
      const auto cell = [&](const JsonValue* value) {
        const bool given = value != nullptr && !value->texts.empty();
        return Cell{given ? value->texts[0] : "", objects.line(), 1};
      };
      if (const auto fault = read_json_record(*text, object))
        refuse({"", objects.line(), fault->at}, "a JSON object per line",
               fault->found);
      std::set<std::string> columns;
      for (const auto& [name, value] : object.members)
        columns.insert(name);
      predicted_ = is_predicted(columns);
      const Cell id = cell(object.find(id_));
      const std::string shown = cell(object.find(rules_.text[0])).text;
      const auto worker =
          std::find_if(columns.begin(), columns.end(),
                       [&](const auto& name) { return names_voter(name); });
      if (worker != columns.end() && columns.contains(label_)) {
        add_line(id, shown, cell(object.find(*worker)),
                 cell(object.find(label_)));
        continue;
      }
      const Index row = row_of(id, shown);
      for (const auto& [name, value] : object.members) {
        if (name == id_ || &value != object.find(name)) continue;
        if (!is_voter(name)) {
          others_.insert(name);
          continue;
        }
        if (value.fault != nullptr || value.list)
          refuse(cell(nullptr), "a class in " + quote(name),
                 value.list ? "a list" : value.fault);
        add(row, voter(name, cell(nullptr)), cell(&value));
      }
    }
  }

  // The header has named them voters.
  void forget_columns() {
    voters_.clear();
    all_.voters.clear();
  }
  // Of several lines of a voter for a row the last one counts.
  void add_line(const Cell& id, const std::string& text, const Cell& worker,
                const Cell& label) {
    const std::string name = normal_name(worker.text);
    if (name.empty() && label.text.empty()) return;
    const std::size_t who = voter(name, worker);
    const Index row = find(id, text);
    const auto [place, first] =
        last_.emplace(std::pair(row, who), all_.votes.size());
    if (first) all_.votes.push_back({row, who, ""});
    all_.votes[place->second].label = vote_in(label);
  }

  std::size_t voter(const std::string& name, const Cell& where) {
    if (!can_name_class(name))
      refuse(where, "the name of a voter in UTF-8 without control characters",
             quote(name));
    const auto [place, first] = voters_.emplace(name, all_.voters.size());
    if (first) all_.voters.push_back(name);
    return place->second;
  }

  [[nodiscard]] Index find(const Cell& id, const std::string& text) const {
    TableLabel named;
    if (rules_.text.size() == 1) named.fingerprint = fingerprint(text);
    named.id = id.text;
    named.line = id.line;
    return find_(named);
  }
  Index row_of(const Cell& id, const std::string& text) {
    const Index row = find(id, text);
    if (!seen_.insert(row).second)
      refuse(id, "each id once", quote(id.text) + " again");
    return row;
  }

  // Empty: none.
  [[nodiscard]] std::string vote_in(const Cell& field) const {
    std::string name = normal_name(field.text);
    if (name.empty() || name == "?" || name == rules_.unlabeled_label)
      return "";
    if (!can_name_class(name))
      refuse(field, "the name of a class", quote(field.text));
    return name;
  }
  void add(Index row, std::size_t voter, const Cell& field) {
    std::string name = vote_in(field);
    if (!name.empty()) all_.votes.push_back({row, voter, std::move(name)});
  }

  void require_voters() const {
    for (const std::string& name : chosen_)
      if (!voters_.contains(name))
        throw DataError(lines_.name(), 1, 1,
                        "a column of the voter " + quote(name), "none");
    if (!all_.voters.empty()) return;
    throw DataError(
        lines_.name(), 1, 1, "a column for each voter beside " + quote(id_),
        others_.empty()
            ? "none"
            : quote(*others_.begin()) +
                  "; give a table of labels with the option labels");
  }

  [[noreturn]] void refuse(const Cell& where, const std::string& expected,
                           const std::string& found) const {
    refuse_cell(lines_.name(), where, expected, found);
  }

  static constexpr std::size_t kNoVoter = -1;
  PeekedLines lines_;
  const TableColumns rules_;
  const std::string id_, label_;
  const FindRow& find_;
  std::unordered_set<Index> seen_;
  std::map<std::string, std::size_t> voters_;
  std::map<std::pair<Index, std::size_t>, std::size_t> last_;  // votes by line
  std::set<std::string> chosen_, others_;
  bool predicted_ = false;
  NamedVotes all_;
};

}  // namespace

NamedVotes read_votes(const Source& source, const FindRow& row_of) {
  return VoteTable(source, row_of).read();
}

}  // namespace semilin
