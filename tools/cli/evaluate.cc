// semilin evaluate: predictions against the true labels.
#include <memory>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"

#include "cli/command.h"
#include "cli/console.h"
#include "cli/data_options.h"
#include "cli/documents.h"
#include "cli/evaluation.h"
#include "cli/model_file.h"
#include "cli/ranks.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

struct EvaluateOptions {
  std::string model, data, output = "-";
  bool json = false;
  bool confusion = false;
  TextInput input;
  bool quiet = false;
  ReadOptions read;
};

int evaluate_data(EvaluateOptions options, const Ranks& ranks) {
  prepare_for_ranks(options, ranks);
  const Model model = read_model(options.model);
  const Dataset data =
      read_rows(options.data, options.input, options.read, model, options.model)
          .data;
  Evaluation result;
  try {
    const std::vector<double> outputs =
        scores_of_ranks(model, data, options.read.threads, ranks);
    if (ranks.rank() > 0) return 0;
    result = evaluate(model.head(), data, outputs);
  } catch (const DataError& error) {
    throw DataError(options.data, error.what());
  }
  if (result.foreign_classes > 0 && !options.quiet) {
    warn(options.data + ": " + std::to_string(result.foreign_classes) +
         " of the labels' classes are not the model's, e.g. '" +
         result.classes.back() + "'; their rows count as errors");
  }
  const bool confusion =
      options.confusion || result.classes.size() <= kConfusionClasses;
  write_file(options.output,
             options.json ? to_json(result, confusion)
                                    .dump(2, ' ', false,
                                          Json::error_handler_t::replace) +
                                "\n"
                          : to_text(result, confusion));
  return 0;
}

}  // namespace

Command add_evaluate(CLI::App& app, const Ranks& ranks) {
  CLI::App* command = app.add_subcommand(
      "evaluate", "compare a model's labels with the true ones");
  const auto options = std::make_shared<EvaluateOptions>();
  command
      ->add_option("MODEL", options->model,
                   "model written by train, or a LIBLINEAR model")
      ->required();
  command
      ->add_option("DATA", options->data,
                   "svmlight text (plain, gzip, '-'), a store or a table of "
                   "documents, with labels")
      ->required();
  add_text_flag(*command, options->input, "the model must carry a vocabulary");
  command->add_flag("--json", options->json, "print one JSON object");
  command->add_flag("--confusion", options->confusion,
                    "print the confusion table even of more than 20 classes");
  command
      ->add_option("-o,--output", options->output,
                   "file for the result instead of standard output")
      ->type_name("FILE");
  add_threads_option(*command, options->read.threads);
  add_quiet_option(*command, options->quiet);
  add_label_options(*command, options->read, true);
  add_format_options(*command, options->read);
  return {command, [options, ranks] { return evaluate_data(*options, ranks); }};
}

}  // namespace semilin::cli
