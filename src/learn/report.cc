#include "semilin/learn/report.h"

#include <algorithm>

#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/version.h"

#include "base/json.h"
#include "learn/committee/rules.h"

namespace semilin {
namespace {

using Ordered = nlohmann::ordered_json;

// --- options

// The settings, those without a value as null.
template <class Options>
void put_settings(Options options, Ordered& json) {
  for (const Setting& setting : settings_of(options))
    json[json_name(setting.name)] = json_of(setting);
}

// The value that put_settings wrote, if `json` has one of this name.
void take_setting(const Ordered& json, const std::string& name,
                  const Setting& setting) {
  const auto found = json.find(json_name(name));
  if (found != json.end()) set_from(setting, *found);
}

// The inverse of put_settings; fields that `json` does not have stay.
template <class Options>
void take_settings(const Ordered& json, Options& options) {
  for (const Setting& setting : settings_of(options))
    take_setting(json, setting.name, setting);
}

Ordered making_json(const GraphMaking& options) {
  Ordered json;
  put_settings(options.neighbors, json);
  put_settings(options.edges, json);
  return json;
}

Ordered sizes_json(const ClassSizeOptions& options) {
  return options.are_given() ? Ordered(options.sizes)
                             : Ordered(to_string(options.source));
}

Ordered linear_json(const TrainOptions& options) {
  Ordered json;
  put_settings(options.linear, json);
  json["class_sizes"] = sizes_json(options.class_sizes);
  json["class_weights"] = options.linear.class_weights;
  return json;
}

Ordered graph_json(const TrainReport& report) {
  const GraphTraining& training = report.options.graph;
  Ordered json;
  put_settings(training.options, json);
  if (const auto& figures = report.summary.graph) {
    json["lambda"] = figures->lambda;
    json["gamma"] = figures->gamma;
  }
  json["class_sizes"] = sizes_json(report.options.class_sizes);
  json["kernel"] = {{"form", to_string(training.kernel.form)},
                    {"width", printable(training.kernel.width)},
                    {"delta", printable(training.kernel.delta)},
                    {"rank", training.kernel.low_rank.features},
                    {"seed", training.kernel.low_rank.seed}};
  json["graph"] = report.graph_file.empty() ? making_json(training.making)
                                            : Ordered(report.graph_file);
  return json;
}

// A method of one kind has its options beside its name, one of both kinds two
// objects.
Ordered options_json(const TrainReport& report) {
  const Method& method = method_named(report.options.method);
  Ordered json = {{"method", method.name}};
  if (!method.graph) {
    json.update(linear_json(report.options));
  } else if (!method.linear) {
    json.update(graph_json(report));
  } else {
    json["linear"] = linear_json(report.options);
    json["linear"].erase("threads");
    json["graph"] = graph_json(report);
  }
  return json;
}

void take_kernel(const Ordered& json, KernelSpec& kernel) {
  const std::string prefix = "kernel-";
  for (const Setting& setting : settings_of(kernel)) {
    std::string name = setting.name == "kernel" ? "form" : setting.name;
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
    take_setting(json, name, setting);
  }
}

void take_graph(const Ordered& json, GraphTraining& training) {
  take_settings(json, training.options);
  if (const Ordered making = json.value("graph", Ordered());
      making.is_object()) {  // otherwise a file's name
    take_settings(making, training.making.neighbors);
    take_settings(making, training.making.edges);
  }
  take_kernel(json.value("kernel", Ordered::object()), training.kernel);
}

// --- the points of a tuning

// The options of a point that the method has, by name.
Ordered point_json(const TunePoint& point, const TuneResult& result) {
  const Method& method = method_named(result.method);
  Ordered json = {{"method", point.untuned ? result.untuned : result.method},
                  {"lambda", point.lambda}};
  if (method.linear) {
    json["lambda_u"] = point.lambda_u;
  } else {
    if (penalty_of(method.graph_method) != GraphPenalty::Cheeger)
      json["gamma"] = point.gamma;
    if (point.neighbors > 0) json["neighbors"] = point.neighbors;
    if (point.width > 0) json["width"] = point.width;
  }
  json["accuracy"] = point.accuracy;
  json["standard_error"] = point.standard_error;
  return json;
}

// --- the outcome

Ordered cross_validated_json(const CrossValidated& found) {
  return {{"folds", found.folds},
          {"rows", found.rows},
          {"accuracy", found.accuracy},
          {"supervised", found.supervised},
          {"standard_error", found.error}};
}

// The semi-supervised model beside the supervised one.
Ordered comparison_json(const TrainReport& report) {
  const RunSummary& summary = report.summary;
  return {{"predicted_sizes", summary.predicted},
          {"supervised_sizes", summary.supervised_predicted},
          {"agreement", summary.agreement},
          {"held_out_rows", summary.held_out_rows},
          {"held_out_accuracy", summary.held_out_accuracy},
          {"labels_sampled", summary.labels_sampled},
          {"held_out", summary.held_out.folds > 0
                           ? cross_validated_json(summary.held_out)
                           : Ordered()},
          {"fell_back", summary.fell_back},
          {"advice", advice(report)}};
}

Ordered share_json(const Share& share) {
  return {{"value", share.value}, {"low", share.low}, {"high", share.high}};
}

Ordered expected_json(const ExpectedAccuracy& found,
                      const std::vector<std::string>& classes) {
  Ordered json = {{"model", share_json(found.model)},
                  {"supervised", share_json(found.supervised)},
                  {"rows", found.held_out.size()},
                  {"worth", found.worth},
                  {"classes", Ordered::object()}};
  for (std::size_t k = 0; k < classes.size(); ++k)
    if (found.classes[k])
      json["classes"][classes[k]] = share_json(*found.classes[k]);
  if (found.with_more) {
    json["more_labels"] = found.more_labels;
    json["with_more"] = share_json(*found.with_more);
  }
  return json;
}

Ordered to_json(const LinearFigures& figures, const RunSummary& summary) {
  return {{"rho", figures.rho},  // null: a constraint
          {"objective", summary.objective},
          {"gradient_norm", figures.gradient_norm},
          {"entropy", figures.entropy},
          {"temperature", figures.temperature},
          {"early_rows", figures.early_rows},
          {"iterations",
           {{"outer", figures.retrainings},
            {"dual", figures.dual_epochs},
            {"newton", figures.newton_iterations},
            {"cg", figures.cg_iterations},
            {"switches", figures.switches}}},
          {"products", figures.products}};
}

Ordered to_json(const GraphFigures& figures, const RunSummary& summary) {
  Ordered json = {{"edges", figures.edges},
                  {"components", figures.components},
                  {"unreached", figures.unreached},
                  {"contradicted", figures.contradicted},
                  {"labeled_edges", figures.labeled_edges.count},
                  {"edges_within_class", figures.labeled_edges.share_within()},
                  {"class_sizes_drift", figures.drift},
                  {"iterations", figures.iterations}};
  if (figures.iterations == 0) return json;  // Laplacian
  json.update({{"objective", summary.objective},
               {"variation", figures.variation},
               {"gap", figures.gap},
               {"primal_residual", figures.primal_residual},
               {"dual_residual", figures.dual_residual},
               {"changed", figures.changed}});
  return json;
}

Ordered to_json(const CommitteeFigures& figures, const RunSummary& summary) {
  Ordered json = {{"chosen", to_string(figures.chosen)},
                  {"unanimous", figures.unanimous},
                  {"hypotheses", Ordered::array()},
                  {"members", Ordered::array()},
                  {"objective", summary.objective}};
  for (const SizeHypothesis& one : figures.hypotheses) {
    json["hypotheses"].push_back({{"name", to_string(one.source)},
                                  {"evidence", one.evidence},
                                  {"kappa", one.kappa},
                                  {"weight", one.weight},
                                  {"votes", one.votes},
                                  {"class_sizes", one.sizes}});
  }
  for (const CommitteeMember& one : figures.members) {
    json["members"].push_back(
        {{"method", one.method},
         {"weight", one.weight},
         {"asked", one.asked},
         {"agreement_with_supervised", one.with_supervised},
         {"agreement", one.with}});
    if (figures.held_out_rows > 0)
      json["members"].back()["held_out_accuracy"] = one.held_out;
  }
  for (const Contradiction& one : figures.contradictions)
    json["contradictions"].push_back({{"evidence", one.evidence},
                                      {"against", one.against},
                                      {"rows", one.rows},
                                      {"of", one.of}});
  if (!figures.absent.empty()) json["absent"] = figures.absent;
  if (figures.weighed_with >= 0) json["weighed_with"] = figures.weighed_with;
  return json;
}

SizeSource source_named(const std::string& name) {
  int source = 0;
  while (to_string(static_cast<SizeSource>(source)) != name)
    require(++source <= static_cast<int>(SizeSource::VoteAgain), name);
  return static_cast<SizeSource>(source);
}

// The inverse, but for what a later vote does not read; small parts are 0.
CommitteeFigures figures_from(const Ordered& json, std::size_t classes) {
  CommitteeFigures figures;
  double most = 0;
  figures.weighed_with =
      json.value("weighed_with", json.at("labeled").get<Index>());
  for (const Ordered& one : json.at("members")) {
    CommitteeMember& member = figures.members.emplace_back();
    member.method = one.at("method").get<std::string>();
    member.held_out = one.value("held_out_accuracy", 0.0);
  }
  require(!figures.members.empty(), "a member");
  for (const Ordered& one : json.at("hypotheses")) {
    SizeHypothesis under{source_named(one.at("name")),
                         one.at("evidence"),
                         one.at("class_sizes"),
                         one.at("kappa"),
                         one.at("weight"),
                         one.at("votes")};
    require(under.votes.size() == figures.members.size() &&
                under.sizes.size() == classes,
            "one vote per member, one size per class");
    most = std::max(most, std::ranges::max(under.votes));
    figures.hypotheses.push_back(std::move(under));
  }
  require(most > 0, "a vote");
  for (SizeHypothesis& one : figures.hypotheses)
    for (double& part : one.votes)
      if (part < kRules.counts * most) part = 0;
  return figures;
}

Ordered agreement_json(const std::optional<Agreement>& found) {
  if (!found) return {};
  return {
      {"rows", found->rows}, {"share", found->share}, {"kappa", found->kappa}};
}

Ordered votes_json(const VoteFigures& votes) {
  Ordered voters = Ordered::array();
  for (const VoterFigures& one : votes.voters) {
    voters.push_back(
        {{"name", one.name},
         {"rows", one.rows},
         {"with_others", agreement_json(one.others)},
         {"with_labels", agreement_json(one.given)},
         {"same_as", one.same_as.empty() ? Ordered() : Ordered(one.same_as)},
         {"at_chance", one.at_chance},
         {"contradicted", one.contradicted},
         {"says", one.says}});
  }
  return {{"rows", votes.rows}, {"voters", voters}};
}

Ordered outcome_json(const TrainReport& report) {
  const TrainSummary& summary = report.summary;
  Ordered json = {{"rows", summary.rows},
                  {"labeled", summary.labeled},
                  {"unlabeled", summary.unlabeled},
                  {"empty", summary.empty},
                  {"features", summary.features}};
  if (summary.pieces > 0) json["pieces"] = summary.pieces;
  json["nonzeros"] = summary.nonzeros;
  json["class_sizes"] = summary.class_sizes;
  json["class_sizes_source"] = to_string(summary.class_sizes_source);
  if (const auto& one = summary.one_class)
    json["one_class"] = {
        {"class", report.classes.at(one->found)},
        {"size", one->size},
        {"expected", one->size * static_cast<double>(summary.unlabeled)},
        {"estimated", one->estimated},
        {"labeled", one->labeled},
        {"found_again", one->again},
        {"drawn", one->drawn}};
  if (!report.votes.voters.empty()) json["votes"] = votes_json(report.votes);
  if (!summary.predicted.empty()) json["comparison"] = comparison_json(report);
  if (report.expected)
    json["expected_accuracy"] = expected_json(*report.expected, report.classes);
  json["stop"] = to_string(summary.stop);
  if (summary.linear) json.update(to_json(*summary.linear, summary));
  if (summary.graph) json.update(to_json(*summary.graph, summary));
  if (summary.committee) json.update(to_json(*summary.committee, summary));
  return json;
}

// The largest memory that this process has taken.
Index peak_memory_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return Index{1024} * usage.ru_maxrss;
}

}  // namespace

std::string to_text(const Share& share) {
  return percent(share.value) + " (95 %: " + fixed_number(100 * share.low, 1) +
         " to " + fixed_number(100 * share.high, 1) + ")";
}

std::string to_json(const GraphMaking& options) {
  return text_of(making_json(options));
}

std::string summary_json(const TrainReport& report) {
  Ordered json = {{"method", report.summary.method},
                  {"options", options_json(report)},
                  {"classes", report.classes}};
  json.update(outcome_json(report));
  const Phases& seconds = report.seconds;
  json["seconds"] = {{"read", seconds.read},
                     {"setup", seconds.setup},
                     {"solve", seconds.solve},
                     {"write", seconds.write}};
  json["peak_memory_bytes"] = peak_memory_bytes();
  return text_of(json);
}

std::string to_json(const TuneResult& result) {
  Ordered points = Ordered::array();
  for (const TunePoint& point : result.points)
    points.push_back(point_json(point, result));
  return text_of({{"folds", result.folds},
                  {"repeats", result.repeats},
                  {"seed", result.seed},
                  {"rule", to_string(result.choice)},
                  {"points", points},
                  {"best", result.best},
                  {"chosen", result.chosen},
                  {"products", result.products},
                  {"seconds", result.seconds}});
}

std::string model_info(const TrainReport& report) {
  Ordered json = {{"made_by", "semilin " + std::string(version())},
                  {"method", report.summary.method},
                  {"options", options_json(report)}};
  json["options"].erase("threads");
  json["training"] = outcome_json(report);
  if (const auto& words = report.options.seed_words; !words.empty())
    json["seed_words"] = json_of(words);
  return text_of(json);
}

TrainOptions options_from_info(const std::string& info) try {
  const Ordered recorded = Ordered::parse(info).at("options");
  TrainOptions options;
  options.method = recorded.at("method").get<std::string>();
  const Method& method = method_named(options.method);
  if (method.linear)
    take_settings(method.graph ? recorded.at("linear") : recorded,
                  options.linear);
  if (method.graph)
    take_graph(method.linear ? recorded.at("graph") : recorded, options.graph);
  return options;
} catch (const std::exception&) {
  throw DataError(
      "expected the options of its training as train records them in the "
      "model's info, found others");
}

EarlierVote earlier_vote(const ModelHead& model) try {
  EarlierVote vote;
  const Ordered info = Ordered::parse(model.info);
  if (info.at("method") != kCommittee) return vote;
  const Ordered& training = info.at("training");
  vote.figures = figures_from(training, model.classes.size());
  vote.classes = model.classes;
  vote.calibration = model.calibration;
  if (const Ordered& found = training.at("comparison").at("held_out");
      found.is_object())
    vote.held_out = {found.at("folds"), found.at("rows"), found.at("accuracy"),
                     found.at("supervised"), found.at("standard_error")};
  return vote;
} catch (const std::exception&) {
  return {};
}

}  // namespace semilin
