#include <numeric>

#include "semilin/c.h"
#include "semilin/graph/graph.h"
#include "semilin/run.h"

#include "c/handles.h"
#include "c/json.h"
#include "c/watched.h"

namespace semilin::c {
namespace {

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
    Json wanted = object_from(options, "options");
    Watched watched(progress, context, take_pause(wanted));
    semilin::RunOptions chosen = run_from(std::move(wanted));
    if (graph != nullptr)
      chosen.train.graph.graph = semilin::Graph(graph->corpus.data.rows);
    semilin::Run run = semilin::run(corpus, chosen, watched.listening());
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
