// Documents in JSON objects: one per line, or the members of a list.
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "text/document_source.h"
#include "text/json_records.h"

namespace semilin {
namespace {

// A number for each label, which is no set of these: one repeats, or 1 is
// first.
bool is_indicator(const std::vector<std::string>& list) {
  return list.size() > 1 && list != std::vector<std::string>{"0", "1"} &&
         std::all_of(list.begin(), list.end(), [](const std::string& one) {
           return one == "0" || one == "1";
         });
}

class JsonTable : public LineDocuments {
 public:
  JsonTable(PeekedLines lines, TableColumns columns)
      : LineDocuments(std::move(lines)),
        objects_(lines_),
        columns_(std::move(columns)),
        labels_(columns_) {
    missing_.insert(columns_.text.begin(), columns_.text.end());
    for (const auto* name : {&columns_.label, &columns_.id})
      if (*name) missing_.insert(**name);
    usual_ = missing_.size() == 1 && missing_.contains("text");
    paths_ = std::any_of(missing_.begin(), missing_.end(), is_path) ||
             is_path(label_name()) || is_path(id_name());
    answers_ = !missing_.contains("answer") && columns_.usual_label != "answer";
  }

  bool next(Document& document) override {
    const auto text = objects_.next();
    if (!text) {
      require_members();
      return false;
    }
    read_object(*text);
    if (!paths_ && has_choices()) {
      paths_ = true;
      read_object(*text);
    }
    if (objects_.number() == 1) look_at_first(*text);
    for (const std::string& column : columns_.text) {
      if (&column != &columns_.text.front()) document.text += '\n';
      document.text += field(column).text;
    }
    for (const std::string& column : columns_.cells)
      document.cells.push_back(field(column).text);
    set_label(document);
    if (object_.find("chosen") != nullptr)
      set_drawn(field(object_.find("drawn_with") != nullptr ? "drawn_with"
                                                            : "probability"),
                document);
    set_id(field(id_name()), objects_.line(), objects_.number(), document);
    return true;
  }

 private:
  void read_object(std::string_view text) {
    if (const auto fault = read_json_record(text, object_, paths_))
      refuse_object(
          fault->at,
          "a JSON object per line, of at most 64 levels (jq -c makes such "
          "lines)",
          fault->found);
  }
  // Label Studio writes {"choices": [...]} for the label.
  [[nodiscard]] bool has_choices() const {
    const JsonValue* value = object_.find(label_name());
    return value != nullptr && value->fault != nullptr && !value->list;
  }

  [[noreturn]] void refuse_object(Index column, const std::string& expected,
                                  const std::string& found) const {
    throw DataError(name(), objects_.line(), column, expected, found);
  }

  static bool is_path(const std::string& name) {
    return name.find('.') != name.npos;
  }
  [[nodiscard]] const std::string& label_name() const {
    return columns_.label ? *columns_.label : columns_.usual_label;
  }
  [[nodiscard]] const std::string& id_name() const {
    return columns_.id ? *columns_.id : columns_.usual_id;
  }

  void look_at_first(std::string_view object) {
    find_marks();
    if (object_.find(label_name()) == nullptr && marks_.empty()) list_others();
    if (!usual_ || object_.find("text") != nullptr) return;
    JsonRecord all;
    if (read_json_record(object, all, true)) return;
    for (const auto& [member, value] : all.members)
      if (!value.texts.empty()) seen_.push_back({member, value.texts[0]});
  }

  // A name with commas that no member has is a list of members.
  void find_marks() {
    const std::vector<std::string> names = split_list(label_name());
    if (names.size() < 2 || object_.find(label_name()) != nullptr ||
        std::none_of(names.begin(), names.end(), [&](const auto& one) {
          return object_.find(one) != nullptr;
        }))
      return;
    marks_ = names;
    if (missing_.erase(label_name()) > 0)
      missing_.insert(names.begin(), names.end());
  }

  void list_others() {
    for (const auto& [member, value] : object_.members) {
      if (nested_.empty() && value.list && value.fault != nullptr)
        nested_ = ", but lists in " + quote(member) + ": jq -c '." + member +
                  "[]" +
                  (value.fault == std::string_view("array")
                       ? " | {text: .[0], label: .[1]}"
                       : "") +
                  "' FILE > NEW.jsonl takes them out";
      const auto& text = columns_.text;
      if (member != id_name() &&
          std::find(text.begin(), text.end(), member) == text.end())
        doubts.other_columns.push_back(member);
    }
  }

  // A name that no object has is misspelled.
  void require_members() const {
    if (objects_.line() == 0 || missing_.empty()) return;
    std::string found = "none" + nested_;
    if (!seen_.empty() && (objects_.is_list() || nested_.empty())) {
      std::vector<std::string> names;
      for (const Column& one : seen_)
        names.push_back(quote(one.name));
      found = listed(names) + naming_options(seen_);
    }
    throw DataError(name(), 1, 1,
                    "a member " + quote(*missing_.begin()) + " in some object",
                    found);
  }

  // A list's with commas; what is missing is empty.
  [[nodiscard]] Cell field(const std::string& column) {
    Cell cell{{}, objects_.line(), 1};
    const JsonValue* value = object_.find(column);
    if (value == nullptr) return cell;
    if (!missing_.empty()) missing_.erase(column);
    if (value->fault != nullptr)
      refuse_object(1, "text or a number in " + quote(column), value->fault);
    for (const std::string& text : value->texts)
      cell.text.append(cell.text.empty() ? "" : ",").append(text);
    return cell;
  }

  void set_label(Document& document) {
    std::string column = label_name();
    if (object_.find(column + ".choices") != nullptr) {
      missing_.erase(column);
      column += ".choices";
    }
    const Cell text = field(column);
    const JsonValue* value = object_.find(column);
    if (value == nullptr && marks_.empty()) return;
    doubts.other_columns.clear();
    if (is_rejected()) {
      ++doubts.rejected;
      return;
    }
    if (!marks_.empty()) {
      std::vector<Cell> cells;
      for (const std::string& one : marks_)
        cells.push_back(field(one));
      document.label = marked(labels_, marks_, cells);
      return;
    }
    if (value->list && is_indicator(value->texts))
      refuse_object(1, "names of labels in " + quote(column),
                    "a list of 0 and 1; jq -c '." + column +
                        " |= [to_entries[] | select(.value == 1) | .key]' FILE "
                        "> NEW.jsonl writes the numbers of its labels");
    document.label = required(value->list ? labels_.list(value->texts)
                                          : labels_.field(text.text, false),
                              text);
  }

  // Whether the annotator rejected the label.
  [[nodiscard]] bool is_rejected() const {
    const JsonValue* answer = answers_ ? object_.find("answer") : nullptr;
    return answer != nullptr && answer->texts.size() == 1 &&
           is_rejection(answer->texts[0]);
  }

  JsonObjects objects_;
  TableColumns columns_;
  LabelReader labels_;
  std::set<std::string> missing_;  // members that no object has had
  bool usual_ = false;             // no option names a member
  bool paths_ = false;             // names are paths such as data.text
  std::string nested_;        // how to reach documents inside the first object
  std::vector<Column> seen_;  // of the first object, where the text is missing
  bool answers_ = true;       // a member "answer" is an annotator's
  std::vector<std::string> marks_;  // labels that have a member each
  JsonRecord object_;
};

}  // namespace

std::unique_ptr<DocumentReader::Source> open_json(PeekedLines lines,
                                                  const TableColumns& columns) {
  return std::make_unique<JsonTable>(std::move(lines), columns);
}

}  // namespace semilin
