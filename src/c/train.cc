#include <cmath>
#include <numeric>

#include "semilin/c.h"
#include "semilin/corpus.h"
#include "semilin/graph/graph.h"
#include "semilin/learn/report.h"
#include "semilin/matrix/label_sets.h"

#include "base/stopwatch.h"
#include "c/handles.h"
#include "c/json.h"
#include "c/options.h"

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

// The library's progress as C hears it.
Progress progress_of(semilin_progress call, void* context, double pause) {
  if (call == nullptr) return {};
  return [call, context, pause, watch = Stopwatch(), next = 0.0,
          stopped = false](const ProgressRecord& record) mutable {
    const double now = watch.seconds();
    if (stopped || now < next) return !stopped;
    next = now + pause;
    stopped = call(context, text_of(record_json(record)).c_str()) != 0;
    return !stopped;
  };
}

Json point_json(const TunePoint& point) {
  return {{"lambda", point.lambda},
          {"lambda_u", point.lambda_u},
          {"gamma", point.gamma},
          {"neighbors", point.neighbors},
          {"width", point.width},
          {"accuracy", point.accuracy},
          {"standard_error", point.standard_error}};
}

void calibrate_if(bool wanted, Trainer& trainer, TrainResult& result,
                  const Progress& progress) {
  if (wanted && result.summary.stop != Stop::Interrupted)
    trainer.calibrate(result, progress);
}

// The model with a copy of the rows that it keeps, if it keeps some.
Model owning(Model model) {
  if (model.kernel() == nullptr) return model;
  KernelModel own = *model.kernel();
  std::vector<Index> all(static_cast<std::size_t>(own.rows.rows()));
  std::iota(all.begin(), all.end(), 0);
  own.rows = own.rows.select(all);
  return own;
}

// One training of a data set; fills in the report's options and seconds.
class Run {
 public:
  Run(const semilin_data& data, Wanted wanted, Progress progress)
      : from_(data),
        data_(data.corpus.data),
        wanted_(std::move(wanted)),
        progress_(std::move(progress)) {}

  std::unique_ptr<semilin_result> result() {
    TrainResult found = wanted_.tune ? tuned() : trained();
    report_.classes =
        has_label_sets(data_) ? label_sets(data_).names : data_.classes;
    report_.summary = found.summary;
    ModelHead& head = found.model.head();
    head.info = with_columns(model_info(report_), from_.corpus.columns);
    if (holds_vocabulary(from_.corpus.vocabulary))
      head.attachments = from_.corpus.vocabulary;
    json_["summary"] = Json::parse(summary_json(report_));
    json_["advice"] = advice(found.summary);
    json_["warnings"] = warnings(data_, report_.options, found);
    auto result = std::make_unique<semilin_result>();
    result->report = text_of(json_);
    result->model = std::make_shared<const Model>(
        from_.borrows ? owning(std::move(found.model))
                      : std::move(found.model));
    result->supervised =
        std::make_shared<const Model>(std::move(found.supervised));
    result->labels = std::move(found.labels);
    return result;
  }

 private:
  TrainResult trained() {
    const Stopwatch watch;
    Trainer trainer(data_, wanted_.train, progress_);
    report_.seconds.setup = watch.seconds();
    report_.options = trainer.options();
    TrainResult found = trainer.train(progress_);
    calibrate_if(wanted_.probabilities, trainer, found, progress_);
    report_.seconds.solve = watch.seconds() - report_.seconds.setup;
    return found;
  }

  TrainResult tuned() {
    const Stopwatch watch;
    wanted_.tune->train = wanted_.train;
    TuneResult found =
        tune(data_, with_default_grids(*wanted_.tune, data_), progress_);
    if (wanted_.probabilities) {
      Trainer trainer(data_, found.options, progress_);
      calibrate_if(true, trainer, found.refitted, progress_);
    }
    report_.seconds.solve = watch.seconds();
    report_.options = found.options;
    json_["points"] = Json::array();
    for (const TunePoint& point : found.points)
      json_["points"].push_back(point_json(point));
    json_["chosen"] = found.chosen;
    return std::move(found.refitted);
  }

  const semilin_data& from_;
  const Dataset& data_;
  Wanted wanted_;
  Progress progress_;
  TrainReport report_;
  Json json_ = Json::object();
};

}  // namespace
}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_train(const semilin_data* data,
                             const semilin_data* graph, const char* options,
                             semilin_progress progress, void* context,
                             semilin_result** result) {
  return guarded([&] {
    const semilin::Dataset& rows = given(data, "data").corpus.data;
    given(result, "result");
    require_valid(rows);  // defaults depend on them
    Wanted wanted = wanted_from(object_from(options, "options"), rows);
    if (graph != nullptr)
      wanted.train.graph.graph = semilin::Graph(graph->corpus.data.rows);
    wanted.train.seeds = data->corpus.seeds;
    wanted.train.seed_words = data->corpus.seed_words;
    const double pause = wanted.progress_seconds;
    Run run(*data, std::move(wanted), progress_of(progress, context, pause));
    *result = run.result().release();
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
    give(model, "model",
         std::make_unique<semilin_model>(supervised != 0 ? from.supervised
                                                         : from.model));
  });
}

void semilin_result_free(semilin_result* result) {
  delete result;  // NOLINT(cppcoreguidelines-owning-memory): C's
}
