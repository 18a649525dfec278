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

namespace semilin {
namespace {

using Json = nlohmann::json;

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

}  // namespace

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isfinite(value); });
}

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
  if (head.features < 0 ||
      head.features > std::numeric_limits<std::int32_t>::max()) {
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
  constexpr Index kMost = std::numeric_limits<std::int32_t>::max();
  if (vectors.first < 0 || vectors.first > kMost || vectors.count < 0 ||
      vectors.count > kMost - vectors.first || !(vectors.scale > 0) ||
      !std::isfinite(vectors.scale)) {
    return "columns of vectors out of range";
  }
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
  if (!all_finite(head.offsets)) return "offsets must be finite";
  if (!is_json_object(head.info)) return "info must be a JSON object";
  return {};
}

void put_head(const ModelHead& head, Json& header, Archive& archive) {
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
  if (head.calibration.slopes.empty()) return;
  archive.put<double>("slopes", head.calibration.slopes);
  archive.put<double>("shifts", head.calibration.shifts);
  if (!head.calibration.lapses.empty())
    archive.put<double>("lapses", head.calibration.lapses);
  if (head.calibration.one_vs_rest) header["one_vs_rest"] = true;
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
    head.calibration = {archive.get<double>("slopes"),
                        archive.get<double>("shifts"),
                        archive.has("lapses") ? archive.get<double>("lapses")
                                              : std::vector<double>{},
                        header.value("one_vs_rest", false)};
  }
  head.info = header.at("info").dump();
  head.attachments = get_attachments(header, archive);
}

}  // namespace semilin
