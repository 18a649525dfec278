// semilin serve: labels for the documents that programs send.
#include <iostream>
#include <utility>

#include "semilin/advanced/corpus/word_contributions.h"
#include "semilin/learn/decide.h"
#include "semilin/text/vectorize.h"

#include "cli/command/server.h"
#include "cli/data/data_options.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

// The bytes of a request and the numbers of its answer are limited, and with
// them the memory that both take.
constexpr std::size_t kMostBytes = std::size_t{8} << 20;
constexpr std::size_t kMostNumbers = std::size_t{1} << 20;

struct ServeOptions {
  std::string model;
  ServerOptions server = {.port = 8000,
                          .has_pages = false,
                          .most_bytes = kMostBytes,
                          .most_seconds = 60};
  DecideOptions decide;
  int threads = 0;
  bool quiet = false;
};

Vocabulary vocabulary_of(const Model& model, const std::string& name) {
  const ModelHead& head = model.head();
  if (!holds_vocabulary(head.attachments) || head.vectors.count > 0)
    throw DataError(name, "expected a model of documents without vectors");
  return vocabulary_from_archive(head.attachments);
}

// Without what is nested deeper than the members of a document.
Json parsed(const std::string& body) {
  constexpr int kDepth = 2;
  return Json::parse(
      body,
      [](int depth, Json::parse_event_t, const Json&) {
        return depth <= kDepth;
      },
      false);
}

// One model, and the words of it that are looked up.
class Labeler {
 public:
  explicit Labeler(const ServeOptions& options) : options_(options) {
    recall_columns(head(), source_);
    try {
      least_ = least_probability(head(), options.decide);
    } catch (const DataError& error) {
      throw error.in(options.model);
    }
  }

  // A list of texts, or of objects as they stand in a file of documents.
  [[nodiscard]] Answer answer(const std::string& body) {
    try {
      return {200, "application/json", labels_of(body)};
    } catch (const DataError& error) {
      return refused(400, error.what());
    }
  }

 private:
  [[nodiscard]] const ModelHead& head() const { return model_.head(); }

  [[nodiscard]] std::string labels_of(const std::string& body) {
    Corpus rows = rows_of(parsed(body));
    const std::vector<double> outputs = scores(model_, rows, options_.threads);
    Predictions table = make_predictions(
        head(), known_terms(rows.data.rows, head()), outputs, false);
    table.ids = std::move(rows.ids);
    if (!options_.decide.all()) {
      table.guesses = table.labels;
      (void)leave_unsure(head(), outputs, least_, table.labels);
    }
    std::string list;
    write_predictions(table, head(), PredictionFormat::JsonList,
                      [&](const std::string& part) { list += part; });
    return list + end_of(PredictionFormat::JsonList);
  }

  [[nodiscard]] Corpus rows_of(const Json& request) {
    if (!request.is_array())
      throw DataError(
          "expected a JSON list of texts, or of objects with the member " +
          source_.columns.text.front());
    const std::size_t most =
        std::max<std::size_t>(1, kMostNumbers / head().classes.size());
    if (request.size() > most)
      throw DataError("expected at most " +
                      counted(static_cast<Index>(most), "document") +
                      ", found " + grouped(std::ssize(request)));
    Corpus rows;
    std::vector<std::string> texts;
    for (const Json& one : request) {
      const std::string number = std::to_string(texts.size() + 1);
      texts.push_back(one.is_string() ? one.get<std::string>()
                                      : text_of(one, number));
      rows.ids.push_back(id_of(one, number));
    }
    (void)vectorizer_.take_rows();  // of a request that failed
    vectorizer_.add(texts);
    rows.data.rows = vectorizer_.take_rows();
    rows.data.labels.assign(texts.size(), kUnlabeled);
    return rows;
  }

  // The members that were the text of the training.
  [[nodiscard]] std::string text_of(const Json& document,
                                    const std::string& number) const {
    std::string text;
    for (const std::string& name : source_.columns.text) {
      if (!document.contains(name) || !document[name].is_string())
        throw DataError("document " + number +
                        ": expected a text, or an object with the text '" +
                        name + "'");
      text += (text.empty() ? "" : "\n") + document[name].get<std::string>();
    }
    return text;
  }

  [[nodiscard]] std::string id_of(const Json& document,
                                  const std::string& number) const {
    const TableColumns& columns = source_.columns;
    const std::string name = columns.id.value_or(columns.usual_id);
    if (!document.contains(name)) return number;
    const Json& id = document[name];
    return id.is_string() ? id.get<std::string>() : json_line(id);
  }

  const ServeOptions& options_;
  const Model model_ = read_model(options_.model);
  const Vocabulary vocabulary_ = vocabulary_of(model_, options_.model);
  Vectorizer vectorizer_{vocabulary_, options_.threads};
  Source source_;  // its columns
  double least_ = 0;
};

// Until Ctrl-C.
int serve_labels(const ServeOptions& options) {
  require_server();
  Labeler labeler(options);
  const RunMonitor monitor(true);
  serve(
      {{"POST predict",
        [&](const std::string& body) { return labeler.answer(body); }}},
      options.server,
      [&](const std::string& root) {
        const std::string address = root + "predict";
        std::cout << address << '\n';
        if (!std::cout.flush())
          throw DataError("standard output", "cannot write");
        if (!options.quiet)
          say("Try: curl --json '[\"a text\", \"another\"]' " + address +
              "   # Ctrl-C ends the server");
      },
      [&] { return monitor.interrupted(); });
  return 0;
}

}  // namespace

Command add_serve(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("serve", "label documents that come over HTTP");
  const auto options = std::make_shared<ServeOptions>();
  add_model_argument(*command, options->model);
  command->get_option("MODEL")->description(
      "model that train wrote of documents");
  add_value(*command, "--port PORT=8000", options->server.port,
            "port of the address; 0: any free port")
      ->check(within(kPorts));
  add_value(*command, "--host ADDRESS=127.0.0.1", options->server.host,
            "address that other machines reach, 0.0.0.0 for all: nothing "
            "is encrypted, and nobody needs a password");
  add_settings(*command, options->decide, kUsualGroup);
  add_run_options(*command, options->threads, options->quiet);
  return {command, [options] { return serve_labels(*options); }};
}

}  // namespace semilin::cli
