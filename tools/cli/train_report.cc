#include "cli/train_report.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <sys/resource.h>

#include "semilin/version.h"

#include "cli/advice.h"
#include "cli/console.h"
#include "cli/option_json.h"
#include "cli/train_graph_options.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kClassesNamed = 8;

Json sizes_json(const ClassSizeOptions& options) {
  return options.source == SizeSource::Given ? Json(options.sizes)
                                             : Json(to_string(options.source));
}

Json options_json(const TrainReport&, const LinearOptions& options) {
  Json json = {{"method", to_string(options.method)}};
  put_described(options, json);
  json["class_sizes"] = sizes_json(options.class_sizes);
  json["class_weights"] = options.class_weights;
  return json;
}

Json options_json(const TrainReport& report, const GraphTraining& training) {
  const GraphOptions& options = training.options;
  Json json = {{"method", to_string(options.method)}};
  put_described(options, json);
  if (const auto* summary = std::get_if<GraphSummary>(&report.figures)) {
    json["lambda"] = summary->lambda;
    json["gamma"] = summary->gamma;
  }
  json["class_sizes"] = sizes_json(options.class_sizes);
  json["kernel"] = {{"form", to_string(training.kernel.form)},
                    {"width", printable(training.kernel.width)},
                    {"delta", printable(training.kernel.delta)},
                    {"rank", training.kernel.low_rank.features},
                    {"seed", training.kernel.low_rank.seed}};
  json["graph"] = report.graph_file.empty() ? to_json(training.making)
                                            : Json(report.graph_file);
  return json;
}

Json options_json(const TrainReport& report, const CommitteeOptions& options) {
  Json json = {{"method", kCommittee},
               {"linear", options_json(report, options.linear)},
               {"graph", options_json(report, options.graph)}};
  json["linear"].erase("method");
  json["linear"].erase("threads");
  json["graph"].erase("method");
  return json;
}

Json options_json(const TrainReport& report) {
  return std::visit(
      [&](const auto& options) { return options_json(report, options); },
      report.options.method);
}

// The semi-supervised model beside the supervised one.
Json comparison_json(const TrainReport& report) {
  const RunSummary& summary = report.summary();
  return {{"predicted_sizes", summary.predicted},
          {"supervised_sizes", summary.supervised_predicted},
          {"agreement", summary.agreement},
          {"held_out_rows", summary.held_out_rows},
          {"held_out_accuracy", summary.held_out_accuracy},
          {"labels_sampled", summary.labels_sampled},
          {"fell_back", summary.fell_back},
          {"advice", advice(summary, report.expected)}};
}

Json cross_validated_json(const CrossValidated& found) {
  return {{"folds", found.folds},
          {"rows", found.rows},
          {"accuracy", found.accuracy},
          {"supervised", found.supervised},
          {"standard_error", found.error}};
}

Json share_json(const Share& share) {
  return {{"value", share.value}, {"low", share.low}, {"high", share.high}};
}

Json expected_json(const ExpectedAccuracy& found,
                   const std::vector<std::string>& classes) {
  Json json = {{"model", share_json(found.model)},
               {"supervised", share_json(found.supervised)},
               {"rows", found.left_out.size()},
               {"worth", found.worth},
               {"classes", Json::object()}};
  for (std::size_t k = 0; k < classes.size(); ++k)
    if (found.classes[k])
      json["classes"][classes[k]] = share_json(*found.classes[k]);
  if (found.with_more) {
    json["more_labels"] = found.more_labels;
    json["with_more"] = share_json(*found.with_more);
  }
  return json;
}

Json figures_json(const LinearSummary& summary) {
  Json json = {{"rho", summary.rho},  // null: a constraint
               {"objective", summary.objective},
               {"gradient_norm", summary.gradient_norm},
               {"entropy", summary.entropy},
               {"temperature", summary.temperature},
               {"early_rows", summary.early_rows},
               {"iterations",
                {{"outer", summary.retrainings},
                 {"dual", summary.dual_epochs},
                 {"newton", summary.newton_iterations},
                 {"cg", summary.cg_iterations},
                 {"switches", summary.switches}}},
               {"products", summary.products}};
  if (summary.ranks == 1) return json;
  const Traffic& traffic = summary.traffic;
  json["communication"] = {{"ranks", summary.ranks},
                           {"calls", traffic.calls},
                           {"bytes", traffic.bytes},
                           {"seconds", traffic.seconds}};
  return json;
}

Json figures_json(const GraphSummary& summary) {
  Json json = {{"edges", summary.edges},
               {"components", summary.components},
               {"unreached", summary.unreached},
               {"contradicted", summary.contradicted},
               {"labeled_edges", summary.labeled_edges.count},
               {"edges_within_class", summary.labeled_edges.share_within()},
               {"class_sizes_drift", summary.drift},
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

Json figures_json(const CommitteeSummary& summary) {
  Json json = {{"chosen", summary.chosen},
               {"unanimous", summary.unanimous},
               {"hypotheses", Json::array()},
               {"members", Json::array()},
               {"objective", summary.objective}};
  for (const SizeHypothesis& one : summary.hypotheses) {
    json["hypotheses"].push_back(
        {{"name", one.name}, {"kappa", one.kappa}, {"class_sizes", one.sizes}});
  }
  for (const CommitteeMember& one : summary.members) {
    json["members"].push_back(
        {{"method", one.method},
         {"predicted_sizes", one.predicted},
         {"accuracy", one.accuracy},
         {"agreement_with_supervised", one.with_supervised},
         {"agreement", one.with},
         {"left_out", one.left_out}});
  }
  if (!summary.absent.empty()) json["absent"] = summary.absent;
  return json;
}

Json outcome_json(const TrainReport& report) {
  const RunSummary& summary = report.summary();
  Json json = {{"rows", summary.rows},
               {"labeled", summary.labeled},
               {"unlabeled", summary.unlabeled},
               {"features", summary.features},
               {"nonzeros", summary.nonzeros},
               {"class_sizes", summary.class_sizes},
               {"class_sizes_source", summary.class_sizes_source}};
  if (!summary.predicted.empty()) json["comparison"] = comparison_json(report);
  if (summary.cross_validated.folds > 0) {
    json["cross_validated"] = cross_validated_json(summary.cross_validated);
  }
  if (report.expected)
    json["expected_accuracy"] = expected_json(*report.expected, report.classes);
  json["stop"] = to_string(summary.stop);
  std::visit([&json](const auto& f) { json.update(figures_json(f)); },
             report.figures);
  return json;
}

// The method that made the model.
std::string method_of(const TrainReport& report) {
  if (report.summary().fell_back) return std::string(to_string(Method::Svm));
  if (std::holds_alternative<CommitteeSummary>(report.figures)) {
    return std::string(kCommittee);
  }
  const auto* graph = std::get_if<GraphSummary>(&report.figures);
  return std::string(
      graph != nullptr
          ? to_string(graph->method)
          : to_string(std::get<LinearSummary>(report.figures).method));
}

// What this process has taken at most.
Index peak_memory_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return Index{1024} * usage.ru_maxrss;
}

// "a 0.3, b 0.7", or the range of many classes.
std::string sizes_text(const std::vector<std::string>& classes,
                       const std::vector<double>& sizes) {
  if (sizes.size() > kClassesNamed) {
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    return std::to_string(sizes.size()) + " classes from " + number(*least, 3) +
           " to " + number(*most, 3);
  }
  std::string text;
  for (std::size_t k = 0; k < sizes.size() && k < classes.size(); ++k) {
    text += (k == 0 ? "" : ", ") + classes[k] + " " + number(sizes[k], 3);
  }
  return text;
}

std::string cross_validation_line(const RunSummary& summary) {
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

std::string expected_lines(const ExpectedAccuracy& found) {
  std::string text =
      "expected:         right on " + interval_text(found.model) +
      " of the unlabelled rows, the supervised SVM on " +
      interval_text(found.supervised) + "; told by labels worth " +
      number(found.worth, 3) + " rows drawn by chance\n";
  if (found.with_more) {
    text += "                  with " + std::to_string(found.more_labels) +
            " more labels, drawn by chance, on " +
            interval_text(*found.with_more) + "\n";
  }
  return text;
}

std::string comparison_lines(const TrainReport& report) {
  const RunSummary& summary = report.summary();
  std::string text =
      "predicted:        " + sizes_text(report.classes, summary.predicted) +
      "\nsupervised SVM:   " +
      sizes_text(report.classes, summary.supervised_predicted);
  if (summary.held_out_rows > 0) {
    text += "\nheld-out labels:  the supervised model is right on " +
            number(100 * summary.held_out_accuracy, 3) + " % of " +
            std::to_string(summary.held_out_rows);
  }
  const std::string advised = advice(summary, report.expected);
  return text + "\n" + (advised.empty() ? "" : advised + "\n");
}

std::string communication_line(const LinearSummary& summary) {
  const Traffic& traffic = summary.traffic;
  const auto products = static_cast<double>(summary.products);
  return std::to_string(summary.ranks) + " ranks: " +
         number(static_cast<double>(traffic.bytes) / products / 1e3, 4) +
         " kB in " + number(static_cast<double>(traffic.calls) / products, 3) +
         " calls per product, " + fixed_number(traffic.seconds, 2) +
         " s in them";
}

std::string outcome_line(const LinearSummary& summary) {
  std::string line = "objective " + number(summary.objective, 8) +
                     ", relative gradient " + number(summary.gradient_norm, 2) +
                     ", " + std::string(to_string(summary.stop)) + "; " +
                     std::to_string(summary.retrainings) + " retrainings, " +
                     std::to_string(summary.cg_iterations) + " CG iterations";
  if (summary.switches > 0) {
    line += ", " + std::to_string(summary.switches) + " switches";
  }
  if (summary.ranks > 1) line += "\n" + communication_line(summary);
  return line;
}

std::string outcome_line(const GraphSummary& summary) {
  if (summary.iterations == 0) return "solved directly";  // Laplacian
  return "objective " + number(summary.objective, 8) + ", variation " +
         number(summary.variation, 5) + ", gap " + number(summary.gap, 2) +
         ", residuals " + number(summary.primal_residual, 2) + " and " +
         number(summary.dual_residual, 2) + ", " +
         std::string(to_string(summary.stop)) + " after " +
         std::to_string(summary.iterations) + " iterations";
}

std::string outcome_line(const CommitteeSummary& summary) {
  return "objective of the last fit " + number(summary.objective, 8) + ", " +
         std::string(to_string(summary.stop));
}

std::string committee_lines(const CommitteeSummary& summary) {
  std::string text = "committee:        class sizes '" + summary.chosen +
                     "'; all agree on " + percent(summary.unanimous) +
                     " of the unlabelled rows\n";
  const auto voters =
      std::count_if(summary.members.begin(), summary.members.end(),
                    [](const auto& member) { return !member.left_out; });
  for (const CommitteeMember& member : summary.members) {
    text += "  " + member.method + ": agrees with the supervised SVM on " +
            percent(member.with_supervised);
    for (std::size_t m = 0; m < member.with.size(); ++m) {
      if (summary.members[m].method == member.method) continue;
      text += ", with " + summary.members[m].method + " on " +
              percent(member.with[m]);
    }
    text += member.left_out ? "; left out\n"
            : voters == 1   ? "; decides alone\n"
                            : "; right on " + percent(member.accuracy) +
                                " as far as the others tell\n";
  }
  if (!summary.absent.empty()) {
    text += "  " + summary.absent +
            ": left out, on so many rows it would take longer than all the "
            "rest\n";
  }
  return text;
}

std::string graph_line(const GraphSummary& summary) {
  std::string line = "graph:            " + std::to_string(summary.edges) +
                     " edges, " + std::to_string(summary.components) +
                     " components; ";
  if (summary.labeled_edges.count > 0) {
    line += number(100 * summary.labeled_edges.share_within(), 3) + " % of " +
            std::to_string(summary.labeled_edges.count) +
            " edges between labelled rows stay within a class; ";
  }
  return line + "kernel " + summary.kernel + "\n";
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

std::string interval_text(const Share& share) {
  return percent(share.value) + " (95 %: " + fixed_number(100 * share.low, 1) +
         " to " + fixed_number(100 * share.high, 1) + ")";
}

Json to_json(const TrainReport& report) {
  Json json = {{"method", method_of(report)},
               {"options", options_json(report)}};
  json["classes"] = report.classes;
  json.update(outcome_json(report));
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

Json model_info(const TrainReport& report) {
  Json json = {{"made_by", "semilin " + std::string(version())},
               {"method", method_of(report)},
               {"options", options_json(report)}};
  json["options"].erase("threads");
  json["training"] = outcome_json(report);
  return json;
}

std::string to_text(const TrainReport& report) {
  const RunSummary& summary = report.summary();
  const auto* graph = std::get_if<GraphSummary>(&report.figures);
  std::string text = std::to_string(summary.rows) + " rows, " +
                     std::to_string(summary.labeled) + " labelled, " +
                     std::to_string(summary.unlabeled) + " unlabelled; " +
                     std::to_string(summary.features) + " features, " +
                     std::to_string(report.classes.size()) + " classes\n";
  if (graph != nullptr) text += graph_line(*graph);
  if (const auto* all = std::get_if<CommitteeSummary>(&report.figures))
    text += committee_lines(*all);
  if (!summary.class_sizes.empty() && summary.class_sizes_source != "none") {
    text +=
        "class sizes used: " + sizes_text(report.classes, summary.class_sizes) +
        " (" + summary.class_sizes_source + ")\n";
  }
  if (summary.cross_validated.folds > 0) {
    text += cross_validation_line(summary);
  }
  if (report.expected) text += expected_lines(*report.expected);
  if (!summary.predicted.empty()) text += comparison_lines(report);
  text += method_of(report) + ": " +
          std::visit([](const auto& f) { return outcome_line(f); },
                     report.figures) +
          "\nread " + fixed_number(report.seconds.read, 2) + " s, ";
  if (graph != nullptr) {
    text +=
        "graph and kernel " + fixed_number(report.seconds.setup, 2) + " s, ";
  }
  text += "solved " + fixed_number(report.seconds.solve, 2) + " s\n";
  if (report.test) text += test_line(*report.test);
  return text;
}

std::vector<std::string> warnings(const TrainReport& report) {
  std::vector<std::string> all;
  const auto* graph = std::get_if<GraphSummary>(&report.figures);
  if (graph == nullptr) return all;
  if (graph->unreached > 0) {
    all.push_back(std::to_string(graph->unreached) +
                  " rows are in components without a label: the graph says "
                  "nothing of their classes");
  }
  if (graph->contradicts_labels()) {
    all.push_back(
        "training would give " + std::to_string(graph->contradicted) +
        " of the " + std::to_string(graph->labeled) +
        " labelled rows another class than their own: the classes may not be "
        "clusters of the graph (a smaller --gamma relies less on it), or "
        "their sizes may be others (--ratio)");
  }
  if (graph->knows_less_than_svm()) {
    all.push_back(
        "of " + std::to_string(graph->labeled_edges.count) +
        " edges between labelled rows " +
        std::to_string(graph->labeled_edges.within) +
        " stay within a class, while the supervised SVM is right on " +
        number(100 * graph->held_out_accuracy, 3) +
        " % of the labels held out: neighbours say less of the classes here "
        "than the words or features themselves; prefer --method da");
  }
  return all;
}

}  // namespace semilin::cli
