#include "semilin/verbs.h"

#include <utility>

#include "semilin/c.h"

#include "c/handles.h"
#include "c/json.h"
#include "c/watched.h"

namespace semilin::c {
namespace {

template <class Request>
Request request_from(const Json& given) {
  Request request;
  take_settings(settings_of(request), given);
  return request;
}

// The rows, if the model can read them.
const Corpus& corpus_for(const Model* model, const semilin_data* data) {
  const Corpus& corpus = c::given(data, "data").corpus;
  require_same_vectors(c::given(model, "model"), corpus.data);
  return corpus;
}

std::string suggest(const Model* model, const semilin_data* data,
                    const Json& given, const Progress& progress) {
  return suggest_report(model, c::given(data, "data").corpus,
                        request_from<SuggestRequest>(given), progress);
}

std::string audit(const Model* /*model*/, const semilin_data* data,
                  const Json& given, const Progress& progress) {
  AuditRequest request;
  request.run = run_from(given, settings_of(request));
  return audit_report(c::given(data, "data").corpus, request, progress);
}

std::string explain(const Model* model, const semilin_data* data,
                    const Json& given, const Progress& /*progress*/) {
  const auto request = request_from<ExplainRequest>(given);
  if (request.text && !request.compare)
    return explain_report(c::given(model, "model"), {}, request);
  const Corpus& corpus = corpus_for(model, data);
  return explain_report(*model, corpus, request);
}

std::string decide(const Model* model, const semilin_data* data,
                   const Json& given, const Progress& /*progress*/) {
  const auto request = request_from<DecideRequest>(given);
  return decide_report(*model, corpus_for(model, data), request);
}

std::string evaluate(const Model* model, const semilin_data* data,
                     const Json& given, const Progress& /*progress*/) {
  const auto request = request_from<EvaluateRequest>(given);
  const Corpus& corpus = corpus_for(model, data);
  return evaluate_report(*model, corpus, request);
}

using Verb = std::string (*)(const Model*, const semilin_data*, const Json&,
                             const Progress&);
constexpr std::pair<std::string_view, Verb> kVerbs[] = {{"suggest", suggest},
                                                        {"audit", audit},
                                                        {"explain", explain},
                                                        {"decide", decide},
                                                        {"evaluate", evaluate}};

Verb verb_named(const std::string& wanted) {
  for (const auto& [name, verb] : kVerbs)
    if (name == wanted) return verb;
  throw std::invalid_argument(
      "verb must be one of suggest, audit, explain, decide, evaluate, got '" +
      wanted + "'");
}

}  // namespace
}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_run(const char* verb, const semilin_model* model,
                           const semilin_data* data, const char* options,
                           semilin_progress progress, void* context,
                           char** json) {
  return guarded([&] {
    const auto run = verb_named(&given(verb, "verb"));
    Json wanted = object_from(options, "options");
    Watched watched(progress, context, take_pause(wanted));
    const std::string report =
        run(model == nullptr ? nullptr : model->model.get(), data, wanted,
            watched.listening());
    watched.require_end();
    give(json, "json", report);
  });
}
