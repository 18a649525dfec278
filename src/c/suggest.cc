#include "semilin/learn/suggest.h"

#include "semilin/c.h"
#include "semilin/learn/audit.h"

#include "c/handles.h"
#include "c/json.h"
#include "c/options.h"
#include "c/progress.h"

namespace semilin::c {
namespace {

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

// Whether a run went on to its end.
class Watched {
 public:
  Watched(semilin_progress progress, void* context, double pause)
      : progress_(progress_of(progress, context, pause)) {}

  Progress listening() {
    return [this](const ProgressRecord& record) {
      stopped_ = progress_ && !progress_(record);  // which never goes on again
      return !stopped_;
    };
  }
  void require_end() const {
    if (stopped_) throw Interrupted();
  }

 private:
  Progress progress_;
  bool stopped_ = false;
};

}  // namespace
}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_suggest(const semilin_data* data,
                               const semilin_model* model, const char* options,
                               semilin_progress progress, void* context,
                               char** json) {
  return guarded([&] {
    const semilin::Corpus& corpus = given(data, "data").corpus;
    WantedRows wanted = wanted_rows_from(object_from(options, "options"));
    wanted.suggest.seeds = corpus.seeds;
    Watched watched(progress, context, wanted.progress_seconds);
    const auto found =
        model == nullptr
            ? suggest(corpus.data, wanted.suggest, watched.listening())
            : suggest(*model->model, corpus.data, wanted.suggest,
                      watched.listening());
    watched.require_end();
    give(json, "json", text_of(suggestions_json(found)));
  });
}

semilin_status semilin_audit(const semilin_data* data, const char* options,
                             semilin_progress progress, void* context,
                             char** json) {
  return guarded([&] {
    const semilin::Corpus& corpus = given(data, "data").corpus;
    Wanted wanted = wanted_from(object_from(options, "options"));
    std::string& method = wanted.run.train.method;
    if (method.empty()) method = semilin::audit_method(corpus.data);
    Watched watched(progress, context, wanted.progress_seconds);
    const auto found = audit(corpus.data, resolved(wanted.run, corpus).train,
                             watched.listening());
    watched.require_end();
    give(json, "json", text_of(audit_json(found, corpus.data.classes)));
  });
}
