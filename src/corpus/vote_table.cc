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

  // Places of columns; one that is missing is behind all.
  struct Columns {
    std::size_t id, text, label, worker;
    std::vector<std::size_t> voters;  // of each column, or kNoVoter

    [[nodiscard]] bool by_line() const {
      return label < voters.size() && worker < voters.size();
    }
  };

  Columns columns_of(const std::vector<Cell>& header) {
    const std::size_t none = header.size();
    Columns at = {none, none, none, none, std::vector(none, kNoVoter)};
    std::vector<std::string> names;
    for (std::size_t c = 0; c < none; ++c) {
      const std::string& name = names.emplace_back(normal_name(header[c].text));
      if (same_name(name, label_)) at.label = c;
      if (names_voter(name)) at.worker = c;
      if (is_text(name)) at.text = c;
      if (at.id == none && same_name(name, id_)) at.id = c;
    }
    if (at.id == none)
      refuse({"", lines_.line(), 1}, "a column " + quote(id_), "none");
    predicted_ = is_predicted({names.begin(), names.end()});
    std::set<std::string> voters;
    for (std::size_t c = 0; c < none; ++c) {
      if (c == at.id || names[c].empty()) continue;
      if (!is_voter(names[c]))
        others_.insert(names[c]);
      else if (!voters.insert(names[c]).second)
        refuse(header[c], "a single column " + quote(names[c]),
               "a second one of that name");
      else if (!at.by_line())
        at.voters[c] = voter(names[c], header[c]);
    }
    return at;
  }

  void add_record(const Columns& at, const std::vector<Cell>& cells) {
    const std::string shown = at.text < cells.size() ? cells[at.text].text : "";
    if (at.by_line())
      return add_line(cells[at.id], shown, cells[at.worker], cells[at.label]);
    const Index row = row_of(cells[at.id], shown);
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (at.voters[c] != kNoVoter) add(row, at.voters[c], cells[c]);
  }

  void read_fields(std::string_view first) {
    const bool tabs = first.find('\t') != first.npos;
    const char delimiter =
        tabs ? '\t' : delimiter_of(first, {});  // that of DATA is its own
    DelimitedReader records(lines_, delimiter, false);
    const Columns at = columns_of(records.header());
    const auto is_empty = [](const Cell& field) { return field.text.empty(); };
    std::vector<Cell> fields;
    while (records.next(fields))  // programs leave lines of delimiters
      if (!std::ranges::all_of(fields, is_empty)) add_record(at, fields);
  }

  void read_objects() {
    JsonRecord object;
    JsonObjects objects(lines_);
    while (const auto text = objects.next()) {
      if (const auto fault = read_json_record(*text, object))
        refuse({"", objects.line(), fault->at}, "a JSON object per line",
               fault->found);
      std::vector<Cell> header, cells;
      std::vector<const JsonValue*> values;
      for (const auto& [name, value] : object.members) {
        if (&value != object.find(name)) continue;
        header.push_back({name, objects.line(), 1});
        cells.push_back(
            {value.texts.empty() ? "" : value.texts[0], objects.line(), 1});
        values.push_back(&value);
      }
      const Columns at = columns_of(header);
      for (std::size_t c = 0; c < values.size(); ++c)
        if (at.voters[c] != kNoVoter && (values[c]->list || values[c]->fault))
          refuse(cells[c], "a class in " + quote(header[c].text),
                 values[c]->list ? "a list" : values[c]->fault);
      add_record(at, cells);
    }
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
