#include <numeric>

#include "semilin/base/progress.h"
#include "semilin/c.h"
#include "semilin/graph/graph.h"
#include "semilin/learn/audit.h"
#include "semilin/learn/suggest.h"
#include "semilin/run.h"

#include "base/stopwatch.h"
#include "c/handles.h"
#include "c/json.h"

namespace semilin::c {
namespace {

Json record_json(const ProgressRecord& record) {
  return {{"stage", record.stage},
          {"iteration", record.iteration},
          {"unit", record.unit},
          {"seconds", record.seconds},
          {"objective", record.objective},  // NaN is null
          {"fraction_done", record.fraction_done},
          {"text", to_text(record)}};
}

Json suggestions_json(const Suggestions& found) {
  Json rows = Json::array();
  for (const Suggestion& one : found.rows) {
    Json opinions = Json::array();
    for (const std::int32_t label : one.opinions)
      opinions.push_back(label == kUnlabeled ? Json()
                                             : Json(found.classes[label]));
    rows.push_back({{"row", one.row},
                    {"from", to_string(one.from)},
                    {"probability", one.probability},
                    {"opinions", std::move(opinions)}});
  }
  return {{"members", found.members},
          {"unlabeled", found.unlabeled},
          {"disputed", found.disputed},
          {"rows", std::move(rows)}};
}

Json audit_json(const Audit& found, const std::vector<std::string>& classes) {
  Json labels = Json::array();
  for (const AuditedLabel& one : found.labels)
    labels.push_back({{"row", one.row},
                      {"label", classes[one.given]},
                      {"suggested", classes[one.suggested]},
                      {"p_wrong", one.p_wrong},
                      {"p_suggested", one.p_suggested}});
  return {{"method", found.method},
          {"folds", found.folds},
          {"left_out", found.left_out},
          {"labels", std::move(labels)}};
}

// Calls a function of C with `context`, at most once in `pause` seconds, and
// not again once it has ended the run. NULL: none.
class Watched {
 public:
  Watched(semilin_progress call, void* context, double pause)
      : call_(call), context_(context), pause_(pause) {}

  Progress listening() {
    if (call_ == nullptr) return {};
    return [this](const ProgressRecord& record) {
      const double now = watch_.seconds();
      if (stopped_ || now < next_) return !stopped_;
      next_ = now + pause_;
      stopped_ = call_(context_, text_of(record_json(record)).c_str()) != 0;
      return !stopped_;
    };
  }
  void require_end() const {
    if (stopped_) throw Interrupted();
  }

 private:
  semilin_progress call_;
  void* context_;
  double pause_, next_ = 0;
  Stopwatch watch_;
  bool stopped_ = false;
};

// The model with a copy of the rows that it keeps, if it keeps some.
Model owning(Model model) {
  if (model.kernel() == nullptr) return model;
  KernelModel own = *model.kernel();
  std::vector<Index> all(static_cast<std::size_t>(own.rows.rows()));
  std::iota(all.begin(), all.end(), 0);
  own.rows = own.rows.select(all);
  return own;
}

}  // namespace
}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_train(const semilin_data* data,
                             const semilin_data* graph, const char* options,
                             semilin_progress progress, void* context,
                             semilin_result** result) {
  return guarded([&] {
    const semilin::Corpus& corpus = given(data, "data").corpus;
    given(result, "result");
    auto wanted = wanted_from(object_from(options, "options"));
    if (graph != nullptr)
      wanted.options.train.graph.graph =
          semilin::Graph(graph->corpus.data.rows);
    Watched watched(progress, context, wanted.progress_seconds);
    semilin::Run run =
        semilin::run(corpus, wanted.options, watched.listening());
    std::string report = to_json(run);
    // it reads documents as the model does
    run.supervised.attachments = corpus.vocabulary;
    run.supervised.info = semilin::with_columns("{}", corpus.columns);
    give_new(result, "result",
             std::make_shared<const semilin::Model>(
                 data->borrows ? owning(std::move(run.model))
                               : std::move(run.model)),
             std::make_shared<const semilin::Model>(std::move(run.supervised)),
             std::move(run.labels), std::move(report));
  });
}

semilin_status semilin_result_report(const semilin_result* result,
                                     char** json) {
  return guarded([&] { give(json, "json", given(result, "result").report); });
}

semilin_status semilin_result_labels(const semilin_result* result,
                                     const int32_t** labels, int64_t* count) {
  return guarded([&] {
    const std::vector<std::int32_t>& all = given(result, "result").labels;
    given(count, "count") = static_cast<int64_t>(all.size());
    given(labels, "labels") = all.data();
  });
}

semilin_status semilin_result_model(const semilin_result* result,
                                    int supervised, semilin_model** model) {
  return guarded([&] {
    const semilin_result& from = given(result, "result");
    give_new(model, "model", supervised != 0 ? from.supervised : from.model);
  });
}

void semilin_result_free(semilin_result* result) {
  delete result;  // NOLINT(cppcoreguidelines-owning-memory): C's
}

semilin_status semilin_suggest(const semilin_data* data,
                               const semilin_model* model, const char* options,
                               semilin_progress progress, void* context,
                               char** json) {
  return guarded([&] {
    const semilin::Corpus& corpus = given(data, "data").corpus;
    auto wanted = wanted_rows_from(object_from(options, "options"));
    wanted.options.seeds = corpus.seeds;
    Watched watched(progress, context, wanted.progress_seconds);
    const auto found =
        model == nullptr
            ? suggest(corpus.data, wanted.options, watched.listening())
            : suggest(*model->model, corpus.data, wanted.options,
                      watched.listening());
    watched.require_end();
    give_json(json, suggestions_json(found));
  });
}

semilin_status semilin_audit(const semilin_data* data, const char* options,
                             semilin_progress progress, void* context,
                             char** json) {
  return guarded([&] {
    const semilin::Corpus& corpus = given(data, "data").corpus;
    auto wanted = wanted_from(object_from(options, "options"));
    std::string& method = wanted.options.train.method;
    if (method.empty()) method = semilin::audit_method(corpus.data);
    Watched watched(progress, context, wanted.progress_seconds);
    const auto found =
        audit(corpus.data, resolved(wanted.options, corpus).train,
              watched.listening());
    watched.require_end();
    give_json(json, audit_json(found, corpus.data.classes));
  });
}
