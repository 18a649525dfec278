#include "linear/model_head.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"
#include "semilin/matrix/dataset.h"

#include "base/json.h"
#include "base/plain_text.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

constexpr int kVersion = 1;
const std::string kAttachmentPrefix = "attachments/";

bool is_json_object(const std::string& text) {
  return Json::parse(text, nullptr, false).is_object();
}

void put_attachments(const Archive& attachments, Json& header, Archive& out) {
  if (attachments.kind.empty() && attachments.arrays.empty()) return;
  require(Json::parse(attachments.header, nullptr, false).is_object(),
          "model: the attachments' header must be a JSON object");
  header["attachments"] = {{"kind", attachments.kind},
                           {"header", Json::parse(attachments.header)}};
  for (const auto& [name, array] : attachments.arrays) {
    out.arrays[kAttachmentPrefix + name] = array;
  }
}

Archive get_attachments(const Json& header, const Archive& archive) {
  Archive attachments;
  if (!header.contains("attachments")) return attachments;
  const Json& part = header.at("attachments");
  attachments.kind = part.at("kind").get<std::string>();
  attachments.header = part.at("header").dump();
  for (const auto& [name, array] : archive.arrays) {
    if (name.starts_with(kAttachmentPrefix)) {
      attachments.arrays[name.substr(kAttachmentPrefix.size())] = array;
    }
  }
  return attachments;
}

void get_head(const Json& header, const Archive& archive, ModelHead& head) {
  head.classes = header.at("classes").get<std::vector<std::string>>();
  head.multi_label = header.value("multi_label", false);
  head.features = whole_number<Index>(header.at("features"));
  if (header.contains("vectors")) {
    const Json& vectors = header.at("vectors");
    head.vectors = {whole_number<Index>(vectors.at("first")),
                    whole_number<Index>(vectors.at("columns")),
                    vectors.at("scale").get<double>()};
  }
  head.offsets = archive.get<double>("offsets");
  if (archive.has("feature_numbers")) {
    head.feature_numbers = archive.get<std::int32_t>("feature_numbers");
  }
  if (archive.has("slopes")) {
    head.calibration = {
        archive.get<double>("slopes"), archive.get<double>("shifts"),
        archive.has("lapses") ? archive.get<double>("lapses")
                              : std::vector<double>{},
        header.value("one_vs_rest", false),
        archive.has("held_out") ? archive.get<double>("held_out")
                                : std::vector<double>{}};
    if (archive.has("empty_outputs")) {
      head.calibration.empty_outputs = archive.get<double>("empty_outputs");
      head.calibration.class_sizes = archive.get<double>("class_sizes");
    }
  }
  head.info = header.at("info").dump();
  head.attachments = get_attachments(header, archive);
}

}  // namespace

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value); });
}

namespace {

std::string columns_fault(const ModelHead& head) {
  constexpr Index kMost = std::numeric_limits<std::int32_t>::max();
  if (head.features < 0 || head.features > kMost) {
    return "features out of range";
  }
  const std::vector<std::int32_t>& numbers = head.feature_numbers;
  if (!numbers.empty() &&
      (static_cast<Index>(numbers.size()) != head.features || numbers[0] < 0 ||
       std::adjacent_find(numbers.begin(), numbers.end(),
                          std::greater_equal<>()) != numbers.end())) {
    return "expected an ascending number for each feature";
  }
  const VectorColumns& vectors = head.vectors;
  if (vectors.first < 0 || vectors.first > kMost || vectors.count < 0 ||
      vectors.count > kMost - vectors.first || !(vectors.scale > 0) ||
      !std::isfinite(vectors.scale)) {
    return "columns of vectors out of range";
  }
  return {};
}

std::string outputs_fault(const ModelHead& head) {
  const auto outputs = static_cast<std::size_t>(head.outputs());
  if (head.offsets.size() != outputs) {
    return "expected " + std::to_string(outputs) + " offsets, found " +
           std::to_string(head.offsets.size());
  }
  const Calibration& fit = head.calibration;
  const std::size_t expected = fit.slopes.empty() ? 0 : outputs;
  if (fit.slopes.size() != expected || fit.shifts.size() != expected ||
      !all_finite(fit.slopes) || !all_finite(fit.shifts)) {
    return "a calibration needs a finite slope and shift per output";
  }
  const auto is_share = [&](double e) {
    return e >= 0 && e <= 1 && (head.multi_label || e == fit.lapses[0]);
  };
  if ((fit.lapses.size() != expected && !fit.lapses.empty()) ||
      !std::all_of(fit.lapses.begin(), fit.lapses.end(), is_share)) {
    return "a calibration needs a lapse in [0, 1] per output, of classes one";
  }
  const auto is_surer = [](double p, double q) {
    return !(std::abs(p) <= 1) || std::abs(p) < std::abs(q);
  };
  if (std::ranges::adjacent_find(fit.held_out, is_surer) != fit.held_out.end())
    return "labels held out need descending probabilities";
  const bool has_sizes = !fit.empty_outputs.empty();
  if (fit.empty_outputs.size() != (has_sizes ? outputs : 0) ||
      fit.class_sizes.size() != (has_sizes ? head.classes.size() : 0) ||
      !all_finite(fit.empty_outputs) ||
      !std::ranges::all_of(fit.class_sizes,
                           [](double size) { return size >= 0 && size <= 1; }))
    return "outputs of empty rows need a size in [0, 1] per class";
  if (!all_finite(head.offsets)) return "offsets must be finite";
  return {};
}

}  // namespace

std::string head_fault(const ModelHead& head) {
  if (head.classes.size() < (head.multi_label ? 1 : 2)) {
    return "needs at least two classes";
  }
  if (sort_class_names(head.classes) != head.classes) {
    return "class names must be distinct and sorted";
  }
  if (!std::all_of(head.classes.begin(), head.classes.end(), is_plain_text)) {
    return "class names must be UTF-8 without control characters";
  }
  if (std::string fault = columns_fault(head); !fault.empty()) return fault;
  if (std::string fault = outputs_fault(head); !fault.empty()) return fault;
  if (!is_json_object(head.info)) return "info must be a JSON object";
  return {};
}

Archive archive_of(const ModelHead& head, const std::string& kind,
                   Json header) {
  Archive archive;
  archive.kind = kind;
  header["version"] = kVersion;
  header["classes"] = head.classes;
  header["features"] = head.features;
  header["info"] = Json::parse(head.info);
  if (head.multi_label) header["multi_label"] = true;
  if (head.vectors.count > 0) {
    header["vectors"] = {{"first", head.vectors.first},
                         {"columns", head.vectors.count},
                         {"scale", head.vectors.scale}};
  }
  put_attachments(head.attachments, header, archive);
  archive.put<double>("offsets", head.offsets);
  if (!head.feature_numbers.empty()) {
    archive.put<std::int32_t>("feature_numbers", head.feature_numbers);
  }
  const Calibration& fit = head.calibration;
  if (!fit.slopes.empty()) {
    archive.put<double>("slopes", fit.slopes);
    archive.put<double>("shifts", fit.shifts);
    if (!fit.lapses.empty()) archive.put<double>("lapses", fit.lapses);
    if (!fit.held_out.empty()) archive.put<double>("held_out", fit.held_out);
    if (!fit.empty_outputs.empty()) {
      archive.put<double>("empty_outputs", fit.empty_outputs);
      archive.put<double>("class_sizes", fit.class_sizes);
    }
    if (fit.one_vs_rest) header["one_vs_rest"] = true;
  }
  archive.header = header.dump();
  return archive;
}

void read_model(const Archive& archive, const std::string& kind,
                ModelHead& head,
                const std::function<std::string(const Json&)>& read) {
  const std::string name = kind.substr(0, kind.rfind('-')) + " model";
  if (archive.kind != kind)
    throw DataError("expected a " + name + ", found '" + archive.kind + "'");
  std::string wrong;
  try {
    const Json header = Json::parse(archive.header);
    const int found = whole_number<int>(header.at("version"));
    if (found != kVersion) {
      throw DataError(name + ": expected version " + std::to_string(kVersion) +
                      ", found " + std::to_string(found));
    }
    get_head(header, archive, head);
    wrong = read(header);
  } catch (const Json::exception& error) {
    wrong = std::string("bad header: ") + error.what();
  }
  if (!wrong.empty()) throw DataError(name + ": " + wrong);
}

CsrStore in_features_of(const ModelHead& head, const CsrStore& rows) {
  return head.feature_numbers.empty() ? rows
                                      : renumbered(rows, head.feature_numbers);
}

}  // namespace semilin
