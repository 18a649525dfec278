// LIBLINEAR's model file:
//
//   solver_type L2R_L2LOSS_SVC
//   nr_class 2
//   label 1 -1
//   nr_feature 3
//   bias 1                    (negative: no bias weight)
//   w
//   0.5                       (one line a feature, the bias last; one number
//   ...                        an output)
//
// Two classes have one output, positive for the label listed first (except with
// MCSVM_CS, which has one per class); ties go to the second. More classes have
// one output each, the first of the largest wins. Logistic regression has
// probabilities: 1 / (1 + exp(-o)), those of more than two classes divided by
// their sum.
#include "semilin/linear/liblinear_model.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/matrix/dataset.h"

namespace semilin {
namespace {

constexpr std::array<std::string_view, 8> kClassifiers = {
    "L2R_LR",   "L2R_L2LOSS_SVC_DUAL", "L2R_L2LOSS_SVC", "L2R_L1LOSS_SVC_DUAL",
    "MCSVM_CS", "L1R_L2LOSS_SVC",      "L1R_LR",         "L2R_LR_DUAL"};

bool is_logistic(std::string_view solver) {
  return solver == "L2R_LR" || solver == "L1R_LR" || solver == "L2R_LR_DUAL";
}

// The calibration that outputs of logistic regression come with.
Calibration logistic_calibration(int outputs) {
  return {std::vector(outputs, 1.0), std::vector(outputs, 0.0), {}, true};
}

bool has_logistic_outputs(const LinearModel& model) {
  const Calibration& fit = model.calibration;
  const Calibration logistic = logistic_calibration(model.outputs());
  return fit.one_vs_rest && fit.slopes == logistic.slopes &&
         fit.shifts == logistic.shifts && fit.lapses.empty();
}

// The number that the word is; a leading plus is unknown to from_chars.
template <class Number>
std::optional<Number> as_number(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  Number value{};
  const char* end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

void append(std::string& out, double value) {
  std::array<char, 32> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                    std::chars_format::general, 17);
  out.append(buffer.data(), end);
}

// The weights as LIBLINEAR has them: bias > 0 and offsets folded in, or no
// bias.
struct FoldedBias {
  double bias = -1;
  std::vector<double> weights;  // one per output
};

FoldedBias fold_bias(const LinearModel& model) {
  const bool any_offset =  // those that only decide ties are not normal
      std::any_of(model.offsets.begin(), model.offsets.end(),
                  [](double offset) { return std::isnormal(offset); });
  if (model.bias == 0 && !any_offset) return {};
  FoldedBias folded{model.bias == 0 ? 1 : std::abs(model.bias), model.offsets};
  for (int k = 0; k < model.outputs(); ++k) {
    double& weight = folded.weights[k];
    weight /= folded.bias;
    if (model.bias != 0) {
      const double own = model.weights[model.features * model.outputs() + k];
      weight += model.bias > 0 ? own : -own;
    }
  }
  return folded;
}

// In this order of the outputs, with their sign.
void append_row(std::string& out, const double* values,
                const std::vector<Index>& order, double sign) {
  for (const Index k : order) {
    append(out, sign > 0 ? values[k] : 0 - values[k]);
    out += ' ';
  }
  out += '\n';
}

// The output whose ties decide_ties() decides; none: their number.
Index decided(const LinearModel& model) {
  return std::find_if(model.offsets.begin(), model.offsets.end(),
                      [](double offset) {
                        return offset != 0 && !std::isnormal(offset);
                      }) -
         model.offsets.begin();
}

// Words of the text with the line and column where each begins.
class Reader {
 public:
  Reader(std::string_view text, std::string file)
      : text_(text), file_(std::move(file)) {}

  // The next word; empty at the end.
  std::string_view word() {
    while (at_ < text_.size() && is_space(text_[at_]))
      advance();
    line_ = next_line_;
    column_ = next_column_;
    const std::size_t first = at_;
    while (at_ < text_.size() && !is_space(text_[at_]))
      advance();
    return text_.substr(first, at_ - first);
  }

  // The next word, of which `expected` says what it must be.
  template <class Number>
  Number number(const std::string& expected) {
    const std::string_view found = word();
    const std::optional<Number> value = as_number<Number>(found);
    if (!value) fail(expected, found);
    return *value;
  }

  // Refuses the word read last.
  [[noreturn]] void fail(const std::string& expected,
                         std::string_view found) const {
    throw DataError(file_, line_, column_, expected,
                    found.empty()
                        ? "the end of the file"
                        : "'" + std::string(found.substr(0, 40)) + "'");
  }

 private:
  static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
  }
  void advance() {
    const bool newline = text_[at_++] == '\n';
    next_line_ += newline ? 1 : 0;
    next_column_ = newline ? 1 : next_column_ + 1;
  }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  Index line_ = 1, column_ = 1;
  Index next_line_ = 1, next_column_ = 1;
};

struct Header {
  std::string solver;
  Index classes = 0;
  std::vector<std::string> labels;
  Index features = -1;
  double bias = -1;
};

Header read_header(Reader& reader) {
  Header header;
  while (true) {
    const std::string_view key = reader.word();
    if (key == "w") return header;
    if (key == "solver_type") {
      header.solver = reader.word();
      if (std::find(kClassifiers.begin(), kClassifiers.end(), header.solver) ==
          kClassifiers.end()) {
        reader.fail("a classification solver", header.solver);
      }
    } else if (key == "nr_class") {
      header.classes = reader.number<Index>("a number of classes");
      if (header.classes < 2) {
        reader.fail("at least two classes", std::to_string(header.classes));
      }
    } else if (key == "label") {
      if (header.classes == 0) reader.fail("nr_class before label", key);
      for (Index k = 0; k < header.classes; ++k)
        header.labels.push_back(
            std::to_string(reader.number<int>("an integer label")));
    } else if (key == "nr_feature") {
      header.features = reader.number<Index>("a number of features");
      if (header.features < 0 ||
          header.features > std::numeric_limits<std::int32_t>::max() - 1) {
        reader.fail("0 to 2147483646 features",
                    std::to_string(header.features));
      }
    } else if (key == "bias") {
      header.bias = reader.number<double>("a bias");
    } else {
      reader.fail("solver_type, nr_class, label, nr_feature, bias or w", key);
    }
  }
}

void check(const Header& header, const Reader& reader,
           const std::vector<std::string>& sorted) {
  if (header.solver.empty()) reader.fail("solver_type before w", "w");
  if (header.labels.empty()) reader.fail("label before w", "w");
  if (header.features < 0) reader.fail("nr_feature before w", "w");
  if (!std::isfinite(header.bias)) reader.fail("a finite bias before w", "w");
  if (sorted.size() != header.labels.size()) {
    reader.fail("distinct labels before w", "w");
  }
}

// Per output of the file, the output of ours it adds to, and its sign.
struct Target {
  Index output = 0;
  double sign = 1;
};

std::vector<Target> targets(const Header& header,
                            const std::vector<std::string>& sorted) {
  std::vector<Target> result;
  for (const std::string& label : header.labels) {
    result.push_back(
        {std::find(sorted.begin(), sorted.end(), label) - sorted.begin(), 1});
  }
  if (sorted.size() > 2) return result;
  // one output, positive for classes[1]
  for (Target& target : result)
    target = {0, target.output == 1 ? 1.0 : -1.0};
  if (header.solver != "MCSVM_CS") result.resize(1);
  return result;
}

void read_weights(Reader& reader, const std::vector<Target>& targets,
                  bool bias_unused, LinearModel& model) {
  const Index outputs = model.outputs();
  const Index rows = model.features + (model.bias != 0 ? 1 : 0);
  for (Index j = 0; j < rows + (bias_unused ? 1 : 0); ++j) {
    if (j < rows) model.weights.resize((j + 1) * outputs);
    for (const Target& target : targets) {
      const auto weight = reader.number<double>("a weight");
      if (!std::isfinite(weight)) {
        reader.fail("a finite weight", std::to_string(weight));
      }
      if (j < rows) {
        model.weights[j * outputs + target.output] += target.sign * weight;
      }
    }
  }
}

// A row whose outputs are all 0, such as one without a known feature, gets the
// label that LIBLINEAR gives it: of two classes it tests whether the only
// output is > 0, so that the label listed second has the tie, and of more it
// takes the first of the largest in the order of the file, where our first is
// that in the order of the classes. The least double decides these ties, and
// vanishes in every other output.
void decide_ties(const Header& header, LinearModel& model) {
  const bool one_output =
      header.labels.size() == 2 && header.solver != "MCSVM_CS";
  const std::string& winner = header.labels[one_output ? 1 : 0];
  const std::int32_t k = find_class(model.classes, winner);
  if (k > 0)
    model.offsets[model.outputs() == 1 ? 0 : k] =
        std::numeric_limits<double>::denorm_min();
}

}  // namespace

LiblinearLabels liblinear_labels(const std::vector<std::string>& classes) {
  LiblinearLabels result;
  for (const std::string& name : classes) {
    const std::optional<int> label = as_number<int>(name);
    if (!label) result.renumbered = true;
    result.labels.push_back(label.value_or(0));
  }
  const std::set<int> distinct(result.labels.begin(), result.labels.end());
  result.renumbered |= distinct.size() < classes.size();
  if (result.renumbered) {
    for (std::size_t k = 0; k < classes.size(); ++k)
      result.labels[k] = static_cast<int>(k) + 1;
  }
  return result;
}

std::string to_liblinear(const LinearModel& model) {
  require_valid(model);
  require(!model.multi_label,
          "a multi-label model has no form among LIBLINEAR's");
  require(model.feature_numbers.empty(),
          "a model of scattered columns has no form among LIBLINEAR's, which "
          "have a weight for every column");
  const int outputs = model.outputs();
  const FoldedBias folded = fold_bias(model);
  std::vector<int> labels = liblinear_labels(model.classes).labels;
  std::vector<Index> order(outputs);
  std::iota(order.begin(), order.end(), Index{0});
  const Index tied = decided(model);
  const double sign = outputs == 1 && tied == 0 ? -1 : 1;
  if (outputs == 1 && sign > 0) std::swap(labels[0], labels[1]);  // its first
  if (outputs > 1 && tied < outputs) {
    std::rotate(order.begin(), order.begin() + tied, order.begin() + tied + 1);
    std::rotate(labels.begin(), labels.begin() + tied,
                labels.begin() + tied + 1);
  }
  const std::string solver =
      has_logistic_outputs(model) ? "L2R_LR" : "L2R_L2LOSS_SVC";
  std::string out = "solver_type " + solver + "\nnr_class " +
                    std::to_string(labels.size()) + "\nlabel";
  for (const int label : labels)
    out += " " + std::to_string(label);
  out += "\nnr_feature " + std::to_string(model.features) + "\nbias ";
  append(out, folded.bias);
  out += "\nw\n";
  for (Index j = 0; j < model.features; ++j) {
    append_row(out, model.weights.data() + j * outputs, order, sign);
  }
  if (folded.bias > 0) append_row(out, folded.weights.data(), order, sign);
  return out;
}

bool is_liblinear(std::string_view text) {
  return text.starts_with("solver_type ");
}

LinearModel linear_model_from_liblinear(
    std::string_view text, const std::string& file,
    const std::map<int, std::string>& names) {
  Reader reader(text, file);
  Header header = read_header(reader);
  std::string listed;  // in the order of the file
  for (std::string& label : header.labels) {
    listed += (listed.empty() ? "" : ", ") + label;
    const auto named = names.find(*as_number<int>(label));
    if (named != names.end()) label = named->second;
  }
  LinearModel model;
  model.classes = sort_class_names(header.labels);
  check(header, reader, model.classes);
  model.features = header.features;
  model.bias = std::max(header.bias, 0.0);
  model.offsets.assign(model.outputs(), 0.0);
  if (is_logistic(header.solver)) {
    model.calibration = logistic_calibration(model.outputs());
  }
  model.info = R"({"made_by": "LIBLINEAR", "solver_type": ")" + header.solver +
               R"(", "labels": [)" + listed + "]}";
  read_weights(reader, targets(header, model.classes), header.bias == 0, model);
  decide_ties(header, model);
  const std::string_view rest = reader.word();
  if (!rest.empty()) reader.fail("the end of the file", rest);
  return model;
}

}  // namespace semilin
