#include "cli/train/train_graph_options.h"

#include "cli/command/number_options.h"
#include "cli/train/graph_options.h"

namespace semilin::cli {
namespace {

void add_graph_file(CLI::App& command, GraphMaking& making, std::string& name) {
  CLI::Option* file =
      command
          .add_option("--graph", name,
                      "the graph, as written by semilin graph or a text of "
                      "edges 'i j weight', taken as it is; otherwise it is "
                      "made from the rows")
          ->type_name("FILE")
          ->group(kGraphMethodGroup);
  add_graph_options(command, making);
  for (CLI::Option* option : command.get_options()) {
    // --neighbors and --metric also say which rows speak for a new one
    if (option->get_group() == kGraphGroup &&
        !option->check_lname("neighbors") && !option->check_lname("metric"))
      option->excludes(file);
  }
}

}  // namespace

void add_graph_training_options(CLI::App& command, GraphTraining& training,
                                std::string& file) {
  add_described_options(command, training.options, kGraphMethodGroup,
                        "graph methods");
  add_described_options(command, training.kernel, kGraphMethodGroup);
  add_graph_file(command, training.making, file);
}

}  // namespace semilin::cli
