#include "cli/train_graph_options.h"

#include <algorithm>

#include "cli/graph_options.h"
#include "cli/number_options.h"

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

void add_kernel_options(CLI::App& command, KernelSpec& kernel) {
  add_choice(command, "kernel", kernel.form,
             {kKernelForms.begin(), kKernelForms.end()},
             "linear; rbf: exact, for some thousand rows; nystrom, fourier: "
             "rbf through landmarks or random frequencies; none: the graph "
             "alone; or auto: linear for sparse rows, rbf for up to 5000 dense "
             "ones, otherwise none")
      ->group(kGraphMethodGroup);
  const auto add = [&](const char* name, auto& field, const char* bound,
                       const char* help) {
    add_number(command, name, field, bound, help)->group(kGraphMethodGroup);
  };
  add("kernel-width", kernel.width, "> 0",
      "width of the rbf kernel (default: mean distance to the 10th "
      "neighbour)");
  add("kernel-delta", kernel.delta, ">= 0",
      "weight of the identity in the kernel (default: linear 0.02, rbf 0, "
      "nystrom and fourier 0.3)");
  add("rank", kernel.low_rank.features, "> 0",
      "landmarks of nystrom, features of fourier");
  add("kernel-seed", kernel.low_rank.seed, ">= 0", "seed that draws them");
}

}  // namespace

void add_graph_training_options(CLI::App& command, GraphTraining& training,
                                std::string& file) {
  add_described_options(command, training.options, kGraphMethodGroup);
  add_kernel_options(command, training.kernel);
  add_graph_file(command, training.making, file);
}

bool is_graph_method(const std::string& name) {
  return std::any_of(
      kGraphMethods.begin(), kGraphMethods.end(),
      [&name](GraphMethod method) { return name == to_string(method); });
}

}  // namespace semilin::cli
