// semilin graph: the nearest-neighbor graph of rows.

#include "semilin/io/dataset_file.h"
#include "semilin/learn/report.h"

#include "cli/data/data_options.h"
#include "cli/data/descriptions.h"
#include "cli/page/pages.h"

namespace semilin::cli {
namespace {

struct GraphCommand {
  std::string data, output, to, summary, report, log;
  GraphMaking graph;
  ReadOptions read;
  bool quiet = false;

  [[nodiscard]] bool to_edges() const {
    if (!to.empty()) return to == "edges";
    const std::string plain = without_gz(output);
    return plain.ends_with(".edges") || plain.ends_with(".txt") ||
           plain.ends_with(".tsv");
  }
};

// How the labels lie in the graph.
Json describe_labels(const Graph& graph, const Dataset& data) {
  const Unreached lost = unreached(connected_components(graph), data.labels);
  const LabeledEdges edges = labeled_edges(graph, data.labels);
  return {
      {"labeled", data.labeled()},
      {"unreached", {{"components", lost.components}, {"nodes", lost.nodes}}},
      {"labeled_edges", edges.count},
      {"edges_within_class", edges.share_within()}};  // NaN becomes null
}

// used: the options with the values that replaced `auto`.
Json summary_of(const GraphCommand& options, const Dataset& data,
                const GraphMaking& used, const Graph& graph,
                const Json& seconds) {
  Json json = {{"rows", data.rows.rows()},
               {"features", data.rows.cols()},
               {"nonzeros", data.rows.nonzeros()},
               {"options", Json::parse(to_json(options.graph))},
               {"metric", to_string(used.neighbors.metric)},
               {"search", to_string(used.neighbors.search)},
               {"weights", to_string(used.edges.weights)}};
  json.update(describe_graph(graph));
  if (data.labeled() > 0) json.update(describe_labels(graph, data));
  json["seconds"] = seconds;
  return json;
}

void report(const Json& summary, const GraphCommand& options) {
  const std::string noun = noun_of(options.data);
  const auto some = [&](const char* member, const std::string& one) {
    return counted(summary[member].get<Index>(), one);
  };
  say(some("rows", noun) + ", " + some("features", "feature") + ", " +
      counted(summary["options"]["neighbors"].get<Index>(), "neighbor") + " (" +
      summary["metric"].get<std::string>() + ", " +
      summary["search"].get<std::string>() + ").");
  say(some("edges", "edge") + ", " +
      number(summary["edges_per_node"].get<double>(), 3) + " for each " + noun +
      "; " + some("components", "component") + ", the largest with " +
      some("largest_component", noun) + "; " + some("isolated", noun) +
      " without an edge.");
  if (summary.value("labeled_edges", 0) > 0) {
    say("Of the edges between labeled " + noun + "s (" +
        grouped(summary["labeled_edges"].get<Index>()) + "), " +
        percent(summary["edges_within_class"].get<double>()) +
        " stay within a class.");
  }
  if (summary.contains("unreached")) {
    const Json& lost = summary["unreached"];
    const Index nodes = lost["nodes"];
    if (nodes > 0)
      warn(counted(nodes, noun) + (nodes == 1 ? " is in " : " are in ") +
           counted(lost["components"].get<Index>(), "component") +
           " without a label: the graph gives no evidence of their classes");
  }
  if (options.output == "-") return;
  const Json& seconds = summary["seconds"];
  say("Wrote " + options.output + ": read in " +
      fixed_number(seconds["read"], 2) + " s, searched in " +
      fixed_number(seconds["search"], 2) + " s, built in " +
      fixed_number(seconds["build"], 2) + " s.");
  const Source source{.path = options.data, .read = options.read};
  if (summary.contains("labeled"))
    say("Next: train a model: semilin train " +
        source_words(source, Purpose::Train) + " --graph " +
        shell_word(options.output) + " --method tv-rls -o new.model");
}

Neighbors search(const Dataset& data, const GraphCommand& options) {
  NeighborOptions search = options.graph.neighbors;
  search.threads = options.read.threads;
  RunMonitor monitor(options.quiet, options.log);
  return nearest_neighbors(data.rows, search, monitor.progress());
}

int make_graph(const CLI::App& command, const GraphCommand& options) {
  Clock clock;
  Json seconds;
  require_rows(options.data);
  const Dataset data = read_dataset({options.data}, options.read);
  seconds["read"] = clock.lap();
  const Neighbors neighbors = search(data, options);
  seconds["search"] = clock.lap();
  const Graph graph = neighbor_graph(neighbors, options.graph.edges);
  seconds["build"] = clock.lap();
  const GraphMaking used = resolved(options.graph, neighbors);
  write_graph(graph, options.output, options.to_edges(), to_json(used));
  seconds["write"] = clock.lap();
  const Json summary = summary_of(options, data, used, graph, seconds);
  if (!options.summary.empty())
    write_file(options.summary, summary.dump(2) + "\n");
  if (!options.report.empty())
    write_file(options.report,
               report_page(command, options.data, {{"summary", summary}}));
  if (!options.quiet) report(summary, options);
  return 0;
}

}  // namespace

Command add_graph(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("graph", "build a nearest-neighbor graph");
  const auto options = std::make_shared<GraphCommand>();
  add_data_argument(*command, options->data,
                    "svmlight text or a store; row i is node i");
  add_value(*command, "-o,--output FILE", options->output,
            "graph file to write; '-': standard output")
      ->required();
  add_value(*command, "--to FORMAT", options->to,
            "graph (binary) or edges (lines 'i j weight'; default: by the "
            "name: edges for .edges .txt .tsv and .gz)")
      ->check(CLI::IsMember({"graph", "edges"}));
  add_value(*command, "--summary FILE", options->summary,
            "write a summary of the run as JSON");
  add_value(*command, "--report FILE", options->report,
            "write a page of HTML about the run");
  add_run_options(*command, options->read.threads, options->quiet,
                  &options->log);
  const char* const making = "Making the graph";
  add_settings(*command, options->graph.neighbors, making);
  add_settings(*command, options->graph.edges, making);
  add_settings(*command, options->read, kDataGroup);
  shorten_reading_options(*command);
  return {command,
          [command, options] { return make_graph(*command, *options); }};
}

}  // namespace semilin::cli
