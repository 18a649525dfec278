// The trainings behind a page of semilin label that is served.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "semilin/run.h"

#include "cli/train/suggest.h"

namespace semilin::cli {

/// Trains on DATA and more and more labels: with the method and the terms of
/// the model, if there is one, otherwise with the defaults. All functions throw
/// DataError, and throw Interrupted or return an empty result if `progress`
/// returned false.
class LabelTraining {
 public:
  explicit LabelTraining(const SuggestArguments& arguments);

  /// Reads DATA if it has not been read.
  void read(const Progress& progress);
  /// Takes the labels of DATA and of the table, and words by class.
  void take_labels(const std::string& table,
                   const nlohmann::ordered_json& words);
  /// Trains, and draws rows to label next.
  [[nodiscard]] SuggestedRows next_rows(const Progress& progress);
  /// Sentences about the last training: labels, seconds, class sizes, and what
  /// changed.
  [[nodiscard]] std::vector<std::string> messages() const { return messages_; }
  /// The expected accuracy of the model of the last training; this takes seven
  /// more trainings.
  [[nodiscard]] std::string expected(const Progress& progress);

 private:
  void train(const Progress& progress);
  void tell();
  [[nodiscard]] std::vector<std::vector<std::string>> predicted() const;

  SuggestArguments arguments_;
  std::string method_;
  std::optional<Corpus> read_;  // DATA
  Corpus now_;                  // with the labels so far
  Run run_;                     // the last training
  double seconds_ = 0;          // that it took
  /// The class of each row, or its labels, by the last training.
  std::vector<std::vector<std::string>> labels_;
  std::vector<std::string> messages_;
};

}  // namespace semilin::cli
