#include "cli/train_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/io/line_source.h"

#include "cli/command.h"
#include "cli/console.h"
#include "cli/data_options.h"

namespace semilin::cli {
namespace {

constexpr double kRatioSlack = 0.01;

std::optional<double> as_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

// Empty if `text` keeps the bound that describe() names.
std::string bound_fault(const std::string& text, const std::string& bound) {
  const std::optional<double> value = as_number(text);
  if (!value) return "expected a number, found '" + text + "'";
  const bool kept = bound == "> 0"      ? *value > 0
                    : bound == ">= 0"   ? *value >= 0
                    : bound == "finite" ? std::isfinite(*value)
                                        : true;
  return kept ? "" : "must be " + bound + ", found " + text;
}

template <class T>
void add_number(CLI::App& command, const std::string& name, T& field,
                const std::string& bound, const std::string& help) {
  CLI::Option* option = command.add_option("--" + name, field, help);
  option->type_name(std::is_floating_point_v<T> ? "X" : "N");
  if (field == field) {  // not NaN, which stands for "by the method"
    option->default_str(number(static_cast<double>(field)));
  }
  if (name == "max-switches") {
    option->type_name("N|all")->default_str("all");
    option->transform([](const std::string& text) {
      return text == "all" ? std::string("0") : text;
    });
  }
  option->check(
      [bound](const std::string& text) { return bound_fault(text, bound); });
}

void add_flag(CLI::App& command, const std::string& name, bool& field,
              const std::string& help) {
  if (!field) {
    command.add_flag("--" + name, field, help);
    return;
  }
  command.add_flag_callback(
      "--no-" + name, [&field] { field = false; }, "do not " + help);
}

// One option for each field of LinearOptions that describe() names.
void add_described_options(CLI::App& command, LinearOptions& options) {
  describe(
      options, [&command](const std::string& name, auto& field,
                          const std::string& bound, const std::string& help) {
        if constexpr (std::is_same_v<std::decay_t<decltype(field)>, bool>) {
          add_flag(command, name, field, help);
        } else {
          add_number(command, name, field, bound, help);
        }
      });
}

CLI::Option* add_file(CLI::App& command, const std::string& name,
                      std::string& field, const std::string& help) {
  return command.add_option(name, field, help)->type_name("FILE");
}

void add_file_options(CLI::App& command, TrainOptions& options) {
  command
      .add_option("DATA", options.data,
                  "svmlight text (plain, gzip, '-') or a store; unlabelled "
                  "rows have the label '?'")
      ->required();
  add_file(command, "-o,--output", options.model, "the model to write")
      ->required();
  add_file(command, "--test", options.test,
           "evaluate on FILE when done, beside the supervised SVM");
  add_file(command, "--summary", options.summary,
           "write what the run did as JSON");
  add_file(command, "--labels-out", options.labels_out,
           "write the label that training settled on for each row of DATA");
  add_file(command, "--vocabulary", options.vocabulary,
           "vocabulary written by vectorize, to travel with the model "
           "(default: the store's own)");
}

void add_method_options(CLI::App& command, TrainOptions& options) {
  command
      .add_option("--method", options.method,
                  "rls: least squares; svm: squared-hinge SVM; tsvm: "
                  "transductive SVM; da: deterministic annealing (default: da "
                  "if there are unlabelled rows, otherwise svm)")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"rls", "svm", "tsvm", "da"}).description(""));
  command
      .add_option("--ratio", options.ratio,
                  "class sizes of the unlabelled rows: 'estimate', 'labels' "
                  "(as among the labelled rows), one number a class in the "
                  "order of the classes (for two classes the fraction of the "
                  "second will do), or name=P,...; they sum to 1")
      ->type_name("SIZES")
      ->default_str("estimate");
  command
      .add_option("--class-weight", options.class_weight,
                  "costs of the classes' labelled rows: 'balanced' (inverse "
                  "to their numbers) or label=w,...")
      ->type_name("WEIGHTS");
  add_file(command, "--row-weights", options.row_weights,
           "costs of the rows, one number a line, for all rows in order");
}

void add_c_option(CLI::App& command, TrainOptions& options) {
  command
      .add_option_function<double>(
          "-C", [&options](const double& c) { options.c = c; },
          "LIBLINEAR's parameter instead of --lambda: lambda = 1 / (2 C l), l "
          "the summed costs of the labelled rows")
      ->type_name("X")
      ->check([](const std::string& text) { return bound_fault(text, "> 0"); })
      ->excludes(command.get_option("--lambda"));
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

double value_of(const std::string& option, const std::string& text) {
  const std::optional<double> value = as_number(text);
  if (!value || !std::isfinite(*value) || *value < 0) {
    throw UsageError(option + ": expected a number >= 0, found '" + text + "'");
  }
  return *value;
}

std::size_t position(const std::string& option, const std::string& name,
                     const std::vector<std::string>& classes) {
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (sort_class_names({name, classes[k]}).size() == 1) return k;
  }
  throw UsageError(option + ": the data have no class '" + name + "'");
}

// "name=x,..." : per class its x, NaN where none is given.
std::vector<double> named_values(const std::string& option,
                                 const std::string& text,
                                 const std::vector<std::string>& classes) {
  std::vector<double> values(classes.size(), std::nan(""));
  for (const std::string& part : split(text)) {
    const std::size_t equals = part.rfind('=');
    if (equals == std::string::npos) {
      throw UsageError(option + ": expected name=number, found '" + part + "'");
    }
    const std::size_t k = position(option, part.substr(0, equals), classes);
    if (!std::isnan(values[k])) {
      throw UsageError(option + ": class '" + classes[k] + "' is given twice");
    }
    values[k] = value_of(option, part.substr(equals + 1));
  }
  return values;
}

std::vector<double> given_ratio(const std::string& text,
                                const std::vector<std::string>& classes) {
  std::vector<double> ratio;
  if (text.find('=') != std::string::npos) {
    ratio = named_values("--ratio", text, classes);
    const auto missing = std::find_if(ratio.begin(), ratio.end(),
                                      [](double p) { return std::isnan(p); });
    if (std::count_if(ratio.begin(), ratio.end(),
                      [](double p) { return std::isnan(p); }) > 1) {
      throw UsageError("--ratio: class '" + classes[missing - ratio.begin()] +
                       "' is not given");
    }
    if (missing != ratio.end()) {  // one may be left out: the rest is its own
      *missing = 0;
      *missing = 1 - std::accumulate(ratio.begin(), ratio.end(), 0.0);
    }
  } else {
    for (const std::string& part : split(text))
      ratio.push_back(value_of("--ratio", part));
    if (classes.size() == 2 && ratio.size() == 1) {
      ratio = {1 - ratio[0], ratio[0]};
    }
  }
  if (ratio.size() != classes.size()) {
    throw UsageError("--ratio: expected " + std::to_string(classes.size()) +
                     " numbers, found " + std::to_string(ratio.size()));
  }
  const double sum = std::accumulate(ratio.begin(), ratio.end(), 0.0);
  if (*std::min_element(ratio.begin(), ratio.end()) < 0 ||
      !(std::abs(sum - 1) <= kRatioSlack)) {
    throw UsageError("--ratio: sizes must be >= 0 and sum to 1, found " + text);
  }
  for (double& p : ratio)
    p /= sum;  // "0.33,0.33,0.33" is meant well
  return ratio;
}

double cost_of(const Dataset& data, std::size_t i) {
  return data.costs.empty() ? 1 : data.costs[i];
}

std::vector<double> labeled_costs(const Dataset& data) {
  std::vector<double> costs(data.classes.size());
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i] != kUnlabeled) costs[data.labels[i]] += cost_of(data, i);
  }
  return costs;
}

std::vector<double> class_weights(const std::string& text,
                                  const Dataset& data) {
  if (text.empty()) return {};
  if (text != "balanced") {
    std::vector<double> weights =
        named_values("--class-weight", text, data.classes);
    for (double& weight : weights)
      if (std::isnan(weight)) weight = 1;
    return weights;
  }
  // each class weighs as much as any other; the sum of costs stays
  std::vector<double> weights = labeled_costs(data);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) {
    weight =
        weight > 0 ? sum / (static_cast<double>(weights.size()) * weight) : 1;
  }
  return weights;
}

double weighted_costs(const Dataset& data, const std::vector<double>& weights) {
  const std::vector<double> costs = labeled_costs(data);
  if (weights.empty()) return std::accumulate(costs.begin(), costs.end(), 0.0);
  return std::inner_product(costs.begin(), costs.end(), weights.begin(), 0.0);
}

Method method_of(const std::string& name, const Dataset& data) {
  for (const Method method :
       {Method::Rls, Method::Svm, Method::Tsvm, Method::Da}) {
    if (name == to_string(method)) return method;
  }
  return data.labeled() < data.rows.rows() ? Method::Da : Method::Svm;
}

}  // namespace

void add_train_options(CLI::App& command, TrainOptions& options) {
  add_file_options(command, options);
  add_method_options(command, options);
  add_described_options(command, options.linear);
  add_c_option(command, options);
  add_quiet_option(command, options.quiet);
  add_label_options(command, options.read);
  add_unlabeled_option(command, options.read);
  add_format_options(command, options.read);
}

void apply_row_weights(const TrainOptions& options, Dataset& data) {
  if (options.row_weights.empty()) return;
  LineSource lines(options.row_weights);
  data.costs.clear();
  while (const auto line = lines.next()) {
    const std::optional<double> cost = as_number(*line);
    if (!cost || !std::isfinite(*cost) || *cost < 0) {
      throw DataError(lines.name(), lines.line(), 1, "a number >= 0",
                      "'" + std::string(line->substr(0, 40)) + "'");
    }
    data.costs.push_back(*cost);
  }
  const auto found = static_cast<Index>(data.costs.size());
  if (found != data.rows.rows()) {
    throw DataError(lines.name(),
                    "expected " + std::to_string(data.rows.rows()) +
                        " lines, one a row, found " + std::to_string(found));
  }
}

LinearOptions resolve(const TrainOptions& options, const Dataset& data) {
  LinearOptions linear = options.linear;
  linear.method = method_of(options.method, data);
  linear.class_weights = class_weights(options.class_weight, data);
  if (options.c) {
    linear.lambda =
        lambda_from_c(*options.c, weighted_costs(data, linear.class_weights));
  }
  if (options.ratio.empty() || options.ratio == "estimate") {
    linear.ratio_source = RatioSource::Estimate;
  } else if (options.ratio == "labels") {
    linear.ratio_source = RatioSource::Labels;
  } else {
    linear.ratio_source = RatioSource::Given;
    linear.ratio = given_ratio(options.ratio, data.classes);
  }
  return linear;
}

}  // namespace semilin::cli
