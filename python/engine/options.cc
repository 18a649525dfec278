#include "engine/options.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include <pybind11/stl.h>

#include "semilin/base/error.h"

namespace semilin::python {
namespace {

std::string python_name(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

std::string shown(const py::handle& value) {
  return py::repr(value).cast<std::string>();
}

// `value` as T; throws with what was expected.
template <class T>
T number_from(const std::string& name, const py::handle& value) {
  try {
    if constexpr (std::is_floating_point_v<T>) {
      return py::float_(py::reinterpret_borrow<py::object>(value));
    } else {
      return value.cast<T>();
    }
  } catch (const std::exception&) {
    throw std::invalid_argument(
        name + " must be a " +
        (std::is_floating_point_v<T> ? "number" : "whole number") + ", got " +
        shown(value));
  }
}

template <class Values>
std::string list_of(const Values& values) {
  std::string text;
  for (const auto value : values)
    text += (text.empty() ? "" : ", ") + std::string(to_string(value));
  return text;
}

template <class Field, class Values>
void set_field(const std::string& name, Field& field, const Values& values,
               const py::handle& given) {
  if constexpr (std::is_enum_v<Field>) {
    for (const Field value : values) {
      if (!py::isinstance<py::str>(given) ||
          given.cast<std::string>() != to_string(value))
        continue;
      field = value;
      return;
    }
    require(false, name + " must be one of " + list_of(values) + ", got " +
                       shown(given));
  } else if constexpr (std::is_same_v<Field, bool>) {
    const int truth = PyObject_IsTrue(given.ptr());
    if (truth < 0) throw py::error_already_set();
    field = truth == 1;
  } else {
    using Number =
        std::conditional_t<std::is_same_v<Field, std::optional<double>>, double,
                           Field>;
    const auto value = number_from<Number>(name, given);
    require_within(name, static_cast<double>(value), values);
    field = value;
  }
}

// Takes the fields of `options` out of `given`.
template <class Options>
void take_described(Options& options, py::dict& given) {
  describe(options, [&](std::string_view described, auto& field,
                        const auto& values, const auto&) {
    const std::string name = python_name(described);
    if (given.contains(name))
      set_field(name, field, values, given[name.c_str()]);
  });
}

template <class Options>
void list_described(const Options& options, py::dict& all) {
  describe(options, [&](std::string_view described, const auto& field,
                        const auto& values, std::string_view help) {
    using Field = std::remove_cvref_t<decltype(field)>;
    const std::string name = python_name(described);
    if (all.contains(name)) return;
    py::object standard = py::none();
    std::string range;
    if constexpr (std::is_enum_v<Field>) {
      standard = py::str(std::string(to_string(field)));
      range = list_of(values);
    } else if constexpr (std::is_same_v<Field, bool>) {
      standard = py::bool_(field);
      range = "True or False";
    } else {
      standard = py::cast(field);
      range = to_string(values);
    }
    all[name.c_str()] = py::make_tuple(standard, range, std::string(help));
  });
}

ClassSizeOptions class_sizes_from(const py::handle& given) {
  if (!py::isinstance<py::str>(given)) {
    return {SizeSource::Given, given.cast<std::vector<double>>()};
  }
  const auto name = given.cast<std::string>();
  for (const SizeSource source :
       {SizeSource::Estimate, SizeSource::Labels, SizeSource::Equal}) {
    if (name == to_string(source)) return {source, {}};
  }
  throw std::invalid_argument(
      "class_sizes must be 'estimate', 'labels', 'equal' or numbers, got '" +
      name + "'");
}

std::vector<double> class_weights_from(const py::object& given,
                                       const Dataset& data) {
  if (!py::isinstance<py::str>(given)) return given.cast<std::vector<double>>();
  const auto name = given.cast<std::string>();
  require(name == "balanced",
          "class_weight must be 'balanced' or numbers, got '" + name + "'");
  return balanced_weights(data);
}

// The value of `name`, which is taken out of `given`; null if it is absent or
// None.
py::object take(py::dict& given, const char* name) {
  if (!given.contains(name)) return {};
  const py::object value = given.attr("pop")(name);
  return value.is_none() ? py::object() : value;
}

std::string names_in(const py::dict& all) {
  std::string text;
  for (const auto& [name, about] : all)
    text += (text.empty() ? "" : ", ") + name.cast<std::string>();
  return text;
}

void refuse_unknown(const py::dict& given, const py::dict& known) {
  for (const auto& [name, value] : given) {
    require(known.contains(name), "there is no option " + shown(name) +
                                      " here, but: " + names_in(known));
  }
}

// The options without those that are None.
py::dict without_none(const py::dict& given) {
  py::dict rest;
  for (const auto& [name, value] : given)
    if (!value.is_none()) rest[name] = value;
  return rest;
}

}  // namespace

TrainOptions train_options(const std::string& method, const py::dict& given,
                           const Dataset& data) {
  py::dict rest = without_none(given);
  TrainOptions options;
  take_described(options.linear, rest);
  options.method = method == kCommittee
                       ? default_method(data, options.linear.lambda_u)
                       : method;
  if (const py::object value = take(rest, "class_sizes"))
    options.class_sizes = class_sizes_from(value);
  const py::object weights = take(rest, "class_weights");
  const py::object c = take(rest, "C");
  const py::object graph = take(rest, "graph");
  if (const py::object seeds = take(rest, "seeds"))
    options.seeds = seeds.cast<SeedRows>();
  if (const py::object words = take(rest, "seed_words"))
    options.seed_words = words.cast<std::string>();
  const Method& known = method_named(options.method);
  refuse_unknown(rest, described_options(options.method));
  visit_parts(known, options, [&](auto& part) { take_described(part, rest); });
  if (rest.contains("threads")) options.threads = rest["threads"].cast<int>();
  LinearOptions& linear = options.linear;
  if (weights) linear.class_weights = class_weights_from(weights, data);
  if (c) {
    require(!linear.lambda, "C and lam exclude each other");
    linear.lambda = lambda_from_c(number_from<double>("C", c),
                                  summed_costs(data, linear.class_weights));
  }
  if (graph) options.graph.graph = graph.cast<Graph>();
  return options;
}

VocabularyOptions vocabulary_options(const py::dict& given) {
  VocabularyOptions options;
  py::dict rest = without_none(given);
  refuse_unknown(rest, described_options("text"));
  take_described(options, rest);
  return options;
}

py::dict described_options(const std::string& method) {
  py::dict all;
  if (method == "text") {
    list_described(VocabularyOptions{}, all);
    return all;
  }
  const TrainOptions options;
  visit_parts(method_named(method), options,
              [&](const auto& part) { list_described(part, all); });
  all["threads"] =
      py::make_tuple(0, ">= 0", "number of threads; 0: OMP_NUM_THREADS or all");
  return all;
}

}  // namespace semilin::python
