#include "semilin/advanced/corpus/class_values.h"

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

namespace semilin {
namespace {

constexpr double kSumSlack = 0.02;  // of sizes as text: "0.33,0.33,0.33"

double value_of(const std::string& what, const std::string& text) {
  const std::optional<double> value = parse_number(text);
  require(value && std::isfinite(*value) && *value >= 0,
          what + ": expected a number >= 0, found '" + text + "'");
  return *value;
}

std::size_t position(const std::string& what, const std::string& name,
                     const std::vector<std::string>& classes) {
  const std::int32_t found = find_number(classes, name);
  require(found != kUnlabeled,
          what + ": the data have no class '" + name + "'");
  return found;
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
    const std::size_t k =
        position(what, normal_name(part.substr(0, equals)), classes);
    require(std::isnan(values[k]),
            what + ": class '" + classes[k] + "' is given twice");
    values[k] = value_of(what, normal_name(part.substr(equals + 1)));
  }
  return values;
}

// One class may be missing: it gets the rest.
std::vector<double> named_sizes(const std::string& text,
                                const std::vector<std::string>& classes) {
  std::vector<double> sizes = named_values("class sizes", text, classes);
  const auto missing = [](double p) { return std::isnan(p); };
  const auto first = std::find_if(sizes.begin(), sizes.end(), missing);
  if (std::count_if(sizes.begin(), sizes.end(), missing) > 1) {
    throw std::invalid_argument("class sizes: class '" +
                                classes[first - sizes.begin()] +
                                "' is not given");
  }
  if (first != sizes.end()) {
    *first = 0;
    *first = 1 - std::accumulate(sizes.begin(), sizes.end(), 0.0);
  }
  return sizes;
}

std::vector<double> listed_sizes(const std::string& text,
                                 const std::vector<std::string>& classes) {
  std::vector<double> sizes;
  for (const std::string& part : split_list(text))
    sizes.push_back(value_of("class sizes", part));
  if (classes.size() == 2 && sizes.size() == 1) return {1 - sizes[0], sizes[0]};
  return sizes;
}

// "name=w,...", 1 for the others, or "balanced"; empty: empty.
std::vector<double> weights_of(const std::string& text, const Dataset& data,
                               const std::vector<std::string>& names) {
  if (text.empty()) return {};
  if (text == "balanced") return balanced_weights(data);
  std::vector<double> weights = named_values("class weight", text, names);
  for (double& weight : weights)
    if (std::isnan(weight)) weight = 1;
  return weights;
}

std::vector<double> given_sizes(const std::string& text,
                                const std::vector<std::string>& classes) {
  std::vector<double> sizes = text.find('=') == std::string::npos
                                  ? listed_sizes(text, classes)
                                  : named_sizes(text, classes);
  require(sizes.size() == classes.size(),
          "class sizes: expected " + std::to_string(classes.size()) +
              " numbers, found " + std::to_string(sizes.size()));
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
  std::vector<double> fractions;
  if (text.find('=') == std::string::npos) {
    for (const std::string& part : split_list(text))
      fractions.push_back(value_of("class sizes", part));
  } else {
    fractions = named_values("class sizes", text, labels);
  }
  require(fractions.size() == labels.size(),
          "class sizes: expected " + std::to_string(labels.size()) +
              " numbers, one per label, found " +
              std::to_string(fractions.size()));
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
  return weights_of(
      text, data, has_label_sets(data) ? label_sets(data).names : data.classes);
}

}  // namespace semilin
