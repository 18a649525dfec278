#include "cli/train/train_report.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cli/command/console.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kClassesNamed = 8;

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
  std::string text = "expected:         right on " + to_text(found.model) +
                     " of the unlabelled rows, the supervised SVM on " +
                     to_text(found.supervised) + "; told by labels worth " +
                     number(found.worth, 3) + " rows drawn by chance\n";
  if (found.with_more) {
    text += "                  with " + std::to_string(found.more_labels) +
            " more labels, drawn by chance, on " + to_text(*found.with_more) +
            "\n";
  }
  return text;
}

std::string comparison_lines(const TrainReport& report) {
  const RunSummary& summary = report.summary;
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

std::string communication_line(const LinearFigures& figures) {
  const Traffic& traffic = figures.traffic;
  const auto products = static_cast<double>(figures.products);
  return std::to_string(figures.ranks) + " ranks: " +
         number(static_cast<double>(traffic.bytes) / products / 1e3, 4) +
         " kB in " + number(static_cast<double>(traffic.calls) / products, 3) +
         " calls per product, " + fixed_number(traffic.seconds, 2) +
         " s in them";
}

std::string outcome_line(const LinearFigures& figures,
                         const RunSummary& summary) {
  std::string line = "objective " + number(summary.objective, 8) +
                     ", relative gradient " + number(figures.gradient_norm, 2) +
                     ", " + std::string(to_string(summary.stop)) + "; " +
                     std::to_string(figures.retrainings) + " retrainings, " +
                     std::to_string(figures.cg_iterations) + " CG iterations";
  if (figures.switches > 0) {
    line += ", " + std::to_string(figures.switches) + " switches";
  }
  if (figures.ranks > 1) line += "\n" + communication_line(figures);
  return line;
}

std::string outcome_line(const GraphFigures& figures,
                         const RunSummary& summary) {
  if (figures.iterations == 0) return "solved directly";  // Laplacian
  return "objective " + number(summary.objective, 8) + ", variation " +
         number(figures.variation, 5) + ", gap " + number(figures.gap, 2) +
         ", residuals " + number(figures.primal_residual, 2) + " and " +
         number(figures.dual_residual, 2) + ", " +
         std::string(to_string(summary.stop)) + " after " +
         std::to_string(figures.iterations) + " iterations";
}

std::string outcome_line(const TrainSummary& summary) {
  if (summary.linear) return outcome_line(*summary.linear, summary);
  if (summary.graph) return outcome_line(*summary.graph, summary);
  return "objective of the last fit " + number(summary.objective, 8) + ", " +
         std::string(to_string(summary.stop));
}

std::string committee_lines(const CommitteeFigures& figures) {
  std::string text = "committee:        class sizes '" + figures.chosen +
                     "'; all agree on " + percent(figures.unanimous) +
                     " of the unlabelled rows\n";
  const auto voters =
      std::count_if(figures.members.begin(), figures.members.end(),
                    [](const auto& member) { return !member.left_out; });
  for (const CommitteeMember& member : figures.members) {
    text += "  " + member.method + ": agrees with the supervised SVM on " +
            percent(member.with_supervised);
    for (std::size_t m = 0; m < member.with.size(); ++m) {
      if (figures.members[m].method == member.method) continue;
      text += ", with " + figures.members[m].method + " on " +
              percent(member.with[m]);
    }
    text += member.left_out ? "; left out\n"
            : voters == 1   ? "; decides alone\n"
                            : "; right on " + percent(member.accuracy) +
                                " as far as the others tell\n";
  }
  if (!figures.absent.empty()) {
    text += "  " + figures.absent +
            ": left out, on so many rows it would take longer than all the "
            "rest\n";
  }
  return text;
}

std::string graph_line(const GraphFigures& figures) {
  std::string line = "graph:            " + std::to_string(figures.edges) +
                     " edges, " + std::to_string(figures.components) +
                     " components; ";
  if (figures.labeled_edges.count > 0) {
    line += number(100 * figures.labeled_edges.share_within(), 3) + " % of " +
            std::to_string(figures.labeled_edges.count) +
            " edges between labelled rows stay within a class; ";
  }
  return line + "kernel " + figures.kernel + "\n";
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

Json to_json(const TrainReport& report, const std::optional<TestReport>& test) {
  Json json = Json::parse(summary_json(report));
  if (!test) return json;
  json["accuracy"] = test->model.accuracy;
  json["macro_f1"] = test->model.macro_f1;
  json["test"] = {{"file", test->file},
                  {"model", to_json(test->model, false)},
                  {"supervised", to_json(test->supervised, false)}};
  return json;
}

std::string to_text(const TrainReport& report,
                    const std::optional<TestReport>& test) {
  const TrainSummary& summary = report.summary;
  std::string text = std::to_string(summary.rows) + " rows, " +
                     std::to_string(summary.labeled) + " labelled, " +
                     std::to_string(summary.unlabeled) + " unlabelled; " +
                     std::to_string(summary.features) + " features, " +
                     std::to_string(report.classes.size()) + " classes\n";
  if (summary.graph) text += graph_line(*summary.graph);
  if (summary.committee) text += committee_lines(*summary.committee);
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
  text += summary.method + ": " + outcome_line(summary) + "\nread " +
          fixed_number(report.seconds.read, 2) + " s, ";
  if (summary.graph) {
    text +=
        "graph and kernel " + fixed_number(report.seconds.setup, 2) + " s, ";
  }
  text += "solved " + fixed_number(report.seconds.solve, 2) + " s\n";
  if (test) text += test_line(*test);
  return text;
}

}  // namespace semilin::cli
