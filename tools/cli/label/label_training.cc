// The trainings behind a page of semilin label that is served.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/learn/expected_accuracy.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/label_sets.h"

#include "cli/command/progress_printer.h"
#include "cli/label/label_session.h"

namespace semilin::cli {
namespace {

constexpr std::size_t kSizesTold = 9;
constexpr double kQuick = 2;  // seconds; probabilities take several trainings

// Empty, which means the default, for a model that does not record it.
std::string method_of_model(const std::string& path) {
  if (path.empty()) return {};
  const Json info = Json::parse(read_model(path).head().info, nullptr, false);
  return info.is_object() ? info.value("method", "") : "";
}

// Their words come from the page.
Corpus read_labeled_documents(const SuggestArguments& arguments,
                              const Progress& progress) {
  Source source = arguments.source;
  source.read.progress = progress;
  source.seed_words = "none";
  return arguments.model.empty()
             ? read_corpus(std::move(source))
             : read_corpus(std::move(source), read_model(arguments.model),
                           arguments.model);
}

std::string largest_sizes(const std::vector<std::string>& classes,
                          const std::vector<std::vector<std::string>>& labels) {
  std::unordered_map<std::string, double> rows;
  for (const std::vector<std::string>& own : labels)
    for (const std::string& name : own)
      ++rows[name];
  std::vector<std::pair<double, std::string>> sizes;
  for (const std::string& name : classes)
    sizes.emplace_back(rows[name] / static_cast<double>(labels.size()), name);
  std::stable_sort(
      sizes.begin(), sizes.end(),
      [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t k = 0; k < std::min(sizes.size(), kSizesTold); ++k)
    text +=
        (k == 0 ? "" : ", ") + sizes[k].second + " " + percent(sizes[k].first);
  return sizes.size() <= kSizesTold
             ? text
             : text + " and " + std::to_string(sizes.size() - kSizesTold) +
                   " smaller classes";
}

}  // namespace

LabelTraining::LabelTraining(const SuggestArguments& arguments)
    : arguments_(arguments),
      given_renames_(arguments.source.rename),
      method_(method_of_model(arguments.model)) {
  arguments_.quiet = true;
}

void LabelTraining::rename(const Renamed& classes) {
  std::vector<std::string> rules = given_renames_;
  for (const auto& [from, to] : classes)
    rules.push_back(from + "=" + to);
  if (rules == arguments_.source.rename) return;
  arguments_.source.rename = std::move(rules);
  read_.reset();
}

void LabelTraining::read(const Progress& progress) {
  if (read_) return;
  read_ = read_labeled_documents(arguments_, progress);
  places_.clear();
  for (Index i = 0; i < std::ssize(read_->data.labels); ++i)
    places_[read_->name_of(i)] = i;
}

void LabelTraining::take_labels(const std::string& table, const Json& words) {
  now_ = *read_;
  take_label_table(table, arguments_.source.columns, now_);
  take_words(words_from_json(words.dump()), {}, now_);
}

bool LabelTraining::train(bool whole, const Progress& progress) {
  const Dataset& data = now_.data;
  if (data.classes.size() < 2 && !has_label_sets(data))
    throw DataError("labels or words of at least two classes are needed");
  try {
    run_training(whole, progress);
    trained_ = true;
    tell();
  } catch (const DataError& error) {  // a label that all have, or none
    if (!has_label_sets(data)) throw;
    trained_ = false;
    messages_ = {"Not trained yet: " + std::string(error.what()) + "."};
  }
  return trained_;
}

Json LabelTraining::guess(const std::string& id) const {
  const auto place = places_.find(id);
  if (place == places_.end()) return "";
  const std::vector<std::string>& labels = labels_[place->second];
  return has_label_sets(now_.data) ? Json(labels) : Json(labels.front());
}

PageRows LabelTraining::next_rows(const Progress& progress) {
  const Model* model = trained_ ? &run_.model : nullptr;
  const std::string report =
      suggest_report(model, now_, arguments_.request, progress);
  ++arguments_.request.seed;
  return page_rows(Json::parse(report), model, now_);
}

bool LabelTraining::was_whole() const {
  const auto& committee = run_.summary.committee;
  return !committee || committee->weighed_with < 0;
}

bool LabelTraining::is_due() const {
  return trained_ && !was_whole() &&
         4 * run_.summary.labeled >= 5 * run_.summary.committee->weighed_with;
}

void LabelTraining::run_training(bool whole, const Progress& progress) {
  Clock clock;
  RunOptions options;
  options.train.method = method_;
  options.train.threads = arguments_.source.read.threads;
  options.probabilities =
      !method_.empty() && method_ != kCommittee && !has_label_sets(now_.data) &&
      (arguments_.request.use != LabelUse::Training || seconds_ < kQuick);
  options.train.graphs = graphs_;
  if (trained_ && run_.summary.committee && !whole)
    options.train.start = earlier_vote(run_.model.head());
  Run found = run(now_, options, progress);
  if (found.interrupted()) throw Interrupted();
  run_ = std::move(found);
  seconds_ = clock.lap();
}

std::vector<std::vector<std::string>> LabelTraining::predicted() const {
  const std::vector<std::string>& classes = run_.model.head().classes;
  const std::size_t rows = now_.data.labels.size();
  std::vector<std::vector<std::string>> labels(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    if (!has_label_sets(now_.data)) {
      labels[i] = {now_.data.classes[run_.labels[i]]};
      continue;
    }
    for (std::size_t k = 0; k < classes.size(); ++k)
      if (run_.labels[i * classes.size() + k] != 0)
        labels[i].push_back(classes[k]);
  }
  return labels;
}

void LabelTraining::tell() {
  const Dataset& data = now_.data;
  auto labels = predicted();
  Index changed = 0;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (!labels_.empty() && data.labels[i] == kUnlabeled &&
        labels[i] != labels_[i])
      ++changed;
  Index words = 0;
  for (const ClassWords& one : now_.seed_words)
    words += std::ssize(one.words);
  const Index labeled = data.labeled();
  const Index others = std::ssize(labels) - labeled;
  messages_ = {"Trained on " + counted(labeled, "label") +
                   (words == 0 ? "" : " and " + counted(words, "keyword")) +
                   " (" + run_.report.options.method + ", " +
                   fixed_number(seconds_, 1) + " s)" +
                   (labels_.empty() || others == 0
                        ? "."
                        : "; " + grouped(changed) + " of " +
                              counted(others, "prediction") + " changed."),
               "Predicted class sizes: " +
                   largest_sizes(run_.model.head().classes, labels) + "."};
  labels_ = std::move(labels);
}

std::string LabelTraining::expected(const Progress& progress) {
  if (has_label_sets(now_.data)) return {};
  if (now_.data.labeled() == std::ssize(now_.data.labels)) return {};
  if (now_.data.classes.size() < rare_classes(now_.data).size() + 2)
    return "Expected accuracy: unknown until two classes have two labels each.";
  const ExpectedAccuracy found = expected_accuracy(
      now_.data, run_.report.options, run_, now_.drawn, progress);
  if (found.held_out.empty()) throw Interrupted();
  return "Expected accuracy with " + counted(now_.data.labeled(), "label") +
         ": " + to_text(found.model) + " of the unlabeled documents.";
}

}  // namespace semilin::cli
