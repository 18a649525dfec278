#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/linear/options.h"
#include "semilin/matrix/label_sets.h"

#include "corpus/steps.h"

namespace semilin {
namespace {

constexpr double kSumSlack = 0.02;  // of sizes as text: "0.33,0.33,0.33"

double value_of(const std::string& what, const std::string& text) {
  const std::optional<double> value = parse_number(text);
  require(value && std::isfinite(*value) && *value >= 0,
          what + ": expected a number >= 0, found '" + text + "'");
  return *value;
}

// "name=x,..." : per class its x, NaN where none is given.
std::vector<double> named_values(const std::string& what,
                                 const std::string& text,
                                 const std::vector<std::string>& classes) {
  std::vector<double> values(classes.size(), std::nan(""));
  for (const std::string& part : split_list(text)) {
    const std::size_t equals = part.rfind('=');
    require(equals != part.npos,
            what + ": expected name=number, found '" + part + "'");
    const std::string name = normal_name(part.substr(0, equals));
    const std::int32_t k = find_number(classes, name);
    require(k != kUnlabeled, what + ": the data have no class '" + name + "'");
    require(std::isnan(values[k]),
            what + ": class '" + classes[k] + "' is given twice");
    values[k] = value_of(what, normal_name(part.substr(equals + 1)));
  }
  return values;
}

// A list of numbers, or named ones.
std::vector<double> values_in(const std::string& what, const std::string& text,
                              const std::vector<std::string>& names) {
  if (text.find('=') != text.npos) return named_values(what, text, names);
  std::vector<double> values;
  for (const std::string& part : split_list(text))
    values.push_back(value_of(what, part));
  return values;
}

void require_count(const std::string& what, const std::vector<double>& values,
                   std::size_t count, const char* of_what = "") {
  require(values.size() == count, what + ": expected " + std::to_string(count) +
                                      " numbers" + of_what + ", found " +
                                      std::to_string(values.size()));
}

std::vector<double> given_sizes(const std::string& text,
                                const std::vector<std::string>& classes) {
  std::vector<double> sizes = values_in("class sizes", text, classes);
  if (classes.size() == 2 && sizes.size() == 1)
    sizes.insert(sizes.begin(), 1 - sizes[0]);
  require_count("class sizes", sizes, classes.size());
  // one class may be missing: it gets the rest
  const auto missing = [](double p) { return std::isnan(p); };
  const auto first = std::find_if(sizes.begin(), sizes.end(), missing);
  if (first != sizes.end()) {
    require(std::count_if(first, sizes.end(), missing) == 1,
            "class sizes: class '" + classes[first - sizes.begin()] +
                "' is not given");
    *first = 0;
    *first = 1 - std::accumulate(sizes.begin(), sizes.end(), 0.0);
  }
  const double sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  require(*std::min_element(sizes.begin(), sizes.end()) >= 0 &&
              std::abs(sum - 1) <= kSumSlack,
          "class sizes: sizes must be >= 0 and sum to 1, found " + text);
  for (double& p : sizes)
    p /= sum;
  return sizes;
}

std::vector<double> given_fractions(const std::string& text,
                                    const std::vector<std::string>& labels) {
  std::vector<double> fractions = values_in("class sizes", text, labels);
  require_count("class sizes", fractions, labels.size(), ", one per label");
  for (std::size_t k = 0; k < labels.size(); ++k)
    require(fractions[k] > 0 && fractions[k] < 1,
            "class sizes: expected a fraction between 0 and 1 for label " +
                labels[k] + ", found " +
                (std::isnan(fractions[k]) ? "none" : number(fractions[k])));
  return fractions;
}

}  // namespace

ClassSizeOptions class_size_options(const std::string& text,
                                    const Dataset& data) {
  if (text.empty()) return {};
  for (const SizeSource source :
       {SizeSource::Estimate, SizeSource::Labels, SizeSource::Equal}) {
    if (text == to_string(source)) return {source, {}};
  }
  return {SizeSource::Given, has_label_sets(data)
                                 ? given_fractions(text, label_sets(data).names)
                                 : given_sizes(text, data.classes)};
}

std::vector<double> class_weights(const std::string& text,
                                  const Dataset& data) {
  if (text.empty()) return {};
  if (text == "balanced") return balanced_weights(data);
  const std::vector<std::string> names = label_sets(data).names;
  std::vector<double> weights = values_in("class weight", text, names);
  require_count("class weight", weights, names.size());
  for (double& weight : weights)
    if (std::isnan(weight)) weight = 1;
  return weights;
}

}  // namespace semilin
