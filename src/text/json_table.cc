// Documents in JSON objects: one per line, or the members of a list.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "text/document_source.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

// Called by the parser; what returns false ends it.
class Handler {
 public:
  Handler(std::string_view text, JsonRecord& record)
      : text_(text), record_(record) {}

  [[nodiscard]] const std::optional<io::JsonFault>& fault() const {
    return fault_;
  }

  bool null() { return depth_ > 0 || refuse(1, quote(text_)); }
  bool boolean(bool value) { return scalar(value ? "true" : "false"); }
  bool number_integer(std::int64_t value) {
    return scalar(std::to_string(value));
  }
  bool number_unsigned(std::uint64_t value) {
    return scalar(std::to_string(value));
  }
  bool number_float(double /*value*/, const std::string& spelled) {
    return scalar(spelled);
  }
  bool string(const std::string& value) { return scalar(value); }
  bool binary(const Json::binary_t& /*value*/) { return false; }

  bool key(std::string& name) {
    if (depth_ == 1) record_.members.emplace_back(std::move(name), JsonValue());
    return true;
  }
  bool start_object(std::size_t /*size*/) { return start(false, "object"); }
  bool start_array(std::size_t /*size*/) { return start(true, "array"); }
  bool end_object() { return --depth_ >= 0; }
  bool end_array() { return --depth_ >= 0; }

  bool parse_error(std::size_t at, const std::string& /*token*/,
                   const Json::exception& error) {
    if (!fault_) fault_ = io::fault_of(text_, at, error);
    return false;
  }

 private:
  bool refuse(Index at, std::string found) {
    if (!fault_) fault_ = io::JsonFault{at, std::move(found)};
    return false;
  }

  // A member of the record, or of a list that is one.
  bool scalar(const std::string& text) {
    if (depth_ == 0) return refuse(1, quote(text_));
    JsonValue& value = record_.members.back().second;
    if (depth_ == 1 || (depth_ == 2 && value.list)) value.texts.push_back(text);
    return true;
  }

  bool start(bool list, const char* what) {
    if (depth_ == 0 && list) return refuse(1, quote(text_));
    if (++depth_ > io::kMostNested + 1) return refuse(1, "deeper nesting");
    if (depth_ == 1) return true;
    JsonValue& value = record_.members.back().second;
    if (depth_ == 2 && list)
      value.list = true;
    else if (depth_ == 2 || depth_ == 3)
      value.fault = what;
    return true;
  }

  std::string_view text_;
  JsonRecord& record_;
  std::optional<io::JsonFault> fault_;
  int depth_ = 0;
};

constexpr const char* kBlanks = " \t";
constexpr const char* kBetween = " \t[,]";  // the objects of a list

// The objects of a file, in their order.
class JsonObjects {
 public:
  explicit JsonObjects(PeekedLines& lines) : lines_(lines) {
    const auto first = lines_.peek(0).value_or(std::string_view());
    const std::size_t start = first.find_first_not_of(kBlanks);
    list_ = start != first.npos && first[start] == '[';
  }

  /// Nothing at the end.
  std::optional<std::string_view> next() {
    return list_ ? next_of_list() : next_line();
  }
  /// The line on which the object begins.
  [[nodiscard]] Index line() const { return line_; }
  /// The number of the object: its line, or its place in the list.
  [[nodiscard]] Index number() const { return list_ ? count_ : line_; }

 private:
  std::optional<std::string_view> next_line() {
    while (const auto line = lines_.next()) {
      line_ = lines_.line();
      if (line->find_first_not_of(kBlanks) != line->npos) return line;
    }
    return std::nullopt;
  }

  // Brackets and commas between objects are skipped; what else stands there is
  // an object that cannot be read.
  std::optional<std::string_view> next_of_list() {
    object_.clear();
    while (true) {
      const std::size_t start = rest_.find_first_not_of(kBetween);
      if (start != rest_.npos) {
        rest_.remove_prefix(start);
        break;
      }
      rest_ = {};  // which the next line ends
      const auto line = lines_.next();
      if (!line) return std::nullopt;
      rest_ = *line;
    }
    line_ = lines_.line();
    ++count_;
    take_object();
    return object_;
  }

  // Reads from the opening brace to the closing one, over several lines.
  void take_object() {
    int depth = 0;
    bool text = false, escaped = false;
    while (true) {
      for (std::size_t i = 0; i < rest_.size(); ++i) {
        const char c = rest_[i];
        if (text) {
          text = escaped || c != '"';
          escaped = c == '\\' && !escaped;
          continue;
        }
        text = c == '"';
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth > 0 || text) continue;
        object_.append(rest_.substr(0, i + 1));
        rest_.remove_prefix(i + 1);
        return;
      }
      object_.append(rest_).append("\n");
      rest_ = {};
      const auto line = lines_.next();
      if (!line) return;
      rest_ = *line;
    }
  }

  PeekedLines& lines_;
  bool list_ = false;
  Index line_ = 0;
  Index count_ = 0;
  std::string_view rest_;  // what is left of the line
  std::string object_;
};

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
    answers_ = !missing_.contains("answer") && columns_.usual_label != "answer";
  }

  bool next(Document& document) override {
    const auto text = objects_.next();
    if (!text) {
      require_members();
      return false;
    }
    if (const auto fault = read_json_record(*text, object_))
      refuse_object(
          fault->at,
          "a JSON object per line, of at most 64 levels (jq -c makes such "
          "lines)",
          fault->found);
    if (objects_.number() == 1) list_others();
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
    set_id(field(columns_.id.value_or(columns_.usual_id)), objects_.line(),
           objects_.number(), document);
    return true;
  }

 private:
  [[noreturn]] void refuse_object(Index column, const std::string& expected,
                                  const std::string& found) const {
    throw DataError(name(), objects_.line(), column, expected, found);
  }

  void list_others() {
    const std::string label = columns_.label.value_or(columns_.usual_label);
    if (object_.find(label) != nullptr) return;
    for (const auto& [member, value] : object_.members) {
      if (nested_.empty() && value.list && value.fault != nullptr)
        nested_ = ", but lists in " + quote(member) + ": jq -c '." + member +
                  "[]" +
                  (value.fault == std::string_view("array")
                       ? " | {text: .[0], label: .[1]}"
                       : "") +
                  "' FILE > NEW.jsonl takes them out";
      const auto& text = columns_.text;
      if (member != columns_.id.value_or(columns_.usual_id) &&
          std::find(text.begin(), text.end(), member) == text.end())
        doubts.other_columns.push_back(member);
    }
  }

  // A name that no object has is misspelled.
  void require_members() const {
    if (objects_.line() > 0 && !missing_.empty())
      throw DataError(
          name(), 1, 1,
          "a member " + quote(*missing_.begin()) + " in some object",
          "none" + nested_);
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
    const std::string column = columns_.label.value_or(columns_.usual_label);
    const Cell text = field(column);
    const JsonValue* value = object_.find(column);
    if (value == nullptr) return;
    doubts.other_columns.clear();
    if (is_rejected()) {
      ++doubts.rejected;
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
  std::string nested_;   // how to reach documents inside the first object
  bool answers_ = true;  // a member "answer" is an annotator's
  JsonRecord object_;
};

}  // namespace

const JsonValue* JsonRecord::find(std::string_view name) const {
  const auto found =
      std::find_if(members.rbegin(), members.rend(),
                   [&](const auto& member) { return member.first == name; });
  return found == members.rend() ? nullptr : &found->second;
}

std::optional<io::JsonFault> read_json_record(std::string_view text,
                                              JsonRecord& record) {
  record.members.clear();
  Handler handler(text, record);
  if (Json::sax_parse(text, &handler)) return std::nullopt;
  return handler.fault().value_or(io::JsonFault{1, quote(text)});
}

std::unique_ptr<DocumentReader::Source> open_json(PeekedLines lines,
                                                  const TableColumns& columns) {
  return std::make_unique<JsonTable>(std::move(lines), columns);
}

}  // namespace semilin
