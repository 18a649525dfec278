// The report of a training run with its test, as JSON and as lines for people.
#include <algorithm>
#include <map>

#include "cli/data/descriptions.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

constexpr std::size_t kClassesNamed = 6;

// "a 30.0 %, b 70.0 %", or the range of many classes.
std::string sizes_text(const std::vector<std::string>& classes,
                       const std::vector<double>& sizes) {
  if (sizes.size() > kClassesNamed) {
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    return "from " + percent(*least) + " to " + percent(*most);
  }
  std::string text;
  for (std::size_t k = 0; k < sizes.size() && k < classes.size(); ++k) {
    text += (k == 0 ? "" : ", ") + classes[k] + " " + percent(sizes[k]);
  }
  return text;
}

std::string expected_lines(const ExpectedAccuracy& found,
                           const std::string& noun) {
  std::string text = "Expected accuracy on the unlabeled " + noun + ": " +
                     to_text(found.model) +
                     "; the supervised SVM: " + to_text(found.supervised) +
                     ".\n";
  if (found.with_more) {
    text += "With " + grouped(found.more_labels) + " more labels of " + noun +
            " drawn at random it would be " + to_text(*found.with_more) + ".\n";
  }
  return text;
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
  // a vote of dense rows has none
  return (summary.objective > 0
              ? "objective of the model " + number(summary.objective, 8) + ", "
              : "") +
         std::string(to_string(summary.stop));
}

// "da, nb-em and tv-rls".
std::string enumeration(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool last = k + 1 == names.size();
    text += (k == 0 ? "" : last ? " and " : ", ") + names[k];
  }
  return text;
}

std::string committee_line(const CommitteeFigures& figures,
                           const std::string& noun) {
  if (figures.members.empty())
    return "Interrupted before the vote: this is the supervised SVM.\n";
  std::vector<std::string> asked, others;
  for (const CommitteeMember& member : figures.members)
    (member.asked ? asked : others).push_back(member.method);
  std::string line = "Method: committee of " + enumeration(asked);
  if (asked.size() > 1) {
    line += std::string(", which ") + (asked.size() > 2 ? "all " : "") +
            "agree on " + percent(figures.unanimous) + " of the unlabeled " +
            noun;
  }
  if (figures.weighed_with >= 0) {
    line +=
        ", weighed by a training on " + counted(figures.weighed_with, "label");
  } else if (!others.empty()) {
    line += "; on labels held out " + enumeration(others) +
            " did too badly to vote";
  }
  return line + ".\n";
}

std::string hypotheses_lines(const std::vector<SizeHypothesis>& hypotheses) {
  std::map<std::string, double> weights;  // by evidence
  for (const SizeHypothesis& one : hypotheses)
    weights[one.evidence] += one.weight;
  std::string text;
  if (weights.size() > 1) {
    text += "evidence by weight of the vote:";
    for (const auto& [evidence, weight] : weights)
      text += " " + evidence + " " + percent(weight);
    text += "\n";
  }
  for (const auto& [evidence, weight] : weights) {
    text += "class sizes by weight of the vote";
    if (weights.size() > 1) text += " (" + evidence + ")";
    text += ":";
    for (const SizeHypothesis& one : hypotheses)
      if (one.evidence == evidence)
        text += " " + std::string(to_string(one.source)) + " " +
                percent(one.weight);
    text += "\n";
  }
  return text;
}

// The share of the unlabeled rows on which members agree, and what each
// weighs.
std::string agreement_table(const CommitteeFigures& figures) {
  std::vector<std::string> header = {"agreement with", "SVM"};
  for (const CommitteeMember& member : figures.members)
    header.push_back(member.method);
  header.emplace_back("labels held out");
  header.emplace_back("weight");
  Table table = {header};
  for (const CommitteeMember& member : figures.members) {
    std::vector<std::string> line = {
        member.method,
        member.with.empty() ? "-" : percent(member.with_supervised)};
    for (std::size_t m = 0; m < figures.members.size(); ++m) {
      const CommitteeMember& other = figures.members[m];
      const bool both = !member.with.empty() && !other.with.empty();
      line.push_back(both && &other != &member ? percent(member.with[m]) : "-");
    }
    line.push_back(figures.held_out_rows > 0 ? percent(member.held_out) : "-");
    line.push_back(percent(member.weight));
    table.push_back(line);
  }
  std::string text = to_text(table) + hypotheses_lines(figures.hypotheses);
  if (!figures.absent.empty()) {
    text += figures.absent +
            " is absent: on so much data it would take longer than all the "
            "others\n";
  }
  return text;
}

// Each voter beside the labels that were given and what the others say.
std::string voters_table(const VoteFigures& votes) {
  Table table = {{"voter", "votes", "agrees with the others", "kappa",
                  "agrees with labels", "kappa", "remark"}};
  const auto share = [](const std::optional<Agreement>& found) {
    return found && found->rows > 0 ? percent(found->share) : "-";
  };
  const auto kappa = [](const std::optional<Agreement>& found) {
    return found && found->rows > 0 ? fixed_number(found->kappa, 2) : "-";
  };
  for (const VoterFigures& one : votes.voters) {
    table.push_back({one.name, grouped(one.rows), share(one.others),
                     kappa(one.others), share(one.given), kappa(one.given),
                     one.at_chance          ? "no better than chance"
                     : one.contradicted     ? "contradicted by the others"
                     : !one.same_as.empty() ? "the same as " + one.same_as
                                            : ""});
  }
  return to_text(table);
}

std::string graph_line(const GraphFigures& figures) {
  std::string line = "graph: " + counted(figures.edges, "edge") + ", " +
                     counted(figures.components, "component") + ", kernel " +
                     figures.kernel;
  if (figures.labeled_edges.count > 0) {
    line += "; " + percent(figures.labeled_edges.share_within()) + " of " +
            grouped(figures.labeled_edges.count) +
            " edges between labels stay within a class";
  }
  return line + "\n";
}

// The method or the members that decided.
std::string method_line(const TrainSummary& summary) {
  if (summary.committee)
    return committee_line(*summary.committee, summary.noun());
  return "Method: " + summary.method + " (" +
         std::string(method_named(summary.method).help) + "), " +
         std::string(to_string(summary.stop)) + ".\n";
}

std::string class_sizes_line(const TrainReport& report) {
  const TrainSummary& summary = report.summary;
  const SizeSource source = summary.class_sizes_source;
  if (summary.class_sizes.empty() || source == SizeSource::None) return "";
  const double drawn = report.options.class_sizes.rows;
  return "Class sizes among the unlabeled " + summary.noun() + " (" +
         (source == SizeSource::Votes ? "from the votes"
          : drawn > 0                 ? "from labels of " + summary.noun() +
                            " that suggest drew, worth " + number(drawn, 3) +
                            " drawn at random"
          : source == SizeSource::Labels ? "as among the labels"
                                         : std::string(to_string(source))) +
         "): " + sizes_text(report.classes, summary.class_sizes) + ".\n";
}

std::string test_line(const TestReport& test) {
  return "On " + test.file + ": accuracy " + percent(test.model.accuracy) +
         ", macro F1 " + percent(test.model.macro_f1) +
         "; the supervised SVM: " + percent(test.supervised.accuracy) + ", " +
         percent(test.supervised.macro_f1) + ".\n";
}

}  // namespace

Json to_json(const TrainReport& report, const std::optional<TestReport>& test) {
  Json json = Json::parse(summary_json(report));
  if (json.contains("comparison")) {
    Json& advised = json["comparison"]["advice"];
    advised = spelled(advised);
  }
  if (!test) return json;
  json["accuracy"] = test->model.accuracy;
  json["macro_f1"] = test->model.macro_f1;
  json["test"] = {
      {"file", test->file},
      {"model", Json::parse(to_json(test->model, false))},
      {"supervised", Json::parse(to_json(test->supervised, false))}};
  return json;
}

std::string to_text(const TrainReport& report,
                    const std::optional<TestReport>& test) {
  const TrainSummary& summary = report.summary;
  std::string text = grouped(summary.rows) + " " + summary.noun(summary.rows) +
                     ": " + grouped(summary.labeled) + " labeled, " +
                     grouped(summary.unlabeled + summary.empty) + " unlabeled" +
                     (summary.empty > 0 ? " (" + grouped(summary.empty) +
                                              " of them without a feature)"
                                        : "") +
                     "; " + counted(summary.features, "feature") + ", " +
                     counted(std::ssize(report.classes), "class") +
                     reading(summary.read_words, summary.pieces) + ".\n";
  if (const auto voters = report.votes.voters.size(); voters > 0)
    text += grouped(report.votes.rows) + " of the labels follow from " +
            std::to_string(voters) + (voters == 1 ? " voter" : " voters") +
            "; -v lists how far each can be trusted.\n";
  text += method_line(summary) + class_sizes_line(report);
  if (report.expected) text += expected_lines(*report.expected, summary.noun());
  // without labels, or with those of votes alone, a test tells the accuracy
  const bool tells = test && (summary.labeled == 0 || report.votes.alone());
  if (const std::string advised = advice(report); !advised.empty() && !tells)
    text += spelled(advised) + "\n";
  if (test) text += test_line(*test);
  return text;
}

std::string details(const TrainReport& report) {
  const TrainSummary& summary = report.summary;
  std::string text;
  if (!report.votes.voters.empty()) text += voters_table(report.votes);
  if (summary.graph) text += graph_line(*summary.graph);
  if (summary.committee) text += agreement_table(*summary.committee);
  if (!summary.predicted.empty()) {
    text +=
        "predicted sizes: " + sizes_text(report.classes, summary.predicted) +
        "\nsizes by the supervised SVM: " +
        sizes_text(report.classes, summary.supervised_predicted) + "\n";
    if (summary.held_out_rows > 0) {
      text += "the supervised SVM is right on " +
              percent(summary.held_out_accuracy) + " of " +
              grouped(summary.held_out_rows) + " labels held out\n";
    }
  }
  text += summary.method + ": " + outcome_line(summary) + "\nseconds: read " +
          fixed_number(report.seconds.read, 2);
  if (summary.graph)
    text += ", graph and kernel " + fixed_number(report.seconds.setup, 2);
  return text + ", training " + fixed_number(report.seconds.solve, 2) + "\n";
}

}  // namespace semilin::cli
