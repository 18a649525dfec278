#include "cli/train_graph_report.h"

#include <algorithm>

#include "cli/console.h"
#include "cli/train_report.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

// NaN ("by the method") becomes null.
Json options_json(const GraphTrainReport& report) {
  Json json = {{"method", to_string(report.options.method)},
               {"lambda", report.summary.lambda}};
  describe(report.options, [&json](std::string name, const auto& field,
                                   const auto&, const auto&) {
    std::replace(name.begin(), name.end(), '-', '_');
    json[name] = field;
  });
  json["gamma"] = report.summary.gamma;
  json["tolerance"] = report.options.tolerance;
  json["max_iterations"] = report.options.max_iterations;
  json["kernel"] = {{"form", to_string(report.kernel.form)},
                    {"width", report.kernel.width},
                    {"delta", report.kernel.delta},
                    {"rank", report.kernel.low_rank.features},
                    {"seed", report.kernel.low_rank.seed}};
  json["graph"] = report.training.file.empty() ? to_json(report.training.making)
                                               : Json(report.training.file);
  return json;
}

Json outcome_json(const GraphSummary& summary) {
  Json json = {{"rows", summary.rows},
               {"labeled", summary.labeled},
               {"unlabeled", summary.unlabeled},
               {"features", summary.features},
               {"nonzeros", summary.nonzeros},
               {"edges", summary.edges},
               {"components", summary.components},
               {"unreached", summary.unreached},
               {"contradicted", summary.contradicted},
               {"ratio", summary.sizes},
               {"ratio_source", summary.size_source},
               {"ratio_drift", summary.drift},
               {"stop", to_string(summary.stop)},
               {"iterations", summary.iterations}};
  if (summary.iterations == 0) return json;  // Laplacian
  json.update({{"start", summary.start},
               {"objective", summary.objective},
               {"variation", summary.variation},
               {"gap", summary.gap},
               {"primal_residual", summary.primal_residual},
               {"dual_residual", summary.dual_residual},
               {"changed", summary.changed}});
  return json;
}

std::string outcome_line(const GraphSummary& summary) {
  std::string line = std::string(to_string(summary.method)) + ": ";
  if (summary.iterations == 0) return line + "solved directly";  // Laplacian
  return line + "objective " + number(summary.objective, 8) + ", variation " +
         number(summary.variation, 5) + ", gap " + number(summary.gap, 2) +
         ", residuals " + number(summary.primal_residual, 2) + " and " +
         number(summary.dual_residual, 2) + ", " +
         std::string(to_string(summary.stop)) + " after " +
         std::to_string(summary.iterations) + " iterations";
}

}  // namespace

Json to_json(const GraphTrainReport& report) {
  Json json = {{"method", to_string(report.summary.method)},
               {"options", options_json(report)},
               {"classes", report.classes}};
  json.update(outcome_json(report.summary));
  json["seconds"] = {{"read", report.read},
                     {"setup", report.setup},
                     {"solve", report.solve},
                     {"write", report.write}};
  json["peak_memory_bytes"] = peak_memory_bytes();
  if (!report.test) return json;
  json["accuracy"] = report.test->accuracy;
  json["macro_f1"] = report.test->macro_f1;
  json["test"] = {{"file", report.test_file},
                  {"model", to_json(*report.test, false)}};
  return json;
}

Json model_info(const GraphTrainReport& report) {
  return {{"made_by", "semilin " SEMILIN_VERSION},
          {"method", to_string(report.summary.method)},
          {"options", options_json(report)},
          {"training", outcome_json(report.summary)}};
}

std::string to_text(const GraphTrainReport& report) {
  const GraphSummary& summary = report.summary;
  std::string text =
      std::to_string(summary.rows) + " rows, " +
      std::to_string(summary.labeled) + " labelled, " +
      std::to_string(summary.unlabeled) + " unlabelled; " +
      std::to_string(report.classes.size()) + " classes; " +
      std::to_string(summary.edges) + " edges, " +
      std::to_string(summary.components) + " components; kernel " +
      summary.kernel +
      "\nclass sizes used: " + sizes_text(report.classes, summary.sizes) +
      " (" + summary.size_source + ")\n" + outcome_line(summary) + "\nread " +
      fixed_number(report.read, 2) + " s, graph and kernel " +
      fixed_number(report.setup, 2) + " s, solved " +
      fixed_number(report.solve, 2) + " s\n";
  if (report.test) {
    text += report.test_file + ": accuracy " +
            fixed_number(report.test->accuracy, 4) + ", macro F1 " +
            fixed_number(report.test->macro_f1, 4) + "\n";
  }
  return text;
}

}  // namespace semilin::cli
