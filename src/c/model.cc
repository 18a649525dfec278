#include <algorithm>

#include "semilin/c.h"
#include "semilin/learn/model_file.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/multilabel.h"
#include "semilin/text/vectorize.h"

#include "c/handles.h"
#include "c/json.h"

namespace semilin::c {
namespace {

Archive archive_of(const Model& model, const semilin_vocabulary* vocabulary) {
  if (vocabulary == nullptr) return to_archive(model);
  Model with = model;
  with.head().attachments = to_archive(*vocabulary->vocabulary);
  return to_archive(with);
}

// null: none
Json vectors_json(const VectorColumns& vectors) {
  if (vectors.count == 0) return nullptr;
  return {{"first", vectors.first},
          {"columns", vectors.count},
          {"scale", vectors.scale}};
}

Json info_json(const Model& model) {
  const ModelHead& head = model.head();
  return {{"classes", head.classes},
          {"multi_label", head.multi_label},
          {"features", head.features},
          {"outputs", head.outputs()},
          {"linear", model.linear() != nullptr},
          {"probabilities", !head.calibration.slopes.empty()},
          {"vocabulary", holds_vocabulary(head.attachments)},
          {"info", Json::parse(head.info, nullptr, false)},
          {"vectors", vectors_json(head.vectors)}};
}

// The linear model, or linear part, whose weights are shown; null: none.
const LinearModel* linear_of(const semilin_model& handle) {
  if (const LinearModel* linear = handle.model->linear()) return linear;
  handle.weights.part = linear_part(*handle.model);
  return handle.weights.part ? &*handle.weights.part : nullptr;
}

void find_weights(const semilin_model& handle) {
  const LinearModel* linear = linear_of(handle);
  if (linear == nullptr) return;
  const auto outputs = static_cast<std::size_t>(linear->outputs());
  const auto behind = static_cast<std::size_t>(linear->features) * outputs;
  std::vector<double>& intercepts = handle.weights.intercepts;
  intercepts = linear->offsets;
  if (linear->bias != 0) {
    for (std::size_t k = 0; k < outputs; ++k)
      intercepts[k] += linear->bias * linear->weights[behind + k];
  }
  handle.weights.weights = linear->weights.data();
}

template <class T>
void fill(const std::vector<T>& from, T* to) {
  std::copy(from.begin(), from.end(), to);
}

void predict_rows(const Model& model, const Corpus& rows, int threads,
                  double* outputs, double* probabilities,
                  std::int32_t* labels) {
  require_same_vectors(model, rows.data);
  require_within("threads", threads, kThreads);
  const ModelHead& head = model.head();
  require(probabilities == nullptr || !head.calibration.slopes.empty(),
          "the model has no probabilities: train it with \"probabilities\"");
  const std::vector<double> found = scores(model, rows, threads);
  if (outputs != nullptr) fill(found, outputs);
  if (probabilities != nullptr)
    fill(label_probabilities(head, found), probabilities);
  if (labels != nullptr) {
    fill(head.multi_label ? predict_sets(head, found) : predict(head, found),
         labels);
  }
}

std::optional<Vocabulary> vocabulary_in(const Model& model) {
  const Archive& attached = model.head().attachments;
  if (!holds_vocabulary(attached)) return {};
  return vocabulary_from_archive(attached);
}

}  // namespace

void require_same_vectors(const Model& model, const Dataset& data) {
  const VectorColumns& wanted = model.head().vectors;
  require(wanted == data.vectors,
          wanted.count == 0
              ? "the rows have vectors, and the model was trained without"
              : "the model needs vectors of " + std::to_string(wanted.count) +
                    " columns beside the rows, set for this model");
}

}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_model_read(const char* path, semilin_model** model) {
  return guarded([&] {
    give_new(model, "model",
             std::make_shared<const semilin::Model>(
                 semilin::read_model(&given(path, "path"))));
  });
}

semilin_status semilin_model_write(const semilin_model* model,
                                   const semilin_vocabulary* vocabulary,
                                   const char* path) {
  return guarded([&] {
    write_archive(archive_of(*given(model, "model").model, vocabulary),
                  &given(path, "path"));
  });
}

semilin_status semilin_model_to_bytes(const semilin_model* model,
                                      const semilin_vocabulary* vocabulary,
                                      char** bytes, size_t* size) {
  return guarded([&] {
    give_bytes(bytes, size,
               archive_of(*given(model, "model").model, vocabulary));
  });
}

semilin_status semilin_model_from_bytes(const char* bytes, size_t size,
                                        semilin_model** model) {
  return guarded([&] {
    give_new(model, "model",
             std::make_shared<const semilin::Model>(
                 model_from_archive(archive_of_bytes(bytes, size))));
  });
}

semilin_status semilin_model_info(const semilin_model* model, char** json) {
  return guarded(
      [&] { give_json(json, info_json(*given(model, "model").model)); });
}

semilin_status semilin_model_vocabulary(const semilin_model* model,
                                        semilin_vocabulary** vocabulary) {
  return guarded([&] {
    auto found = vocabulary_in(*given(model, "model").model);
    given(vocabulary, "vocabulary") = nullptr;
    if (!found) return;
    give_new(vocabulary, "vocabulary",
             std::make_shared<const semilin::Vocabulary>(*std::move(found)));
  });
}

semilin_status semilin_model_weights(const semilin_model* model,
                                     const double** weights,
                                     const double** intercepts) {
  return guarded([&] {
    const semilin_model& handle = given(model, "model");
    std::call_once(handle.asked, [&] { find_weights(handle); });
    const semilin_model::Weights& found = handle.weights;
    given(weights, "weights") = found.weights;
    given(intercepts, "intercepts") =
        found.weights == nullptr ? nullptr : found.intercepts.data();
  });
}

semilin_status semilin_predict(const semilin_model* model,
                               const semilin_data* rows, int threads,
                               double* outputs, double* probabilities,
                               int32_t* labels) {
  return guarded([&] {
    predict_rows(*given(model, "model").model, given(rows, "rows").corpus,
                 threads, outputs, probabilities, labels);
  });
}

void semilin_model_free(semilin_model* model) {
  delete model;  // NOLINT(cppcoreguidelines-owning-memory): C's
}
