#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "semilin/base/error.h"

#include "base/json.h"
#include "c/json.h"

namespace semilin::c {
namespace {

bool says(const Json& value, std::string_view text) {
  return value.is_string() && value.get_ref<const std::string&>() == text;
}

// JSON has no infinity: it is the text "inf".
template <class Number>
Number number_from(const std::string& name, const Json& value) {
  if constexpr (std::is_floating_point_v<Number>) {
    if (says(value, "inf")) return std::numeric_limits<Number>::infinity();
    if (says(value, "-inf")) return -std::numeric_limits<Number>::infinity();
    if (says(value, "nan")) return std::numeric_limits<Number>::quiet_NaN();
  }
  constexpr bool kWhole = !std::is_floating_point_v<Number>;
  bool fits = value.is_number();
  if constexpr (kWhole) fits = is_whole_number<Number>(value);
  require(fits, name + " must be a " + (kWhole ? "whole number" : "number") +
                    ", got " + text_of(value));
  return value.get<Number>();
}

template <class Number>
std::vector<Number> numbers_from(const std::string& name, const Json& list) {
  require(list.is_array(),
          name + " must be a list of numbers, got " + text_of(list));
  std::vector<Number> numbers;
  for (const Json& value : list)
    numbers.push_back(number_from<Number>(name, value));
  return numbers;
}

bool truth_from(const std::string& name, const Json& value) {
  if (value.is_number()) return value.get<double>() != 0;
  require(value.is_boolean(),
          name + " must be true or false, got " + text_of(value));
  return value.get<bool>();
}

void set_from(const Setting& setting, const Json& given) {
  const std::string name = json_name(setting.name);
  if (setting.is_truth()) {
    (void)setting.set(truth_from(name, given) ? "yes" : "no");
  } else if (!setting.values.empty()) {
    require(given.is_string() && setting.set(given.get<std::string>()).empty(),
            name + " must be one of " + setting.range(", ") + ", got " +
                text_of(given));
  } else {
    const double value =
        setting.largest == 0
            ? number_from<double>(name, given)
            : static_cast<double>(number_from<std::int64_t>(name, given));
    require_within(name, value, setting.bound);
    require(setting.largest == 0 || value <= setting.largest,
            name + " must be a whole number, got " + text_of(given));
    setting.put(value);
  }
}

// The settings that `given` has.
template <class Options>
void take_settings(Options& options, const Json& given) {
  for (const Setting& setting : settings_of(options)) {
    const auto found = given.find(json_name(setting.name));
    if (found != given.end()) set_from(setting, *found);
  }
}

template <class Options>
void list_settings(Options options, Json& all) {
  for (const Setting& setting : settings_of(options)) {
    const std::string name = json_name(setting.name);
    if (all.contains(name)) continue;
    all[name] = {
        {"default", json_of(setting)},
        {"values", setting.is_truth() ? "true or false" : setting.range(", ")},
        {"help", setting.help}};
  }
}

// Sizes or weights: a text, or numbers.
void take_per_class(const char* name, const Json& given, std::string& text,
                    std::vector<double>& numbers) {
  if (given.is_null()) return;
  require(
      given.is_string() || given.is_array(),
      std::string(name) + " must be a text or numbers, got " + text_of(given));
  if (given.is_string())
    text = given.get<std::string>();
  else
    numbers = numbers_from<double>(name, given);
}

// Without the members that are null.
Json without_null(const Json& given) {
  Json rest = Json::object();
  for (const auto& [name, value] : given.items())
    if (!value.is_null()) rest[name] = value;
  return rest;
}

// The value of `name`, which is taken out of `given`; null if it has none.
Json take(Json& given, const char* name) {
  Json value = given.value(name, Json());
  given.erase(name);
  return value;
}

std::string names_of(const Json& object) {
  std::string text;
  for (const auto& [name, value] : object.items())
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

void refuse_unknown(const Json& given, const Json& known) {
  for (const auto& [name, value] : given.items()) {
    require(known.contains(name),
            "there is no option '" + name + "' here, but: " + names_of(known));
  }
}

Choice choice_from(const Json& given) {
  require(says(given, "one-se") || says(given, "best"),
          "choose must be one-se or best, got " + text_of(given));
  return says(given, "best") ? Choice::Best : Choice::OneStandardError;
}

// Takes a truth, a number or numbers out of `given`, unless there are none.
template <class To>
void take(Json& given, const char* name, To& to) {
  const Json value = take(given, name);
  if (value.is_null()) return;
  if constexpr (std::is_same_v<To, bool>) {
    to = truth_from(name, value);
  } else if constexpr (std::is_arithmetic_v<To>) {
    to = number_from<To>(name, value);
  } else if constexpr (std::is_same_v<To, std::optional<double>>) {
    to = number_from<double>(name, value);
  } else {
    to = numbers_from<typename To::value_type>(name, value);
  }
}

TuneOptions tuning_from(const Json& given) {
  TuneOptions tuning;
  require(given.is_object(), "tune must be an object, got " + text_of(given));
  Json rest = without_null(given);
  take(rest, "C", tuning.c);
  take(rest, "lambda", tuning.lambda);
  take(rest, "lambda_u", tuning.lambda_u);
  take(rest, "gamma", tuning.gamma);
  take(rest, "neighbors", tuning.neighbors);
  take(rest, "width", tuning.width);
  take(rest, "folds", tuning.folds);
  take(rest, "repeats", tuning.repeats);
  take(rest, "seed", tuning.seed);
  if (const Json value = take(rest, "choose"); !value.is_null())
    tuning.choice = choice_from(value);
  for (const auto& [name, value] : rest.items())
    throw std::invalid_argument("there is nothing called '" + name +
                                "' to tune");
  return tuning;
}

}  // namespace

Wanted<RunOptions> wanted_from(const Json& given) {
  Json rest = without_null(given);
  Wanted<RunOptions> wanted;
  RunOptions& run = wanted.options;
  TrainOptions& options = run.train;
  const Json method = take(rest, "method");
  require(method.is_null() || method.is_string(),
          "method must be a name, got " + text_of(method));
  // a named committee is the default, which label sets replace by da
  if (method.is_string() &&
      (!says(method, kCommittee) || rest.contains("tune")))
    options.method = method.get<std::string>();
  const std::string known =
      options.method.empty() ? std::string(kCommittee) : options.method;
  take_per_class("class_sizes", take(rest, "class_sizes"), run.class_sizes,
                 options.class_sizes.sizes);
  if (!options.class_sizes.sizes.empty())
    options.class_sizes.source = SizeSource::Given;
  take_per_class("class_weights", take(rest, "class_weights"), run.class_weight,
                 options.linear.class_weights);
  take(rest, "C", run.c);
  take(rest, "probabilities", run.probabilities);
  take(rest, "expected_accuracy", run.expected_accuracy);
  take(rest, "progress_seconds", wanted.progress_seconds);
  if (const Json value = take(rest, "tune"); !value.is_null())
    run.tune = tuning_from(value);
  refuse_unknown(rest, described_options(known));
  visit_parts(method_named(known), options,
              [&](auto& part) { take_settings(part, rest); });
  take(rest, "threads", options.threads);
  return wanted;
}

Wanted<SuggestOptions> wanted_rows_from(const Json& given) {
  Wanted<SuggestOptions> wanted;
  SuggestOptions& options = wanted.options;
  Json rest = without_null(given);
  take(rest, "count", options.count);
  if (const Json value = take(rest, "for"); !value.is_null())
    set_from(setting_of("for", options.use, kLabelUses, ""), value);
  take(rest, "random_share", options.random_share);
  take(rest, "seed", options.seed);
  take(rest, "threads", options.threads);
  take(rest, "progress_seconds", wanted.progress_seconds);
  for (const auto& [name, value] : rest.items())
    throw std::invalid_argument(
        "there is no option '" + name +
        "' here, but: count, for, random_share, seed, threads, "
        "progress_seconds");
  return wanted;
}

VocabularyOptions vocabulary_options(const Json& given) {
  VocabularyOptions options;
  const Json rest = without_null(given);
  refuse_unknown(rest, described_options("text"));
  take_settings(options, rest);
  return options;
}

Json described_options(const std::string& method) {
  Json all = Json::object();
  if (method == "text") {
    list_settings(VocabularyOptions{}, all);
    return all;
  }
  const TrainOptions options;
  visit_parts(method_named(method), options,
              [&](const auto& part) { list_settings(part, all); });
  all["threads"] = {{"default", 0},
                    {"values", ">= 0"},
                    {"help", "number of threads; 0: OMP_NUM_THREADS or all"}};
  return all;
}

}  // namespace semilin::c
