#include "cli/label/label_session.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <unordered_set>

#include <sys/stat.h>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"

#include "cli/command/console.h"
#include "cli/data/predictions.h"
#include "cli/label/label_page.h"
#include "cli/train/suggest_words.h"

namespace semilin::cli {
namespace {

using LabelJson = nlohmann::ordered_json;

// The estimate of the accuracy is given up when this many more labels have
// come: a tenth, and at least this number.
constexpr std::size_t kFewLabels = 5;

Answer as_json(const LabelJson& json) {
  return {200, "application/json",
          json.dump(-1, ' ', false, LabelJson::error_handler_t::replace)};
}

Answer refused(const std::string& why) {
  return {400, "text/plain", why};
}

bool contains(const LabelJson& list, const LabelJson& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string share_done(const ProgressRecord& record) {
  return std::string(record.stage) + ", " + percent(record.fraction_done);
}

}  // namespace

std::string words_beside(const std::string& labels) {
  const std::size_t end = labels.ends_with(".labels.tsv") ? 11 : 4;
  return labels.substr(0, labels.size() - end) + ".words.tsv";
}

std::string stamp_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  std::string stamp;
  for (const auto number : {static_cast<std::int64_t>(status.st_dev),
                            static_cast<std::int64_t>(status.st_ino),
                            static_cast<std::int64_t>(status.st_size),
                            static_cast<std::int64_t>(status.st_mtim.tv_sec),
                            static_cast<std::int64_t>(status.st_mtim.tv_nsec)})
    stamp += std::to_string(number) + ' ';
  return stamp;
}

LabelSession::LabelSession(const SuggestArguments& arguments, LabelFile& file,
                           SuggestedRows rows, std::string stamp)
    : data_(arguments.source.path),
      stamp_(std::move(stamp)),
      file_(file),
      training_(arguments) {
  classes_ = rows.classes;
  for (const auto& [name, chips] : rows.words.items())
    for (const Json& chip : chips)
      if (chip[1]) given_[name].push_back(chip[0]);
  for_each_label(file.path(), {},
                 [&](const TableLabel& one) { remember(one.id, one.label); });
  show(std::move(rows));
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
            label_page(data_, classes_, rows(), chips(), state())};
  };
  return {
      {"GET ", locked(page)},
      {"GET rows", locked([this] { return as_json(rows()); })},
      {"GET state", locked([this] { return as_json(state()); })},
      {"POST labels", [this](const std::string& body) { return take(body); }},
      {"POST words",
       [this](const std::string& body) { return take_word(body); }}};
}

std::size_t LabelSession::labels() const {
  const std::lock_guard lock(mutex_);
  return labels_.size();
}

// Labeled documents stay on the page, so that their labels can be changed.
LabelSession::Json LabelSession::rows() const {
  Json rows = Json::array();
  std::unordered_set<std::string> labeled;
  for (const auto& [id, label] : labels_) {
    labeled.insert(id);
    if (offered_.contains(id)) rows.push_back(offered_.at(id));
  }
  for (const std::string& id : drawn_)
    if (!labeled.contains(id)) rows.push_back(offered_.at(id));
  return rows;
}

LabelSession::Json LabelSession::state() const {
  Json labels = Json::array();
  for (const auto& [id, label] : labels_)
    if (offered_.contains(id)) labels.push_back(Json::array({id, label}));
  Json messages = messages_;
  if (!expected_.empty()) messages.push_back(expected_);
  return {{"round", round_},   {"labeled", labels_.size()},
          {"labels", labels},  {"classes", classes_},
          {"status", status_}, {"told", std::move(messages)},
          {"words", chips()}};
}

Answer LabelSession::take(const std::string& body) {
  const Json request = Json::parse(body, nullptr, false);
  const auto field = [&](const char* name) -> std::optional<std::string> {
    if (!request.is_object() || !request.contains(name) ||
        !request[name].is_string())
      return std::nullopt;
    return request[name].get<std::string>();
  };
  const auto id = field("id"), label = field("label");
  if (!id || !label) return refused("expected {\"id\": text, \"label\": text}");
  if (!label->empty() && !can_name_class(*label))
    return refused("expected the name of a class, found '" +
                   printable_text(*label) + "'");
  if (!can_name_class(*id))
    return refused("expected an id without control characters, found '" +
                   printable_text(*id) + "'");
  const std::lock_guard lock(mutex_);
  const auto row = offered_.find(*id);
  if (row == offered_.end())
    return refused("expected the id of a document on the page, found '" +
                   printable_text(*id) + "'");
  file_.append(*id, *label, row->second["chosen"].get<std::string>(),
               row->second["probability"].get<double>());
  remember(*id, *label);
  ++changes_;
  changed_.notify_all();
  return as_json(state());
}

// Those given, and behind them the others that are suggested.
LabelSession::Json LabelSession::chips() const {
  Json all = Json::object();
  const auto add = [&](const Json& words, bool given) {
    for (const auto& [name, list] : words.items())
      for (const Json& word : list)
        if (given || !given_.contains(name) || !contains(given_[name], word))
          all[name].push_back(Json::array({word, given}));
  };
  add(given_, true);
  add(suggested_, false);
  return all;
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

void LabelSession::write_words() const {
  if (given_.empty()) {
    std::filesystem::remove(words_beside(file_.path()));
    return;
  }
  std::string text = "class\twords\n";
  for (const auto& [name, list] : given_.items())
    for (const Json& word : list)
      append_record({name, in_table(word.get<std::string>())}, '\t', text);
  write_file(words_beside(file_.path()), text);
}

void LabelSession::remember(const std::string& id, const std::string& label) {
  std::erase_if(labels_, [&](const auto& one) { return one.first == id; });
  if (label.empty()) return;
  labels_.emplace_back(id, label);
  add_class(label);
}

void LabelSession::add_class(const std::string& name) {
  if (std::find(classes_.begin(), classes_.end(), name) == classes_.end())
    classes_.push_back(name);
}

void LabelSession::show(SuggestedRows rows) {
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
    add_class(name);
  suggested_ = Json::object();
  for (const auto& [name, chips] : rows.words.items())
    for (const Json& chip : chips)
      suggested_[name].push_back(chip[0]);
}

void LabelSession::set_status(const std::string& status) {
  const std::lock_guard lock(mutex_);
  status_ = status;
}

bool LabelSession::is_outdated() const {
  const std::lock_guard lock(mutex_);
  return changes_ - trained_ >= std::max(kFewLabels, labels_.size() / 10);
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
  training_.read([&](const ProgressRecord& record) {
    set_status(share_done(record));
    return !stop.stop_requested();
  });
  require_unchanged();
  {
    const std::lock_guard lock(mutex_);
    training_.take_labels(file_.path(), given_);
    trained_ = changes_;
  }
  // The next documents come however fast the user labels; the expected accuracy
  // follows when there is time.
  SuggestedRows rows = training_.next_rows([&](const ProgressRecord& record) {
    set_status("training: " + share_done(record));
    return !stop.stop_requested();
  });
  if (stop.stop_requested()) return;
  require_unchanged();
  {
    const std::lock_guard lock(mutex_);
    show(std::move(rows));
    messages_ = training_.messages();
    ++round_;
  }
  std::string expected = training_.expected([&](const ProgressRecord& record) {
    set_status("expected accuracy: " + share_done(record));
    return !stop.stop_requested() && !is_outdated();
  });
  const std::lock_guard lock(mutex_);
  expected_ = std::move(expected);
  status_.clear();
}

}  // namespace semilin::cli
