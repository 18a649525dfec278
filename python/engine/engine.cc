// The module semilin._engine: the library as Python's sources need it.
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/store.h"
#include "semilin/learn/model_file.h"
#include "semilin/learn/seed_words.h"
#include "semilin/learn/train.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/text/seed_words.h"
#include "semilin/text/vectorize.h"
#include "semilin/version.h"

#include "engine/arrays.h"
#include "engine/options.h"
#include "engine/training.h"

namespace semilin::python {
namespace {

constexpr const char* kBytes = "bytes of a file";

using Costs = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Labels =
    py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

// --- rows, stores, labels

py::tuple shape_of(const CsrStore& rows) {
  return py::make_tuple(rows.rows(), rows.cols());
}

Dataset dataset(const CsrStore& rows, const Labels& labels,
                const std::vector<std::string>& classes, const Costs& costs,
                bool multi_label) {
  Dataset data;
  data.rows = rows;
  data.labels.assign(labels.data(), labels.data() + labels.size());
  data.classes = classes;
  data.costs.assign(costs.data(), costs.data() + costs.size());
  data.multi_label = multi_label;
  return data;
}

// Refused here since defaults depend on the data before training checks them.
void check(const Dataset& data, int threads) {
  const py::gil_scoped_release unlocked;
  require_valid(data, threads);
}

py::dict train_on(const CsrStore& rows, const Labels& labels,
                  const std::vector<std::string>& classes, const Costs& costs,
                  bool multi_label, const std::string& method,
                  const py::dict& options, bool probabilities,
                  const py::object& progress) {
  const Dataset data = dataset(rows, labels, classes, costs, multi_label);
  check(data, 0);
  return train_model(data, train_options(method, options, data), probabilities,
                     progress);
}

py::dict tune_on(const CsrStore& rows, const Labels& labels,
                 const std::vector<std::string>& classes, const Costs& costs,
                 bool multi_label, const std::string& method,
                 const py::dict& options, bool probabilities,
                 const py::object& progress, const std::vector<double>& lambdas,
                 const std::vector<double>& lambda_us,
                 const std::vector<double>& gammas,
                 const std::vector<Index>& neighbors,
                 const std::vector<double>& widths, int folds, int repeats,
                 std::uint64_t seed, bool best) {
  const Dataset data = dataset(rows, labels, classes, costs, multi_label);
  check(data, 0);
  TuneOptions tuning;
  tuning.train = train_options(method, options, data);
  tuning.lambda = lambdas;
  tuning.lambda_u = lambda_us;
  tuning.gamma = gammas;
  tuning.neighbors = neighbors;
  tuning.width = widths;
  tuning.folds = folds;
  tuning.repeats = repeats;
  tuning.seed = seed;
  tuning.choice = best ? Choice::Best : Choice::OneStandardError;
  return tune_model(data, tuning, probabilities, progress);
}

py::object vocabulary_of(const Store& store) {
  const auto found = store.attachments.find(kVocabularyKey);
  if (found == store.attachments.end()) return py::none();
  return py::cast(
      vocabulary_from_archive(archive_from_bytes(found->second, "store")));
}

void add_rows(py::module_& engine) {
  py::class_<CsrStore>(engine, "Rows", "Sparse rows, borrowed from arrays.")
      .def(py::init(&rows_from), py::arg("data"), py::arg("indices"),
           py::arg("indptr"), py::arg("cols"))
      .def_property_readonly("shape", &shape_of)
      .def("arrays", &arrays_of, "(data, indices, indptr), without a copy");
  py::class_<Store>(engine, "Store", "A store, mapped.")
      .def(py::init([](const std::string& path) { return open_store(path); }),
           py::arg("path"))
      .def_property_readonly(
          "rows",  // rows that are taken as arrays have no checksums
          [](const Store& store) {
            const py::gil_scoped_release released;
            require_valid(store.data.rows);
            return store.data.rows;
          })
      .def_property_readonly(
          "labels",
          [](const py::object& self) {
            const auto& labels = self.cast<const Store&>().data.labels;
            const auto n = static_cast<py::ssize_t>(labels.size());
            return borrowed(labels.data(), {n}, self);
          })
      .def_property_readonly(
          "classes", [](const Store& store) { return store.data.classes; })
      .def_property_readonly(
          "multi_label",
          [](const Store& store) { return store.data.multi_label; })
      .def_property_readonly("vocabulary", &vocabulary_of);
  py::class_<Graph>(engine, "Graph", "An undirected weighted graph.")
      .def(py::init<CsrStore>(), py::arg("weights"));
  engine.def("sort_class_names", &sort_class_names);
  engine.def("join_labels", &join_labels);
}

// --- documents

// add(texts) for each list in `batches`, without the interpreter's lock.
template <class Add>
void for_batches(const py::iterable& batches, const Add& add) {
  for (const py::handle batch : batches) {
    const auto texts = batch.cast<std::vector<std::string>>();
    const py::gil_scoped_release unlocked;
    add(texts);
  }
}

py::tuple learn_from(const py::iterable& batches, const py::dict& options,
                     int threads) {
  VocabularyBuilder builder(vocabulary_options(options), threads);
  for_batches(batches, [&](const auto& texts) { builder.add(texts); });
  TextFeatures features = builder.finish();
  return py::make_tuple(std::move(features.vocabulary),
                        std::move(features.rows));
}

CsrStore rows_of(const py::iterable& batches, const Vocabulary& vocabulary,
                 int threads) {
  Vectorizer vectorizer(vocabulary, threads);
  for_batches(batches, [&](const auto& texts) { vectorizer.add(texts); });
  return vectorizer.take_rows();
}

// --- words of classes

using Features = std::variant<Vocabulary, std::vector<std::string>>;
using WordPairs = std::vector<std::pair<std::string, std::vector<std::string>>>;

std::vector<std::string> words_of_name(const std::string& name,
                                       const Features& features) {
  const auto* vocabulary = std::get_if<Vocabulary>(&features);
  return words_of_names(std::span(&name, 1),
                        vocabulary ? vocabulary->words : WordOptions())[0]
      .words;
}

WordPairs words_of_file(const std::string& path) {
  WordPairs pairs;
  for (ClassWords& one : read_seed_words(path))
    pairs.emplace_back(std::move(one.name), std::move(one.words));
  return pairs;
}

// (SeedRows, the words as JSON, warnings, whether each class is known)
py::tuple seeds_of(const CsrStore& rows, const Labels& labels,
                   const std::vector<std::string>& classes,
                   const WordPairs& pairs, const Features& features) {
  const Dataset data = dataset(rows, labels, classes, Costs(0), false);
  nlohmann::ordered_json kept = nlohmann::ordered_json::object();
  std::vector<SeedTerm> terms;
  for (const auto& [name, words] : pairs) {
    kept[name] = words;
    const auto columns = std::visit(
        [&words = words](const auto& f) { return features_of_words(words, f); },
        features);
    for (std::size_t w = 0; w < words.size(); ++w)
      terms.push_back({find_class(data.classes, name), columns[w], words[w]});
  }
  SeedRows seeds = seed_rows(data, terms);
  std::vector<std::string> warnings = seed_warnings(data, terms);
  std::vector<bool> known = known_classes(data, seeds);
  return py::make_tuple(std::move(seeds), kept.dump(), std::move(warnings),
                        std::move(known));
}

void add_seeds(py::module_& engine) {
  py::class_<SeedRows>(engine, "SeedRows", "Rows made of words.");
  engine.def("words_of_name", &words_of_name, py::arg("name"),
             py::arg("features"));
  engine.def("read_seed_words", &words_of_file, py::arg("path"));
  engine.def("seed_rows", &seeds_of, py::arg("rows"), py::arg("labels"),
             py::arg("classes"), py::arg("words"), py::arg("features"),
             "(SeedRows, the words as JSON, warnings, whether each class is "
             "known)");
}

py::bytes bytes_of(const Archive& archive) {
  return py::bytes(archive_to_bytes(archive));
}

Vocabulary vocabulary_from(const std::string& bytes) {
  return vocabulary_from_archive(archive_from_bytes(bytes, kBytes));
}

void add_text(py::module_& engine) {
  py::class_<Vocabulary>(engine, "Vocabulary", "Terms and their weights.")
      .def_readonly("terms", &Vocabulary::terms)
      .def_property_readonly("idf",
                             [](const Vocabulary& v) {
                               const auto n =
                                   static_cast<py::ssize_t>(v.idf.size());
                               return owned(std::vector(v.idf), {n});
                             })
      .def(py::pickle(
          [](const Vocabulary& v) { return bytes_of(to_archive(v)); },
          [](const py::bytes& bytes) { return vocabulary_from(bytes); }));
  engine.def("learn_vocabulary", &learn_from, py::arg("batches"),
             py::arg("options"), py::arg("threads"),
             "(Vocabulary, Rows) of the documents");
  engine.def("vectorize", &rows_of, py::arg("batches"), py::arg("vocabulary"),
             py::arg("threads"));
}

// --- models

Model model_from(const std::string& bytes) {
  return model_from_archive(archive_from_bytes(bytes, kBytes));
}

py::array_t<double> scores_of(const Model& model, const CsrStore& rows,
                              int threads) {
  std::vector<double> found;
  {
    const py::gil_scoped_release unlocked;
    found = scores(model, rows, threads);
  }
  return owned(std::move(found), {rows.rows(), model.head().outputs()});
}

py::array_t<double> probabilities_of(const Model& model, const Costs& outputs) {
  const ModelHead& head = model.head();
  require(outputs.size() % head.outputs() == 0,
          "probabilities: expected rows of " + std::to_string(head.outputs()) +
              " outputs");
  std::vector<double> found = label_probabilities(
      head, {outputs.data(), static_cast<std::size_t>(outputs.size())});
  const auto width = static_cast<py::ssize_t>(head.classes.size());
  return owned(std::move(found), {outputs.size() / head.outputs(), width});
}

// (features x outputs weights, intercepts), or None if it is not linear.
py::object weights_of(const py::object& self) {
  const auto& model = self.cast<const Model&>();
  const py::ssize_t outputs = model.head().outputs();
  const py::ssize_t features = model.head().features;
  std::vector<double> intercepts = model.head().offsets;
  const auto parts = [&](const LinearModel& linear, const py::object& owner) {
    if (linear.bias != 0) {
      for (py::ssize_t k = 0; k < outputs; ++k)
        intercepts[k] += linear.bias * linear.weights[features * outputs + k];
    }
    return py::make_tuple(
        borrowed(linear.weights.data(), {features, outputs}, owner),
        owned(std::move(intercepts), {outputs}));
  };
  if (const LinearModel* linear = model.linear()) return parts(*linear, self);
  std::optional<LinearModel> part = linear_part(model);
  if (!part) return py::none();
  const py::object copy = py::cast(Model(*std::move(part)));
  return parts(*copy.cast<const Model&>().linear(), copy);
}

void save_model(Model model, const std::string& path,
                const Vocabulary* vocabulary) {
  if (vocabulary != nullptr) model.head().attachments = to_archive(*vocabulary);
  write_archive(to_archive(model), path);
}

// Without the committee, which reads the options of both kinds.
void add_method_names(py::module_& engine) {
  py::list linear, graph;
  for (const Method& method : methods()) {
    if (method.linear != method.graph)
      (method.linear ? linear : graph).append(std::string(method.name));
  }
  engine.attr("LINEAR_METHODS") = linear;
  engine.attr("GRAPH_METHODS") = graph;
}

void add_models(py::module_& engine) {
  py::class_<Model>(engine, "Model", "A trained classifier.")
      .def_static("from_bytes", &model_from, py::arg("bytes"))
      .def_static("read", &read_model, py::arg("path"))
      .def("to_bytes",
           [](const Model& model) { return bytes_of(to_archive(model)); })
      .def("save", &save_model, py::arg("path"), py::arg("vocabulary"))
      .def_property_readonly("classes",
                             [](const Model& m) { return m.head().classes; })
      .def_property_readonly("features",
                             [](const Model& m) { return m.head().features; })
      .def_property_readonly(
          "multi_label", [](const Model& m) { return m.head().multi_label; })
      .def_property_readonly(
          "is_linear", [](const Model& m) { return m.linear() != nullptr; })
      .def_property_readonly("info",
                             [](const Model& m) { return m.head().info; })
      .def_property_readonly(
          "has_probabilities",
          [](const Model& m) { return !m.head().calibration.slopes.empty(); })
      .def("weights", &weights_of)
      .def("scores", &scores_of, py::arg("rows"), py::arg("threads"))
      .def("probabilities", &probabilities_of, py::arg("scores"))
      .def(py::pickle(
          [](const Model& model) { return bytes_of(to_archive(model)); },
          [](const py::bytes& bytes) { return model_from(bytes); }));
}

}  // namespace

// NOLINTNEXTLINE: pybind11's macro
PYBIND11_MODULE(_engine, engine) {
  engine.doc() = "The library behind the package semilin.";
  engine.attr("__version__") = std::string(version());
  py::register_exception<DataError>(engine, "DataError", PyExc_ValueError);
  py::register_exception<Interrupted>(engine, "Interrupted",
                                      PyExc_KeyboardInterrupt);
  add_rows(engine);
  add_text(engine);
  add_seeds(engine);
  add_models(engine);
  engine.def("train", &train_on, py::arg("rows"), py::arg("labels"),
             py::arg("classes"), py::arg("costs"), py::arg("multi_label"),
             py::arg("method"), py::arg("options"), py::arg("probabilities"),
             py::arg("progress"));
  engine.def("tune", &tune_on, py::arg("rows"), py::arg("labels"),
             py::arg("classes"), py::arg("costs"), py::arg("multi_label"),
             py::arg("method"), py::arg("options"), py::arg("probabilities"),
             py::arg("progress"), py::kw_only(), py::arg("lambdas"),
             py::arg("lambda_us"), py::arg("gammas"), py::arg("neighbors"),
             py::arg("widths"), py::arg("folds"), py::arg("repeats"),
             py::arg("seed"), py::arg("best"));
  add_method_names(engine);
  engine.def("described_options", &described_options, py::arg("method"),
             "{name: (default, values, help)}");
}

}  // namespace semilin::python
