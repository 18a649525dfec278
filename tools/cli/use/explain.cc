// semilin explain: why a model gives one document its label.
#include <algorithm>
#include <cmath>
#include <utility>

#include "semilin/advanced/io/line_source.h"
#include "semilin/verbs.h"

#include "cli/data/data_options.h"
#include "cli/data/descriptions.h"

namespace semilin::cli {
namespace {

struct ExplainOptions {
  std::string model, text, row, output = "-";
  Source source = {.path = {}, .purpose = Purpose::Read};  // --data
  ExplainRequest request;
  bool json = false;
};

// The row with this id, or if there are no ids with this number from 1.
Index find_row(const Corpus& corpus, const std::string& name) {
  const auto& ids = corpus.ids;
  const auto found = std::find(ids.begin(), ids.end(), name);
  if (found != ids.end()) return found - ids.begin();
  const auto number = parse_number(name);
  const Index rows = corpus.data.rows.rows();
  if (number && *number >= 1 && *number <= static_cast<double>(rows) &&
      *number == std::floor(*number)) {
    return static_cast<Index>(*number) - 1;
  }
  throw UsageError("--row: expected an id of the data or a number from 1 to " +
                   std::to_string(rows) + ", found '" + name + "'");
}

// The explanation for a person, by the document's words or a row's features.
std::string explained(Json json, const std::string& data,
                      const std::string& noun) {
  const auto text = [&](const char* name) {
    return json[name].get<std::string>();
  };
  const auto shown = [](double value) { return number(value, 4); };
  const std::string name = text("class");
  const double score = json["score"], constant = json["constant"];
  const double rest = json["other_terms"];
  std::string said = "Label: " + text("label") + ".\n";
  if (json.contains("probability"))
    said += "Probability of " + name + ": " +
            percent(json["probability"].get<double>()) + ".\n";
  for (Json& term : json["terms"])  // a term needs no number
    if (term.contains("term"))
      term.erase("feature");
    else
      term["feature"] = std::to_string(term["feature"].get<Index>() + 1);
  said += "Score of " + name + ": " + shown(score);
  if (json["terms"].empty() && rest == 0)
    said += ", the constant alone: the model knows no term of it.\n";
  else
    said += " = " + shown(constant) + " (constant) + " +
            shown(score - constant - rest) + " (terms below)" +
            (rest != 0 ? " + " + shown(rest) + " (other terms)" : "") + ".\n";
  if (!json["terms"].empty()) said += objects_as_table(json["terms"]);
  if (json.contains("supervised"))
    said += "Label by a plain SVM trained on " + data + ": " +
            text("supervised") + ".\n";
  if (json.contains("members")) {
    said += "Labels by the members of a committee:";
    for (const auto& [member, label] : json["members"].items())
      said += (said.ends_with(':') ? " " : ", ") + label.get<std::string>() +
              " (" + member + ")";
    said += ".\n";
  }
  for (Json& near : json["nearest"])
    near.erase("row");
  if (!json["nearest"].empty())
    said +=
        "Nearest labeled " + noun + ":\n" + objects_as_table(json["nearest"]);
  return said;
}

int explain_document(const ExplainOptions& options) {
  if (options.text.empty() == options.row.empty())
    throw UsageError("expected a TEXT, or a row of data (--data and --row)");
  const Model model = read_model(options.model);
  if (options.request.members && model.head().multi_label)
    throw UsageError("--members: not with a multi-label model");
  ExplainRequest request = options.request;
  request.threads = options.source.read.threads;
  request.compare = !options.source.path.empty();
  Corpus corpus;
  if (request.compare) {
    Source source = options.source;
    source.doubt = warn;
    corpus = read_corpus(std::move(source), model, options.model);
  }
  if (options.row.empty())
    request.text = options.text == "-" ? read_text("-") : options.text;
  else
    request.row = find_row(corpus, options.row);
  Json json;
  try {
    json = Json::parse(explain_report(model, corpus, request));
  } catch (const DataError& error) {
    throw error.in(options.model);
  }
  for (const Json& warning : json.value("warnings", Json::array()))
    warn(options.source.path + ": " + warning.get<std::string>());
  write_file(options.output, options.json ? json_text(json)
                                          : explained(json, options.source.path,
                                                      corpus.noun()));
  return 0;
}

}  // namespace

Command add_explain(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "explain", "explain why a model gives a document its label");
  const auto options = std::make_shared<ExplainOptions>();
  add_model_argument(*command, options->model);
  command->add_option(
      "TEXT", options->text,
      "the document, '-' for standard input; the model must have a vocabulary");
  CLI::Option* data = add_value(
      *command, "--data FILE", options->source.path,
      "labeled documents; list those nearest to the document, and the "
      "label by the supervised SVM, which is trained on them now");
  add_value(*command, "--row ROW", options->row,
            "explain this document of --data, by its id or number from 1; "
            "its own label is not used")
      ->needs(data);
  add_settings(*command, options->request, kUsualGroup,
               {"text", "row", "compare"});
  command->get_option("--members")->needs(data);
  add_json_option(*command, options->json);
  add_output_option(*command, options->output);
  add_threads_option(*command, options->source.read.threads);
  add_source_options(*command, options->source, Purpose::Read,
                     {"--labels", "--text"}, {"votes"});
  return {command, [options] { return explain_document(*options); }};
}

}  // namespace semilin::cli
