// The content of a served page of semilin label, and the file of its labels.
#ifndef SEMILIN_TOOLS_CLI_LABEL_LABEL_SESSION_H_
#define SEMILIN_TOOLS_CLI_LABEL_LABEL_SESSION_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/data/label_file.h"
#include "cli/label/label_server.h"
#include "cli/label/label_training.h"
#include "cli/train/suggest.h"

namespace semilin::cli {

/// A stamp that changes with a file or folder: its place on the disk, size and
/// time.
[[nodiscard]] std::string stamp_of(const std::string& path);

/// The file of the words beside that of the labels, a table for --seed-words.
[[nodiscard]] std::string words_beside(const std::string& labels);

/// Labels are written to a file, one by one; a thread trains when labels have
/// come, and replaces documents without a label by others that are worth one. A
/// training that fails is a line on the page.
class LabelSession {
 public:
  /// Continues with the labels of the file. `rows` are the first documents to
  /// be labeled, and `stamp` is what stamp_of(DATA) was before they were read.
  LabelSession(const SuggestArguments& arguments, LabelFile& file,
               SuggestedRows rows, std::string stamp);

  /// GET "": the page. GET rows: its documents, as JSON. GET state: {"round":
  /// how often the documents changed, "labeled": labels in the file, "labels":
  /// [[id, label], ...] of documents on the page in the order of labeling,
  /// "classes", "status": the work in progress, "told": sentences about the
  /// last training, "words": as_chips of suggest_words.h}. POST labels {"id",
  /// "label"}: a label, or with an empty one none, is in the file. POST words
  /// {"class", "word", "chosen"}: so is a word in the file of words, or not.
  [[nodiscard]] Routes routes();
  [[nodiscard]] std::size_t labels() const;

 private:
  using Json = nlohmann::ordered_json;

  [[nodiscard]] Json rows() const;
  [[nodiscard]] Json state() const;
  Answer take(const std::string& body);
  Answer take_word(const std::string& body);
  [[nodiscard]] Json chips() const;
  void write_words() const;
  void remember(const std::string& id, const std::string& label);
  void add_class(const std::string& name);
  void show(SuggestedRows rows);
  void set_status(const std::string& status);
  void keep_training(const std::stop_token& stop);
  void train(const std::stop_token& stop);
  [[nodiscard]] bool is_outdated() const;

  void require_unchanged() const;

  const std::string data_, stamp_;
  LabelFile& file_;
  LabelTraining training_;  // used by the thread alone

  mutable std::mutex mutex_;  // for all that follows, and the file
  std::condition_variable_any changed_;
  std::unordered_map<std::string, Json> offered_;  // by id, as last drawn
  std::vector<std::string> drawn_;                 // ids of the last rows
  std::vector<std::string> classes_, messages_;
  std::string expected_;
  Json given_ = Json::object();  // {"class": ["word", ...], ...}
  Json suggested_ = Json::object();
  std::vector<std::pair<std::string, std::string>> labels_;  // id, label
  std::string status_;
  int round_ = 0;
  std::size_t changes_ = 1;  // of the labels; reading DATA is the first
  std::size_t trained_ = 0;  // changes_ when the last training began
  std::jthread thread_;      // ends before the others do
};

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_LABEL_LABEL_SESSION_H_
