// The content of a served page of semilin label, and the file of its labels.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "semilin/run.h"

#include "cli/command/server.h"
#include "cli/data/label_file.h"
#include "cli/train/suggest.h"

namespace semilin::cli {

/// The documents of a page and the names of its buttons.
struct PageRows {
  /// As suggest_report has them, with the text's beginning_of.
  std::vector<Json> records;
  std::vector<std::string> classes;  ///< or the labels of sets
  /// Words that were given or are suggested, {"class": ["word", ...], ...}.
  Json given = Json::object();
  Json suggested = Json::object();
};
[[nodiscard]] PageRows page_rows(const Json& report, const Model* model,
                                 const Corpus& corpus);

/// The words in the page: {"class": [["word", whether it is given], ...], ...},
/// those given first.
[[nodiscard]] Json chips(const Json& given, const Json& suggested);

/// The file of the words beside that of the labels, a table for --seed-words.
[[nodiscard]] std::string words_beside(const std::string& labels);

/// Old and new names of classes.
using Renamed = std::vector<std::pair<std::string, std::string>>;

/// Trains on DATA and more and more labels: with the method and the terms of
/// the model, if there is one, otherwise with the defaults. All functions throw
/// DataError, and throw Interrupted or return an empty result if `progress`
/// returned false.
class LabelTraining {
 public:
  explicit LabelTraining(const SuggestArguments& arguments);

  /// The classes of DATA are called otherwise: pairs of an old and a new name.
  void rename(const Renamed& classes);
  /// Reads DATA if it has not been read.
  void read(const Progress& progress);
  /// Takes the labels of DATA and of the table, and words by class.
  void take_labels(const std::string& table, const Json& words);
  /// Trains, beginning with the vote of the last training unless a `whole` one
  /// is wanted; whether there is a model.
  [[nodiscard]] bool train(bool whole, const Progress& progress);
  /// Whether the last training weighed its vote itself, or had none.
  [[nodiscard]] bool was_whole() const;
  /// Whether the labels have grown by a quarter since the vote was weighed.
  [[nodiscard]] bool is_due() const;
  /// What the model of the last training says of this document: its class, or
  /// its labels.
  [[nodiscard]] Json guess(const std::string& id) const;
  /// Draws rows to label next.
  [[nodiscard]] PageRows next_rows(const Progress& progress);
  /// Sentences about the last training: labels, seconds, class sizes, and what
  /// changed.
  [[nodiscard]] std::vector<std::string> messages() const { return messages_; }
  /// The expected accuracy of the model of the last training; this takes seven
  /// more trainings.
  [[nodiscard]] std::string expected(const Progress& progress);

 private:
  void run_training(bool whole, const Progress& progress);
  void tell();
  [[nodiscard]] std::vector<std::vector<std::string>> predicted() const;

  SuggestArguments arguments_;
  const std::vector<std::string> given_renames_;
  std::string method_;
  std::optional<Corpus> read_;  // DATA
  Corpus now_;                  // with the labels so far
  Run run_;                     // the last training
  std::shared_ptr<KeptGraphs> graphs_ = keep_graphs();
  bool trained_ = false;                           // there is a model of it
  std::unordered_map<std::string, Index> places_;  // rows by their names
  double seconds_ = 0;                             // that it took
  /// The class of each row, or its labels, by the last training.
  std::vector<std::vector<std::string>> labels_;
  std::vector<std::string> messages_;
};

/// Labels are written to a file, one by one. A thread trains when there are new
/// labels, and replaces the unlabeled documents by others that are suggested.
/// If a training fails, the page says so.
class LabelSession {
 public:
  /// Continues with the labels of the file. `rows` are the first documents to
  /// be labeled, and `stamp` is what stamp_of(DATA) was before they were read.
  LabelSession(const SuggestArguments& arguments, LabelFile& file,
               PageRows rows, std::string stamp);

  /// GET "": the page. GET rows: its documents, as JSON. GET state: {"round":
  /// how often the documents or their guesses changed, "labeled": labels and
  /// answers in the file, "labels": [[id, [label, ...], answer, annotator],
  /// ...] in the order of labeling, "classes", "gone": names that are no
  /// classes any more, "status": the work in progress, "told": sentences about
  /// the last training, "words": chips}. POST labels {"id", "label", "answer",
  /// "annotator"}: what an annotator says of a document is in the file; a label
  /// is a list where labels are sets, and empty beside the answers "none" and
  /// "unsure", or if it is taken back; with the answer "decided" it counts
  /// whatever annotators say. POST words {"class", "word", "chosen"}: so is a
  /// word in the file of words, or not. POST classes {"class", "name"}: the
  /// class is renamed in both files, or merged with the class of that name; an
  /// empty name removes a class without labels.
  [[nodiscard]] Routes routes();
  [[nodiscard]] std::size_t labels() const;

 private:
  [[nodiscard]] Json rows() const;
  [[nodiscard]] Json state() const;
  Answer take(const std::string& body);
  Answer take_word(const std::string& body);
  Answer take_name(const std::string& body);
  void rename_words(const std::string& old, const std::string& name);
  void rename_in_data(const std::string& old, const std::string& name);
  [[nodiscard]] std::optional<std::string> label_of(const Json& request) const;
  void read_words();
  void write_words();
  void read_labels();
  void remember(const TableLabel& label);
  void add_class(const std::string& name);
  void show(PageRows rows);
  void set_status(const std::string& status);
  void keep_training(const std::stop_token& stop);
  void train(const std::stop_token& stop);
  void train_and_draw(bool whole, const Progress& progress);
  [[nodiscard]] bool is_outdated() const;
  [[nodiscard]] bool are_used_up() const;

  void require_unchanged() const;

  const std::string data_, stamp_;
  const TableColumns rules_;
  LabelFile& file_;
  LabelTraining training_;  // used by the thread alone

  mutable std::mutex mutex_;  // guards all that follows, and the file
  std::condition_variable_any changed_;
  std::unordered_map<std::string, Json> offered_;  // by id, as last drawn
  std::vector<std::string> drawn_;                 // ids of the last rows
  std::vector<std::string> classes_, messages_;
  std::vector<std::string> gone_;  // old names, and classes that were removed
  Renamed renames_;
  std::string expected_;
  Json given_ = Json::object();  // {"class": ["word", ...], ...}
  Json suggested_ = Json::object();
  std::vector<TableLabel> labels_;
  std::string words_stamp_;  // stamp_of the file of words as we left it
  std::string status_;
  int round_ = 0;
  std::size_t changes_ = 1;  // counts changes of labels; reading DATA is one
  std::size_t trained_ = 0;  // changes_ when the last training began
  std::jthread thread_;      // ends before the others do
};

}  // namespace semilin::cli
