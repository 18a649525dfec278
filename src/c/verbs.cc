#include "semilin/verbs.h"

#include <utility>

#include "semilin/c.h"

#include "c/handles.h"
#include "c/json.h"
#include "c/watched.h"

namespace semilin::c {
namespace {

// Takes the value of `name` out of `given`, unless there is none.
template <class To>
void take_member(Json& given, const char* name, To& to) try {
  const Json value = given.value(name, Json());
  given.erase(name);
  if (value.is_null()) return;
  if constexpr (requires { to.has_value(); })
    to = value.template get<typename To::value_type>();
  else
    to = value.template get<To>();
} catch (const Json::exception& error) {
  throw std::invalid_argument(std::string(name) + ": " + error.what());
}

void require_empty(const Json& rest, const std::string& known) {
  for (const auto& [name, value] : rest.items())
    require(false, "there is no option '" + name + "' here, but: " + known);
}

std::string suggest(const Model* model, const semilin_data* data, Json given,
                    const Progress& progress) {
  SuggestRequest request;
  take_member(given, "words", request.words);
  static_cast<SuggestOptions&>(request) = wanted_rows_from(given).options;
  return suggest_report(model, c::given(data, "data").corpus, request,
                        progress);
}

std::string audit(const Model* /*model*/, const semilin_data* data, Json given,
                  const Progress& progress) {
  AuditRequest request;
  take_member(given, "count", request.count);
  request.run = wanted_from(given).options;
  return audit_report(c::given(data, "data").corpus, request, progress);
}

std::string explain(const Model* model, const semilin_data* data, Json given,
                    const Progress& /*progress*/) {
  ExplainRequest request;
  take_member(given, "text", request.text);
  take_member(given, "row", request.row);
  take_member(given, "class", request.class_name);
  take_member(given, "terms", request.terms);
  take_member(given, "compare", request.compare);
  take_member(given, "nearest", request.nearest);
  take_member(given, "members", request.members);
  take_member(given, "threads", request.threads);
  require_empty(given,
                "text, row, class, terms, compare, nearest, members, threads, "
                "progress_seconds");
  if (request.text && !request.compare)
    return explain_report(c::given(model, "model"), {}, request);
  const Corpus& corpus = c::given(data, "data").corpus;
  require_same_vectors(c::given(model, "model"), corpus.data);
  return explain_report(*model, corpus, request);
}

std::string evaluate(const Model* model, const semilin_data* data, Json given,
                     const Progress& /*progress*/) {
  EvaluateRequest request;
  take_member(given, "confusion", request.confusion);
  take_member(given, "confidence", request.confidence);
  take_member(given, "curves", request.curves);
  take_member(given, "threads", request.threads);
  require_empty(given,
                "confusion, confidence, curves, threads, progress_seconds");
  const Corpus& corpus = c::given(data, "data").corpus;
  require_same_vectors(c::given(model, "model"), corpus.data);
  return evaluate_report(*model, corpus, request);
}

using Verb = std::string (*)(const Model*, const semilin_data*, Json,
                             const Progress&);
constexpr std::pair<std::string_view, Verb> kVerbs[] = {{"suggest", suggest},
                                                        {"audit", audit},
                                                        {"explain", explain},
                                                        {"evaluate", evaluate}};

Verb verb_named(const std::string& wanted) {
  for (const auto& [name, verb] : kVerbs)
    if (name == wanted) return verb;
  throw std::invalid_argument(
      "verb must be one of suggest, audit, explain, evaluate, got '" + wanted +
      "'");
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
    double pause = 0;
    take_member(wanted, "progress_seconds", pause);
    Watched watched(progress, context, pause);
    const std::string report =
        run(model == nullptr ? nullptr : model->model.get(), data,
            std::move(wanted), watched.listening());
    watched.require_end();
    give(json, "json", report);
  });
}
