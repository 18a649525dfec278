#include "cli/label/label_session.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "semilin/advanced/corpus/agreement.h"
#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/text/seed_words.h"

#include "cli/data/predictions.h"
#include "cli/page/pages.h"

namespace semilin::cli {
namespace {

// The estimate of the accuracy is given up when this many more labels have
// come: a tenth, and at least this number.
constexpr std::size_t kFewLabels = 5;

Answer as_json(const Json& json) {
  return {200, "application/json", json_line(json)};
}

Answer refused(const std::string& why) {
  return {400, "text/plain", why};
}

bool contains(const Json& list, const Json& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::vector<std::string> members(const TableLabel& label) {
  return label.set ? split_labels(label.label) : std::vector{label.label};
}

bool holds_class(const TableLabel& label, const std::string& name) {
  return contains(members(label), name);
}

// A set is written with the separator, or as a list if that is empty.
TableLabel renamed(TableLabel label, const std::string& old,
                   const std::string& name, const std::string& separator) {
  std::vector<std::string> names = members(label);
  std::replace(names.begin(), names.end(), old, name);
  label.label = !label.set          ? names[0]
                : separator.empty() ? join_labels(std::move(names))
                                    : join_labels(std::move(names), separator);
  return label;
}

std::string share_done(const ProgressRecord& record) {
  return std::string(record.stage) + ", " + percent(record.fraction_done);
}

}  // namespace

PageRows page_rows(const Json& report, const Model* model,
                   const Corpus& corpus) {
  PageRows rows = {
      report["rows"],
      model != nullptr ? model->head().classes : label_sets(corpus.data).names,
      Json::parse(to_json(corpus.seed_words))};
  for (Json& row : rows.records) {
    if (row["guess"].is_null()) row["guess"] = "";
    row["beginning"] = beginning_of(row.emplace("text", "").first.value());
  }
  for (const Json& one : report.value("words", Json::array()))
    if (one["chosen"] != "given")
      rows.suggested[one["class"].get<std::string>()].push_back(one["word"]);
  return rows;
}

Json chips(const Json& given, const Json& suggested) {
  Json all = Json::object();
  for (const auto& [name, words] : given.items())
    for (const Json& word : words)
      all[name].push_back(Json::array({word, true}));
  for (const auto& [name, words] : suggested.items()) {
    const Json known = given.value(name, Json::array());
    for (const Json& word : words)
      if (std::count(known.begin(), known.end(), word) == 0)
        all[name].push_back(Json::array({word, false}));
  }
  return all;
}

std::string words_beside(const std::string& labels) {
  const std::size_t end = labels.ends_with(".labels.tsv") ? 11 : 4;
  return labels.substr(0, labels.size() - end) + ".words.tsv";
}

LabelSession::LabelSession(const SuggestArguments& arguments, LabelFile& file,
                           PageRows rows, std::string stamp)
    : data_(arguments.source.path),
      stamp_(std::move(stamp)),
      rules_(arguments.source.columns),
      file_(file),
      training_(arguments) {
  classes_ = rows.classes;
  given_ = rows.given;
  show(std::move(rows));
  read_labels();
  read_words();
  thread_ = std::jthread(
      [this](const std::stop_token& stop) { keep_training(stop); });
}

Routes LabelSession::routes() {
  const auto locked = [this](auto answer) {
    return [this, answer](const std::string&) {
      const std::lock_guard lock(mutex_);
      return answer();
    };
  };
  const auto page = [this]() -> Answer {
    return {200, "text/html",
            label_page(data_, {{"classes", classes_},
                               {"rows", rows()},
                               {"words", chips(given_, suggested_)},
                               {"separator", rules_.label_separator},
                               {"state", state()}})};
  };
  return {
      {"GET ", locked(page)},
      {"GET rows", locked([this] { return as_json(rows()); })},
      {"GET state", locked([this] { return as_json(state()); })},
      {"POST labels", [this](const std::string& body) { return take(body); }},
      {"POST classes",
       [this](const std::string& body) { return take_name(body); }},
      {"POST words",
       [this](const std::string& body) { return take_word(body); }}};
}

std::size_t LabelSession::labels() const {
  const std::lock_guard lock(mutex_);
  return labels_.size();
}

// Labeled documents stay on the page, so that their labels can be changed.
Json LabelSession::rows() const {
  Json rows = Json::array();
  std::unordered_set<std::string> seen;
  const auto add = [&](const std::string& id) {
    if (!seen.insert(id).second) return;
    rows.push_back(offered_.at(id));
  };
  for (const TableLabel& one : labels_)
    add(one.id);
  for (const std::string& id : drawn_)
    add(id);
  return rows;
}

Json LabelSession::state() const {
  Json labels = Json::array();
  for (const TableLabel& one : labels_)
    labels.push_back({one.id,
                      one.set             ? split_labels(one.label)
                      : one.label.empty() ? std::vector<std::string>()
                                          : std::vector{one.label},
                      one.decided ? "decided" : one.answer, one.annotator});
  Json messages = messages_;
  if (!expected_.empty()) messages.push_back(expected_);
  if (const auto agreed = annotator_agreement(labels_))
    messages.push_back(to_text(*agreed));
  if (!renames_.empty()) {
    std::string rules;
    for (const auto& [from, to] : renames_)
      rules += " --rename " + shell_word(from + "=" + to);
    messages.push_back("Where DATA has labels of the old names, add" + rules +
                       ".");
  }
  return {{"round", round_},
          {"labeled", labels_.size()},
          {"labels", labels},
          {"classes", classes_},
          {"gone", gone_},
          {"status", status_},
          {"told", std::move(messages)},
          {"words", chips(given_, suggested_)}};
}

// A name, or a list of them where labels are sets.
std::optional<std::string> LabelSession::label_of(const Json& request) const {
  const std::string& separator = rules_.label_separator;
  const auto name_of = [&](const Json& json) {
    std::string name = json.is_string() ? json.get<std::string>() : "";
    const bool splits = !separator.empty() && name.find(separator) != name.npos;
    return can_name_class(name) && !splits ? name : "";
  };
  if (request == "") return "";
  if (!request.is_array() || separator.empty()) {
    std::string name = name_of(request);
    return name.empty() ? std::nullopt : std::optional(std::move(name));
  }
  std::vector<std::string> names;
  for (const Json& one : request) {
    names.push_back(name_of(one));
    if (names.back().empty()) return std::nullopt;
  }
  return join_labels(std::move(names), separator);
}

Answer LabelSession::take(const std::string& body) {
  const Json request = Json::parse(body, nullptr, false);
  const auto text = [&](const char* name) {
    return request.contains(name) && request[name].is_string()
               ? request[name].get<std::string>()
               : "";
  };
  if (!request.is_object() || text("id").empty() || !request.contains("label"))
    return refused("expected {\"id\": text, \"label\": text}");
  const std::optional<std::string> label = label_of(request["label"]);
  if (!label)
    return refused("expected the name of a class, found " +
                   printable_text(text("label").empty()
                                      ? as_json(request["label"]).text
                                      : "'" + text("label") + "'"));
  TableLabel line = {.id = text("id"),
                     .label = *label,
                     .set = request["label"].is_array(),
                     .answer = text("answer"),
                     .annotator = text("annotator")};
  line.decided = line.answer == "decided";
  if (line.decided) line.answer.clear();
  if (!line.answer.empty() && line.answer != "none" && line.answer != "unsure")
    return refused("expected the answer none, unsure or decided");
  if (!can_name_class(line.id) ||
      !(line.annotator.empty() || can_name_class(line.annotator)))
    return refused("expected names without control characters");
  const std::lock_guard lock(mutex_);
  const auto row = offered_.find(line.id);
  if (row == offered_.end())
    return refused("expected the id of a document on the page, found '" +
                   printable_text(line.id) + "'");
  line.chosen = row->second["chosen"].get<std::string>();
  line.probability = row->second["drawn_with"].get<double>();
  line.text = row->second["beginning"].get<std::string>();
  if (file_.append(line)) {
    read_labels();
  } else {
    if (line.set) line.label = join_labels(request["label"]);
    remember(line);
  }
  ++changes_;
  changed_.notify_all();
  return as_json(state());
}

Answer LabelSession::take_word(const std::string& body) {
  const Json request = Json::parse(body, nullptr, false);
  const auto is_text = [&](const char* name) {
    return request.contains(name) && request[name].is_string() &&
           can_name_class(request[name].get<std::string>());
  };
  if (!is_text("class") || !is_text("word") || !request.contains("chosen") ||
      !request["chosen"].is_boolean() ||
      request["word"].get<std::string>().find('"') != std::string::npos)
    return refused(
        "expected {\"class\": text, \"word\": text, \"chosen\": true or "
        "false}");
  const auto name = request["class"].get<std::string>();
  const std::lock_guard lock(mutex_);
  read_words();
  Json words = Json::array();
  for (const Json& word : given_.value(name, Json::array()))
    if (word != request["word"]) words.push_back(word);
  if (request["chosen"].get<bool>())
    words.push_back(request["word"]);
  else if (!contains(suggested_[name], request["word"]))
    suggested_[name].push_back(request["word"]);
  given_[name] = words;
  if (words.empty()) given_.erase(name);
  write_words();
  add_class(name);
  ++changes_;
  changed_.notify_all();
  return as_json(state());
}

// A class gets another name, which may be that of another one, or is removed if
// nobody has given it.
Answer LabelSession::take_name(const std::string& body) {
  const Json request = Json::parse(body, nullptr, false);
  if (!request.is_object() || !request.contains("class") ||
      !request.contains("name"))
    return refused("expected {\"class\": text, \"name\": text}");
  const auto old = label_of(request["class"]), name = label_of(request["name"]);
  if (!old || !name) return refused("expected the names of classes");
  const std::lock_guard lock(mutex_);
  const auto place = std::find(classes_.begin(), classes_.end(), *old);
  if (place == classes_.end() || *old == *name)
    return refused("expected a class of the page and another name");
  std::vector<TableLabel> changed;
  std::copy_if(labels_.begin(), labels_.end(), std::back_inserter(changed),
               [&](const TableLabel& one) { return holds_class(one, *old); });
  if (name->empty() && !changed.empty())
    return refused("expected a class without a label, found " +
                   counted(std::ssize(changed), "label"));
  *place = *name;
  for (TableLabel& one : changed) {
    TableLabel line = renamed(one, *old, *name, rules_.label_separator);
    file_.append(line);
    if (line.set) line.label = renamed(one, *old, *name, {}).label;
    remember(line);
  }
  rename_words(*old, *name);
  const auto same = std::find(classes_.begin(), classes_.end(), *name);
  classes_.erase(std::remove_if(same + 1, classes_.end(),
                                [&](const auto& one) { return one == *name; }),
                 classes_.end());
  std::erase(classes_, "");
  std::erase(gone_, *name);
  gone_.push_back(*old);
  rename_in_data(*old, *name);
  ++changes_;
  changed_.notify_all();
  return as_json(state());
}

void LabelSession::rename_words(const std::string& old,
                                const std::string& name) {
  read_words();
  suggested_.erase(old);
  if (!given_.contains(old)) return;
  const Json words = given_[old];
  given_.erase(old);
  for (const Json& word : words)
    if (!name.empty() && !contains(given_.value(name, Json::array()), word))
      given_[name].push_back(word);
  write_words();
}

// Later names replace earlier ones.
void LabelSession::rename_in_data(const std::string& old,
                                  const std::string& name) {
  for (auto& [from, to] : renames_)
    if (to == old) to = name;
  renames_.emplace_back(old, name);
  std::erase_if(renames_, [](const auto& one) {
    return one.first == one.second || one.second.empty();
  });
}

// If another program has written the file, it counts.
void LabelSession::read_words() {
  const std::string path = words_beside(file_.path());
  const std::string stamp = stamp_of(path);
  if (stamp.empty() || stamp == words_stamp_) return;
  require_file(path);
  Json words = Json::object();
  for (const ClassWords& one : read_seed_words(path)) {
    words[one.name] = one.words;
    add_class(one.name);
  }
  given_ = std::move(words);
  words_stamp_ = stamp;
}

void LabelSession::write_words() {
  const std::string path = words_beside(file_.path());
  if (given_.empty()) {
    std::filesystem::remove(path);
  } else {
    std::string text = "class\twords\n";
    for (const auto& [name, list] : given_.items())
      for (const Json& word : list)
        append_record({name, in_table(word.get<std::string>())}, '\t', text);
    write_file(path, text);
  }
  words_stamp_ = stamp_of(path);
}

// Documents of which only the file knows have the text that it has.
void LabelSession::read_labels() {
  labels_.clear();
  for_each_opinion(file_.path(), rules_, [&](const TableLabel& one) {
    if (!offered_.contains(one.id))
      offered_[one.id] = {{"id", one.id},
                          {"guess", ""},
                          {"chosen", one.chosen},
                          {"drawn_with", one.probability},
                          {"reason", "labeled earlier"},
                          {"text", one.text},
                          {"beginning", beginning_of(one.text)}};
    remember(one);
  });
}

void LabelSession::remember(const TableLabel& label) {
  std::erase_if(labels_, [&](const TableLabel& one) {
    return one.id == label.id && one.decided == label.decided &&
           (one.decided || one.annotator == label.annotator);
  });
  if (!label.says()) return;
  labels_.push_back(label);
  if (!label.set && !label.label.empty()) add_class(label.label);
  if (label.set)
    for (const std::string& name : split_labels(label.label))
      add_class(name);
}

void LabelSession::add_class(const std::string& name) {
  if (std::find(classes_.begin(), classes_.end(), name) != classes_.end())
    return;
  classes_.push_back(name);
  std::erase(gone_, name);
}

void LabelSession::show(PageRows rows) {
  drawn_.clear();
  std::unordered_set<std::string> seen;
  for (Json& row : rows.records) {
    drawn_.push_back(row["id"].get<std::string>());
    if (!seen.insert(drawn_.back()).second)
      throw DataError(data_,
                      "expected an id for each document, found two of '" +
                          printable_text(drawn_.back()) + "'");
    offered_[drawn_.back()] = std::move(row);
  }
  for (const std::string& name : rows.classes)
    if (std::find(gone_.begin(), gone_.end(), name) == gone_.end())
      add_class(name);
  suggested_ = std::move(rows.suggested);
}

void LabelSession::set_status(const std::string& status) {
  const std::lock_guard lock(mutex_);
  status_ = status;
}

bool LabelSession::is_outdated() const {
  const std::lock_guard lock(mutex_);
  return changes_ - trained_ >= std::max(kFewLabels, labels_.size() / 10);
}

bool LabelSession::are_used_up() const {
  const std::lock_guard lock(mutex_);
  std::unordered_set<std::string> labeled;
  for (const TableLabel& one : labels_)
    labeled.insert(one.id);
  const auto used = std::ranges::count_if(
      drawn_, [&](const std::string& id) { return labeled.contains(id); });
  return 2 * used >= std::ssize(drawn_);
}

void LabelSession::keep_training(const std::stop_token& stop) {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, stop, [this] { return changes_ > trained_; });
      if (stop.stop_requested()) return;
      trained_ = changes_;
    }
    try {
      train(stop);
    } catch (const Interrupted&) {
      set_status("training again, with newer labels");
    } catch (const std::exception& error) {
      set_status("not trained: " + std::string(error.what()));
    }
  }
}

// Rows and texts are read at different times, and must come from one file.
void LabelSession::require_unchanged() const {
  if (stamp_of(data_) == stamp_) return;
  throw DataError(data_ +
                  " has changed since the page was made: end the server and "
                  "start it again");
}

void LabelSession::train(const std::stop_token& stop) {
  {
    const std::lock_guard lock(mutex_);
    training_.rename(renames_);
  }
  training_.read([&](const ProgressRecord& record) {
    set_status(share_done(record));
    return !stop.stop_requested();
  });
  require_unchanged();
  {
    const std::lock_guard lock(mutex_);
    read_words();
    training_.take_labels(file_.path(), given_);
    trained_ = changes_;
  }
  // Guesses and the next documents come however fast the user labels; a vote
  // that is weighed anew and the expected accuracy follow when there is time.
  const auto heard = [&](const ProgressRecord& record) {
    set_status("training: " + share_done(record));
    return !stop.stop_requested();
  };
  train_and_draw(false, heard);
  const auto heard_in_time = [&](const ProgressRecord& record) {
    return heard(record) && !is_outdated();
  };
  if (training_.is_due()) train_and_draw(true, heard_in_time);
  if (stop.stop_requested()) return;
  std::string expected = expected_;
  if (training_.was_whole())
    expected = training_.expected([&](const ProgressRecord& record) {
      set_status("expected accuracy: " + share_done(record));
      return !stop.stop_requested() && !is_outdated();
    });
  const std::lock_guard lock(mutex_);
  expected_ = std::move(expected);
  status_.clear();
}

// Other documents are drawn after a whole training, or if half of the last ones
// have been labeled.
void LabelSession::train_and_draw(bool whole, const Progress& progress) {
  const bool trained = training_.train(whole, progress);
  require_unchanged();
  if (trained) {
    const std::lock_guard lock(mutex_);
    for (const std::string& id : drawn_) {
      offered_[id]["guess"] = training_.guess(id);
      offered_[id].erase("probability");
    }
    messages_ = training_.messages();
    ++round_;
  }
  if (!training_.was_whole() && !are_used_up()) return;
  PageRows rows = training_.next_rows(progress);
  require_unchanged();
  const std::lock_guard lock(mutex_);
  show(std::move(rows));
  messages_ = training_.messages();
  ++round_;
}

}  // namespace semilin::cli
