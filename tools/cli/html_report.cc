#include "cli/html_report.h"

#include <algorithm>
#include <cmath>

#include "cli/console.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kWidth = 640;  // of a chart
constexpr double kHeight = 160;

constexpr const char* kStyle =
    "body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto;"
    "padding:0 1em;color:#222;background:#fff}"
    "h1{font-size:1.4em}h2{font-size:1.1em;margin-top:2em}"
    "table{border-collapse:collapse;margin:.5em 0}"
    "th,td{border:1px solid #ccc;padding:.2em .6em;text-align:left;"
    "vertical-align:top}"
    "td.number{text-align:right;font-variant-numeric:tabular-nums}"
    "svg{width:100%;height:auto}polyline{fill:none;stroke:#06c;"
    "stroke-width:1.5}text{font-size:12px;fill:currentColor}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}"
    "th,td{border-color:#444}polyline{stroke:#6af}}";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// "peak_memory_bytes" -> "peak memory bytes"
std::string spoken(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return escaped(name);
}

std::string cell(const Json& value) {
  const bool is_number = value.is_number();
  std::string text;
  if (value.is_string()) {
    text = escaped(value.get<std::string>());
  } else if (value.is_number_float()) {
    text = number(value.get<double>());
  } else if (value.is_null()) {
    text = "–";
  } else if (value.is_array()) {
    for (const Json& item : value)
      text += (text.empty() ? "" : ", ") +
              escaped(item.is_string()         ? item.get<std::string>()
                      : item.is_number_float() ? number(item.get<double>())
                                               : item.dump());
  } else {
    text = escaped(value.dump());
  }
  return (is_number ? "<td class=number>" : "<td>") + text + "</td>";
}

// A list of objects with the same names: a row each.
std::string list_table(const Json& list) {
  std::string html = "<table><tr>";
  for (const auto& [name, value] : list.front().items())
    html += "<th>" + spoken(name) + "</th>";
  html += "</tr>\n";
  for (const Json& one : list) {
    html += "<tr>";
    for (const auto& [name, value] : one.items())
      html += cell(value);
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

bool is_list_of_objects(const Json& value) {
  return value.is_array() && !value.empty() && value.front().is_object();
}

// What is no object and no list of such goes into one table; the others follow
// under headings of their own.
std::string section(const std::string& heading, const Json& object) {
  std::string html = "<h2>" + spoken(heading) + "</h2>\n<table>\n";
  std::string below;
  const std::string within = heading + ": ";
  for (const auto& [name, value] : object.items()) {
    if (value.is_object()) {
      below += section(name, value);
    } else if (is_list_of_objects(value)) {
      below += "<h2>" + spoken(within + name) + "</h2>\n" + list_table(value);
    } else {
      html += "<tr><th>" + spoken(name) + "</th>" + cell(value) + "</tr>\n";
    }
  }
  return html + "</table>\n" + below;
}

// The values in order, from left to right; those that are no numbers are left
// out. Empty with fewer than two.
std::string chart(const std::string& name, const std::string& unit,
                  const std::vector<double>& values) {
  std::vector<double> shown;
  std::copy_if(values.begin(), values.end(), std::back_inserter(shown),
               [](double value) { return std::isfinite(value); });
  if (shown.size() < 2) return "";
  const auto [least, most] = std::minmax_element(shown.begin(), shown.end());
  const double range = *most > *least ? *most - *least : 1;
  std::string points;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double x =
        kWidth * static_cast<double>(i) / static_cast<double>(shown.size() - 1);
    const double y = kHeight * (1 - (shown[i] - *least) / range);
    points += fixed_number(x, 1) + "," + fixed_number(20 + y, 1) + " ";
  }
  return "<svg viewBox=\"0 0 640 200\" role=img><title>" + name +
         "</title><text x=0 y=12>" + name + ": " + number(shown.front()) +
         " … " + number(shown.back()) + " in " + std::to_string(shown.size()) +
         " " + unit + "</text><polyline points=\"" + points + "\"/></svg>\n";
}

std::string charts(const std::vector<ProgressRecord>& course) {
  std::vector<double> objective;
  std::vector<double> entropy;
  for (const ProgressRecord& record : course) {
    if (record.stage != course.back().stage) continue;  // the SVM before it
    objective.push_back(record.objective);
    entropy.push_back(record.entropy);
  }
  const std::string unit(course.empty() ? "" : course.back().unit);
  return chart("objective", unit, objective) + chart("entropy", unit, entropy);
}

std::string heaviest_table(const Json& heaviest) {
  if (heaviest.empty()) return "";
  std::string html =
      "<h2>heaviest features</h2>\n<table><tr><th>class</th><th>features"
      "</th></tr>\n";
  for (const auto& [name, list] : heaviest.items()) {
    Json terms = Json::array();
    for (const Json& one : list)
      terms.push_back(one.contains("term") ? one["term"] : one["feature"]);
    html += "<tr><th>" + escaped(name) + "</th>" + cell(terms) + "</tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace

std::string html_report(const std::string& title,
                        const std::vector<ProgressRecord>& course,
                        const Json& summary, const Json& heaviest) {
  return "<!doctype html>\n<html lang=en><meta charset=utf-8>"
         "<meta name=viewport content=\"width=device-width\">\n<title>" +
         escaped(title) + "</title>\n<style>" + kStyle + "</style>\n<h1>" +
         escaped(title) + "</h1>\n" + charts(course) +
         section("summary", summary) + heaviest_table(heaviest) + "</html>\n";
}

}  // namespace semilin::cli
