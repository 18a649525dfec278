#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "semilin/base/number_text.h"
#include "semilin/learn/report.h"

#include "base/plain_text.h"

namespace semilin {
namespace {

constexpr double kNormal95 = 1.96;
constexpr double kSure = 2;       // standard errors of the difference
constexpr double kAlike = 0.995;  // agreement of models that are the same
constexpr double kErrors = 3;     // standard errors that a guard waits for

struct Fraction {
  double value = 0, error = 0;  // its standard error
};

double variance(double share, Index cases) {
  return share * (1 - share) / static_cast<double>(cases);
}

// Two right and two wrong added: all of few right is no certainty.
Fraction cautious_share(double right, Index cases) {
  const double share = (right + 2) / static_cast<double>(cases + 4);
  return {share, std::sqrt(variance(share, cases + 4))};
}

// Whether the share of edges within a class is less by two standard errors of
// both shares than the accuracy of the supervised model; false if one of them
// is not known.
bool is_clearly_below_svm(const LabeledEdges& edges,
                          const RunSummary& summary) {
  if (edges.count == 0 || summary.held_out_rows == 0) return false;
  const Fraction share =
      cautious_share(static_cast<double>(edges.within), edges.count);
  const double svm = summary.held_out_accuracy;
  const double error = std::sqrt(share.error * share.error +
                                 variance(svm, summary.held_out_rows));
  return share.value + 2 * error < svm;
}

// Labels are held out in two folds.
std::string figures_of(const CrossValidated& found,
                       const std::string& model = "the model") {
  return "with half of the labels hidden, " + model + " finds " +
         percent(found.accuracy) + " of " + grouped(found.rows) +
         " (weighted by class size), a plain SVM " + percent(found.supervised);
}

// The sentence about a gain on held-out labels, given its standard error.
std::string verdict(const std::string& noun, double gain, double error,
                    const std::string& figures) {
  if (gain < -error) {
    return "The unlabeled " + noun + " probably hurt: " + figures +
           ". Use the supervised SVM, or give the class sizes.";
  }
  const char* sure = gain > kSure * error ? " helped: " : " probably helped: ";
  if (gain > error) return "The unlabeled " + noun + sure + figures + ".";
  return "The labels cannot tell whether the unlabeled " + noun +
         " helped: " + figures + ".";
}

std::string verdict_of(const CrossValidated& found, const std::string& noun) {
  return verdict(noun, found.accuracy - found.supervised, found.error,
                 figures_of(found)) +
         " To estimate the accuracy with all labels: the option "
         "expected_accuracy.";
}

// Treats the two as estimated from different rows, which is cautious.
std::string verdict_of(const ExpectedAccuracy& found, const std::string& noun) {
  const auto error = [](const Share& share) {
    return (share.high - share.low) / (2 * kNormal95);
  };
  return verdict(noun, found.model.value - found.supervised.value,
                 std::hypot(error(found.model), error(found.supervised)),
                 "the model is expected to be right on " +
                     percent(found.model.value) + " of the unlabeled " + noun +
                     " and the supervised SVM on " +
                     percent(found.supervised.value));
}

// The largest difference between two rows of one output.
double spread(const std::vector<double>& scores, std::size_t outputs) {
  double widest = 0;
  for (std::size_t k = 0; k < outputs; ++k) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t e = k; e < scores.size(); e += outputs) {
      low = std::min(low, scores[e]);
      high = std::max(high, scores[e]);
    }
    widest = std::max(widest, high - low);
  }
  return widest;
}

CsrStore labeled_rows(const Dataset& data) {
  constexpr std::size_t kEnough = 1000;
  std::vector<Index> rows;
  for (Index i = 0; i < data.rows.rows() && rows.size() < kEnough; ++i)
    if (data.labels[i] != kUnlabeled) rows.push_back(i);
  return data.rows.select(rows);
}

// Two labels or more, and more than one in twenty: chance and noise contradict
// a label here and there.
bool contradicts_labels(const GraphFigures& graph, Index labeled) {
  return graph.contradicted >= 2 && 20 * graph.contradicted > labeled;
}

void add_graph_warnings(const GraphFigures& graph, const RunSummary& summary,
                        std::vector<std::string>& all) {
  if (graph.unreached > 0) {
    all.push_back(grouped(graph.unreached) + " " + summary.noun() +
                  " are in components without a label: the graph gives no "
                  "evidence of their classes");
  }
  if (contradicts_labels(graph, summary.labeled)) {
    all.push_back(
        "training would give " + grouped(graph.contradicted) + " of the " +
        grouped(summary.labeled) + " labeled " + summary.noun() +
        " another class than their own: the classes may not be "
        "clusters of the graph (a smaller gamma relies less on it), or "
        "their sizes may be others (the option class_sizes)");
  }
  const LabeledEdges& edges = graph.labeled_edges;
  if (is_clearly_below_svm(edges, summary)) {
    all.push_back(
        "of " + grouped(edges.count) + " edges between labeled " +
        summary.noun() + " " + grouped(edges.within) +
        " stay within a class, while the supervised SVM is right on " +
        percent(summary.held_out_accuracy) +
        " of the labels held out: neighbors tell less about the classes "
        "here than the words or features themselves; prefer the method da");
  }
}

// Classes that are gone, and sizes on which the votes disagree.
void add_class_warnings(const Dataset& data, const TrainSummary& summary,
                        std::vector<std::string>& all) {
  constexpr double kApart = 0.15, kCounts = 0.05;
  std::vector<std::string> gone;
  for (std::size_t k = 0; k < summary.predicted.size(); ++k)
    if (summary.predicted[k] == 0) gone.push_back(data.classes[k]);
  if (!gone.empty() && summary.unlabeled >= 2 * std::ssize(data.classes))
    all.push_back("classes that no unlabeled " + summary.noun(1) +
                  " is given: " + listed(gone));
  if (!summary.committee) return;
  std::string text;
  double widest = kApart;
  const auto& tried = summary.committee->hypotheses;
  for (const SizeHypothesis& a : tried)
    for (const SizeHypothesis& b : tried)
      for (std::size_t k = 0; k < a.sizes.size(); ++k) {
        if (a.evidence != b.evidence ||
            std::min(a.weight, b.weight) < kCounts ||
            a.sizes[k] - b.sizes[k] <= widest)
          continue;
        widest = a.sizes[k] - b.sizes[k];
        text = "the class sizes are uncertain: '" + data.classes[k] + "' has " +
               percent(a.sizes[k]) + " by the hypothesis '" +
               std::string(to_string(a.source)) + "' and " +
               percent(b.sizes[k]) + " by '" +
               std::string(to_string(b.source)) +
               "'; if you know them, give them with the option class_sizes, "
               "such as '" +
               data.classes[k] + "=" +
               number((a.sizes[k] + b.sizes[k]) / 2, 2) + ",...'";
      }
  if (!text.empty()) all.push_back(text);
}

// The largest kappa of an agreement that is fair (Landis and Koch 1977).
constexpr double kFair = 0.4;

bool hardly_agrees(const TrainSummary& summary) {
  if (!summary.committee) return false;
  const auto& tried = summary.committee->hypotheses;
  return std::all_of(tried.begin(), tried.end(),
                     [](const auto& one) { return one.kappa <= kFair; });
}

std::string unknown_since(const std::string& reason) {
  return "The accuracy is unknown, since " + reason +
         ". To estimate it, label 50 documents drawn at random.";
}

// Classes whose rows hold one of their own words hardly more often than other
// rows do.
std::vector<std::string> classes_without_words(
    const Dataset& data, const SeedRows& seeds,
    std::span<const std::int32_t> labels) {
  constexpr double kMoreOften = 2;
  const std::size_t classes = data.classes.size();
  std::vector<std::vector<bool>> own(classes,
                                     std::vector<bool>(data.rows.cols()));
  std::vector<double> members(classes), inside(classes), outside(classes);
  seeds.rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i)
      for (const std::int32_t column : view.row_columns(i))
        own[seeds.labels[i]][column] = true;
  });
  data.rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      members[labels[i]] += 1;
      const auto columns = view.row_columns(i);
      for (std::size_t k = 0; k < classes; ++k) {
        if (std::none_of(columns.begin(), columns.end(),
                         [&](std::int32_t c) { return own[k][c]; }))
          continue;
        (labels[i] == static_cast<std::int32_t>(k) ? inside : outside)[k] += 1;
      }
    }
  });
  const auto rows = static_cast<double>(labels.size());
  std::vector<std::string> names;
  for (std::size_t k = 0; k < classes; ++k) {
    const bool has_words = std::find(seeds.labels.begin(), seeds.labels.end(),
                                     k) != seeds.labels.end();
    const double share = inside[k] / std::max(1.0, members[k]);
    if (has_words &&
        share < kMoreOften * outside[k] / std::max(1.0, rows - members[k]))
      names.push_back(data.classes[k]);
  }
  return names;
}

// What is known of a run, also in words.
struct Known {
  explicit Known(const TrainReport& given)
      : report(given),
        run(given.summary),
        unlabeled("unlabeled " + run.noun()),
        agree("agree on " + percent(run.agreement) + " of them"),
        models("the model and the supervised SVM " + agree),
        likely(
            "labels held out suggest that a supervised one is right on about " +
            percent(run.held_out_accuracy) + " (weighted by class size). ") {}

  const TrainReport& report;
  const RunSummary& run;
  std::string unlabeled, agree, models;
  std::string likely;  // by the labels held out of least squares
};

// What stands for the other class, and the size assumed.
std::string assumed(const OneClassFigures& figures, const Known& known) {
  const std::string& name = known.report.classes.at(figures.found);
  std::string text = "This finds '" + name +
                     "' among all others: " + grouped(figures.drawn) + " " +
                     known.unlabeled +
                     " stand for these, others in each of five trainings. '" +
                     name + "' is assumed to be " + percent(figures.size) +
                     " of the " + known.unlabeled;
  if (!figures.estimated) return text + ", as given.";
  return text + ", under which models found " + grouped(figures.again) +
         " of its " + grouped(figures.labeled) +
         " labels again that they did not know. If you know better, give the "
         "option class_sizes, such as '" +
         name + "=" + number(figures.size, 2) + "'.";
}

// What is said of a run, if it holds and none before it does.
struct Advice {
  bool (*holds)(const Known& known);
  std::string (*sentence)(const Known& known);
};

constexpr Advice kAdvice[] = {
    {[](const Known& known) {
       return known.run.predicted.empty() ||
              known.run.stop == Stop::Interrupted;
     },
     [](const Known&) { return std::string(); }},
    {[](const Known& known) {
       return known.report.summary.one_class.has_value();
     },
     [](const Known& known) {
       return assumed(*known.report.summary.one_class, known);
     }},
    {[](const Known& known) { return known.run.labeled == 0; },
     [](const Known&) { return unknown_since("there are no labels"); }},
    {[](const Known& known) {
       return known.run.fell_back && known.run.held_out.folds > 0;
     },
     [](const Known& known) {
       return "The " + known.unlabeled +
              " did not help, so this is the supervised SVM: " +
              figures_of(known.run.held_out, "a model with them") + ".";
     }},
    {[](const Known& known) { return known.run.fell_back; },
     [](const Known& known) {
       return "The " + known.unlabeled +
              " are left out, so this is the supervised SVM: a model with them "
              "and the SVM " +
              known.agree + " only, while " + known.likely +
              "Give the class sizes or more labels.";
     }},
    {[](const Known& known) { return known.report.expected.has_value(); },
     [](const Known& known) {
       return verdict_of(*known.report.expected, known.run.noun());
     }},
    {[](const Known& known) { return known.report.votes.alone(); },
     [](const Known&) {
       return unknown_since("all labels follow from votes");
     }},
    {[](const Known& known) { return collapsed(known.run); },
     [](const Known& known) {
       return "Check what the " + known.unlabeled +
              " did before you use the model: it and the supervised SVM " +
              known.agree + " only, while " + known.likely +
              "The class sizes may be wrong.";
     }},
    {[](const Known& known) { return known.run.agreement >= kAlike; },
     [](const Known& known) {
       return "The " + known.unlabeled + " changed little: " + known.models +
              ".";
     }},
    {[](const Known& known) { return known.run.held_out.folds > 0; },
     [](const Known& known) {
       return verdict_of(known.run.held_out, known.run.noun());
     }},
    {[](const Known& known) {
       return known.run.labeled <
                  2 * static_cast<Index>(known.run.predicted.size()) &&
              known.run.held_out_rows == 0 &&
              known.run.class_sizes_source == SizeSource::Estimate;
     },
     [](const Known& known) {
       return "There are too few labels to tell whether the " +
              known.unlabeled + " helped: " + known.models +
              ". A second label in every class or the class sizes would make "
              "the result safer.";
     }},
    {[](const Known&) { return true; },
     [](const Known& known) {
       return "The " + known.unlabeled + " may have helped: " + known.models +
              ". To know, estimate the accuracy, or evaluate on labels kept "
              "for a test.";
     }}};

}  // namespace

double agreement_margin(const RunSummary& summary) {
  const Index rows = summary.held_out_rows;
  if (rows == 0) return std::numeric_limits<double>::infinity();
  const Fraction right = cautious_share(
      summary.held_out_accuracy * static_cast<double>(rows), rows);
  return (summary.agreement - right.value) / right.error;
}

bool collapsed(const RunSummary& summary) {
  return agreement_margin(summary) < -kErrors;
}

std::string advice(const TrainReport& report) {
  const Known known(report);
  return std::find_if(std::begin(kAdvice), std::end(kAdvice),
                      [&](const Advice& one) { return one.holds(known); })
      ->sentence(known);
}

namespace {

std::string empty_warning(const TrainSummary& summary) {
  const Index others = summary.unlabeled + summary.empty;
  return grouped(summary.empty) + " of " + grouped(others) + " unlabeled " +
         summary.noun() + " (" +
         percent(static_cast<double>(summary.empty) /
                 static_cast<double>(others)) +
         ") have no feature: they are given the largest class and "
         "are no evidence of anything else";
}

// Of data without labels, whose classes only words tell.
void add_word_warnings(const Dataset& data, const TrainOptions& options,
                       const TrainResult& result,
                       std::vector<std::string>& all) {
  if (hardly_agrees(result.summary)) {
    all.push_back(
        "the members of the committee hardly agree on what the words mean; "
        "add words that occur in documents of each class, or label a few "
        "documents");
  }
  if (options.seeds.rows.rows() == 0) return;
  std::string list;
  for (const std::string& name :
       classes_without_words(data, options.seeds, result.labels))
    list += (list.empty() ? "" : ", ") + name;
  if (!list.empty()) {
    all.push_back(
        "documents predicted as a class hold its own words hardly more often "
        "than others: " +
        list + "; give it other words, or label a few documents");
  }
}

}  // namespace

std::string repeats_warning(const Dataset& data, const std::string& noun) {
  const Repeats found = repeats(data);
  if (found.rows == 0) return {};
  std::string text = grouped(found.rows) + " of " + grouped(found.labeled) +
                     " labeled " + noun +
                     (found.rows == 1 ? " repeats" : " repeat") +
                     " another; copies are held out together";
  if (found.differ > 0)
    text += ". Copies of " + grouped(found.differ) + " " + noun +
            " have different labels: several labels of one are votes (the "
            "option votes)";
  return text;
}

std::vector<std::string> warnings(const Dataset& data,
                                  const TrainOptions& options,
                                  const TrainResult& result) {
  constexpr double kNothing = 1e-3;
  constexpr double kFar = 0.1;
  std::vector<std::string> all;
  const TrainSummary& summary = result.summary;
  if (summary.empty > 0) all.push_back(empty_warning(summary));
  if (std::string text = repeats_warning(data, summary.noun()); !text.empty())
    all.push_back(std::move(text));
  if (summary.graph) add_graph_warnings(*summary.graph, summary, all);
  add_class_warnings(data, summary, all);
  const auto outputs = static_cast<std::size_t>(result.model.head().outputs());
  const double width = spread(
      scores(result.model, labeled_rows(data), options.threads), outputs);
  if (summary.labeled > 0 && width < kNothing) {
    all.push_back("the model gives nearly the same outputs to all labeled " +
                  summary.noun() + ": they differ by " + number(width, 2) +
                  " at most; the penalty may be far too large for them" +
                  (summary.linear
                       ? "; the default lambda is " +
                             number(default_lambda(data, options.threads))
                       : ""));
  }
  if (summary.labeled == 0) add_word_warnings(data, options, result, all);
  if (summary.linear && summary.linear->gradient_norm > kFar) {
    all.push_back("training stopped far from the optimum: the gradient is " +
                  number(summary.linear->gradient_norm, 2) + " of that at 0; " +
                  summary.noun() +
                  " of much the same length, or a larger "
                  "lambda, would help");
  }
  return all;
}

}  // namespace semilin
