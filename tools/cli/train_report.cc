#include "cli/train_report.h"

#include <algorithm>
#include <cmath>

#include <sys/resource.h>

#include "cli/console.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kClassesNamed = 8;

// The options in force, under their names in the library.
Json options_json(const LinearOptions& options) {
  Json json = {{"method", to_string(options.method)}};
  describe(options, [&json](std::string name, const auto& field, const auto&,
                            const auto&) {
    std::replace(name.begin(), name.end(), '-', '_');
    json[name] = field;  // NaN ("by the method") becomes null
  });
  json["ratio"] = options.ratio_source == RatioSource::Given
                      ? Json(options.ratio)
                      : Json(to_string(options.ratio_source));
  json["class_weights"] = options.class_weights;
  return json;
}

// The semi-supervised model beside the supervised one.
Json comparison_json(const LinearSummary& summary) {
  return {{"predicted_sizes", summary.predicted},
          {"supervised_sizes", summary.supervised_predicted},
          {"agreement", summary.agreement},
          {"held_out_rows", summary.held_out_rows},
          {"held_out_accuracy", summary.held_out_accuracy},
          {"labels_sampled", summary.labels_sampled},
          {"fell_back", summary.fell_back},
          {"advice", advice(summary)}};
}

Json to_json(const CrossValidated& found) {
  return {{"folds", found.folds},
          {"rows", found.rows},
          {"accuracy", found.accuracy},
          {"supervised", found.supervised},
          {"standard_error", found.error}};
}

Json outcome_json(const LinearSummary& summary) {
  Json json = {{"rows", summary.rows},
               {"labeled", summary.labeled},
               {"unlabeled", summary.unlabeled},
               {"features", summary.features},
               {"nonzeros", summary.nonzeros}};
  json["ratio"] = summary.ratio;
  json["ratio_source"] = summary.ratio_source;
  json["rho"] = summary.rho;  // null: a constraint
  if (!summary.predicted.empty()) json["comparison"] = comparison_json(summary);
  if (summary.cross_validated.folds > 0) {
    json["cross_validated"] = to_json(summary.cross_validated);
  }
  json["objective"] = summary.objective;
  json["gradient_norm"] = summary.gradient_norm;
  json["entropy"] = summary.entropy;
  json["temperature"] = summary.temperature;
  json["stop"] = to_string(summary.stop);
  json["iterations"] = {{"outer", summary.retrainings},
                        {"dual", summary.dual_epochs},
                        {"newton", summary.newton_iterations},
                        {"cg", summary.cg_iterations},
                        {"switches", summary.switches}};
  json["products"] = summary.products;
  return json;
}

std::string cross_validation_line(const LinearSummary& summary) {
  const CrossValidated& found = summary.cross_validated;
  std::string text = "cross-validated:  right on " +
                     number(100 * found.accuracy, 3) + " % of " +
                     std::to_string(found.rows) + " labelled rows in " +
                     std::to_string(found.folds) + " folds";
  if (!summary.predicted.empty()) {
    text += ", the supervised SVM on " + number(100 * found.supervised, 3) +
            " % (difference +- " + number(100 * found.error, 2) + ")";
  }
  return text + "\n";
}

std::string comparison_lines(const TrainReport& report) {
  const LinearSummary& summary = report.summary;
  std::string text =
      "predicted:        " + sizes_text(report.classes, summary.predicted) +
      "\nsupervised SVM:   " +
      sizes_text(report.classes, summary.supervised_predicted);
  if (summary.held_out_rows > 0) {
    text += "\nheld-out labels:  the supervised model is right on " +
            number(100 * summary.held_out_accuracy, 3) + " % of " +
            std::to_string(summary.held_out_rows);
  }
  return text + "\n" + advice(summary) + "\n";
}

std::string test_line(const TestReport& test) {
  const auto of = [](const Evaluation& one) {
    return "accuracy " + fixed_number(one.accuracy, 4) + ", macro F1 " +
           fixed_number(one.macro_f1, 4);
  };
  return test.file + ": " + of(test.model) +
         " (supervised SVM: " + of(test.supervised) + ")\n";
}

}  // namespace

Index peak_memory_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return Index{1024} * usage.ru_maxrss;
}

std::string sizes_text(const std::vector<std::string>& classes,
                       const std::vector<double>& ratio) {
  if (ratio.size() > kClassesNamed) {
    const auto [least, most] = std::minmax_element(ratio.begin(), ratio.end());
    return std::to_string(ratio.size()) + " classes from " + number(*least, 3) +
           " to " + number(*most, 3);
  }
  std::string text;
  for (std::size_t k = 0; k < ratio.size() && k < classes.size(); ++k) {
    text += (k == 0 ? "" : ", ") + classes[k] + " " + number(ratio[k], 3);
  }
  return text;
}

Json to_json(const TrainReport& report) {
  Json json = {{"method", to_string(report.summary.method)},
               {"options", options_json(report.options)}};
  json["classes"] = report.classes;
  json.update(outcome_json(report.summary));
  const Phases& seconds = report.seconds;
  json["seconds"] = {{"read", seconds.read},
                     {"setup", seconds.setup},
                     {"solve", seconds.solve},
                     {"write", seconds.write}};
  json["peak_memory_bytes"] = peak_memory_bytes();
  if (!report.test) return json;
  json["accuracy"] = report.test->model.accuracy;
  json["macro_f1"] = report.test->model.macro_f1;
  json["test"] = {{"file", report.test->file},
                  {"model", to_json(report.test->model, false)},
                  {"supervised", to_json(report.test->supervised, false)}};
  return json;
}

Json model_info(const LinearOptions& options, const LinearSummary& summary) {
  Json json = {{"made_by", "semilin " SEMILIN_VERSION},
               {"method", to_string(summary.method)},
               {"options", options_json(options)}};
  json["options"].erase("threads");
  json["training"] = outcome_json(summary);
  return json;
}

std::string to_text(const TrainReport& report) {
  const LinearSummary& summary = report.summary;
  std::string text = std::to_string(summary.rows) + " rows, " +
                     std::to_string(summary.labeled) + " labelled, " +
                     std::to_string(summary.unlabeled) + " unlabelled; " +
                     std::to_string(summary.features) + " features, " +
                     std::to_string(report.classes.size()) + " classes\n";
  if (!summary.ratio.empty() && summary.ratio_source != "none") {
    text += "class sizes used: " + sizes_text(report.classes, summary.ratio) +
            " (" + summary.ratio_source + ")\n";
  }
  if (summary.cross_validated.folds > 0) {
    text += cross_validation_line(summary);
  }
  if (!summary.predicted.empty()) text += comparison_lines(report);
  text += std::string(to_string(summary.method)) + ": objective " +
          number(summary.objective, 8) + ", relative gradient " +
          number(summary.gradient_norm, 2) + ", " +
          std::string(to_string(summary.stop)) + "; " +
          std::to_string(summary.retrainings) + " retrainings, " +
          std::to_string(summary.cg_iterations) + " CG iterations";
  if (summary.switches > 0) {
    text += ", " + std::to_string(summary.switches) + " switches";
  }
  text += "\nread " + fixed_number(report.seconds.read, 2) + " s, solved " +
          fixed_number(report.seconds.solve, 2) + " s\n";
  if (report.test) text += test_line(*report.test);
  return text;
}

}  // namespace semilin::cli
