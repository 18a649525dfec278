#include "cli/html_report.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "cli/console.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLeft = 90, kRight = 630;  // of a chart's curve
constexpr double kTop = 30, kBottom = 170;
constexpr std::size_t kClassesShown = 60;  // in the table of class sizes

constexpr const char* kStyle =
    "body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto;"
    "padding:0 1em;color:#222;background:#fff}"
    "h1{font-size:1.4em}h2{font-size:1.1em;margin-top:2em}"
    "table{border-collapse:collapse;margin:.5em 0}"
    "th,td{border:1px solid #ccc;padding:.2em .6em;text-align:left;"
    "vertical-align:top}"
    "td.number{text-align:right;font-variant-numeric:tabular-nums}"
    "svg{width:100%;height:auto}polyline{fill:none;stroke:#06c;"
    "stroke-width:1.5}.axis{stroke:#999}text{font-size:12px;fill:currentColor}"
    "svg.bar{width:8em;height:.8em;margin-right:.5em}rect{fill:#06c}"
    ".advice{font-size:1.15em;border-left:.3em solid #06c;padding-left:.8em}"
    ".made{color:#666;font-size:.9em;overflow-wrap:anywhere}"
    "th.up{writing-mode:vertical-rl;font-weight:normal}"
    "summary{cursor:pointer;font-weight:bold;margin-top:2em}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}"
    "th,td{border-color:#444}polyline{stroke:#6af}rect{fill:#6af}"
    ".made{color:#999}}";

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
  } else if (value.is_number_float() && std::isfinite(value.get<double>())) {
    text = number(value.get<double>());
  } else if (value.is_null() || value.is_number_float()) {  // as JSON has it
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

std::string line_from(double x1, double y1, double x2, double y2) {
  return "<line class=axis x1=" + fixed_number(x1, 0) +
         " y1=" + fixed_number(y1, 0) + " x2=" + fixed_number(x2, 0) +
         " y2=" + fixed_number(y2, 0) + " />";
}

std::string words_at(double x, double y, const std::string& anchor,
                     const std::string& words) {
  return "<text x=" + fixed_number(x, 0) + " y=" + fixed_number(y, 0) +
         " text-anchor=" + anchor + ">" + words + "</text>";
}

// The values over 1, 2, ...; those that are no numbers are left out. Empty with
// fewer than two.
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
    const double x = kLeft + (kRight - kLeft) * static_cast<double>(i) /
                                 static_cast<double>(shown.size() - 1);
    const double y = kBottom - (kBottom - kTop) * (shown[i] - *least) / range;
    points += fixed_number(x, 1) + "," + fixed_number(y, 1) + " ";
  }
  return "<svg viewBox=\"0 0 640 200\" role=img><title>" + name + "</title>" +
         words_at(kLeft, kTop - 12, "start", name) +
         line_from(kLeft, kTop, kLeft, kBottom) +
         line_from(kLeft, kBottom, kRight, kBottom) +
         words_at(kLeft - 6, kTop + 5, "end", number(*most, 4)) +
         words_at(kLeft - 6, kBottom, "end", number(*least, 4)) +
         words_at(kLeft, kBottom + 18, "start", "1") +
         words_at(kRight, kBottom + 18, "end",
                  std::to_string(shown.size()) + " " + unit) +
         "<polyline points=\"" + points + "\"/></svg>\n";
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
      "<h2>Heaviest features</h2>\n<table><tr><th>class</th><th>features"
      "</th></tr>\n";
  for (const auto& [name, list] : heaviest.items()) {
    Json terms = Json::array();
    for (const Json& one : list)
      terms.push_back(one.contains("term") ? one["term"] : one["feature"]);
    html += "<tr><th>" + escaped(name) + "</th>" + cell(terms) + "</tr>\n";
  }
  return html + "</table>\n";
}

std::string bar(double share, double widest = 1) {
  return "<svg class=bar viewBox=\"0 0 100 8\" preserveAspectRatio=none "
         "aria-hidden=true><rect height=8 width=" +
         fixed_number(100 * share / widest, 1) + " /></svg>" + percent(share);
}

// The largest classes first: used in training, and as the models predict them.
std::string sizes_table(const Json& summary) {
  const Json& used = summary["class_sizes"];
  if (used.empty()) return "";
  const Json compared = summary.value("comparison", Json::object());
  std::vector<Json> columns = {used};
  std::string html =
      "<h2>Class sizes of the unlabelled rows</h2>\n<table><tr><th>class</th>"
      "<th>used in training</th>";
  if (!compared.empty()) {
    columns.push_back(compared["predicted_sizes"]);
    columns.push_back(compared["supervised_sizes"]);
    html += "<th>predicted</th><th>predicted by the supervised SVM</th>";
  }
  html += "</tr>\n";
  double widest = 0;
  for (const Json& column : columns)
    for (const double share : column)
      widest = std::max(widest, share);
  std::vector<std::size_t> order(used.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) {
                     return used[a].get<double>() > used[b].get<double>();
                   });
  for (std::size_t i = 0; i < std::min(order.size(), kClassesShown); ++i) {
    html += "<tr><th>" + escaped(summary["classes"][order[i]]) + "</th>";
    for (const Json& column : columns)
      html += "<td>" + bar(column[order[i]], widest) + "</td>";
    html += "</tr>\n";
  }
  html += "</table>\n";
  if (order.size() > kClassesShown) {
    html += "<p>" + std::to_string(order.size() - kClassesShown) +
            " smaller classes are not shown.</p>\n";
  }
  return html;
}

std::string beside_svm(const std::string& what, const Json& model,
                       const Json& supervised) {
  return "<tr><th>" + what + "</th><td class=number>" + percent(model) +
         "</td><td class=number>" + percent(supervised) + "</td></tr>\n";
}

// What is known of the accuracy. Empty if nothing is.
std::string accuracy_table(const Json& summary) {
  std::string html;
  if (summary.contains("test")) {
    const Json& test = summary["test"];
    const std::string file = escaped(test["file"]);
    html += beside_svm("accuracy on " + file, test["model"]["accuracy"],
                       test["supervised"]["accuracy"]) +
            beside_svm("macro F1 on " + file, test["model"]["macro_f1"],
                       test["supervised"]["macro_f1"]);
  }
  if (summary.contains("cross_validated")) {
    const Json& found = summary["cross_validated"];
    html += beside_svm("accuracy on labelled rows left out", found["accuracy"],
                       found["supervised"]);
  }
  if (html.empty()) return "";
  return "<table><tr><th></th><th>model</th><th>supervised SVM</th></tr>\n" +
         html + "</table>\n";
}

// Rows: the true class; the darker, the more of its rows.
std::string confusion_table(const Json& test) {
  if (!test.contains("confusion")) return "";
  std::string html =
      "<h2>Confusion on the test rows</h2>\n<table><tr><th>true \\ "
      "predicted</th>";
  for (const Json& one : test["classes"])
    html += "<th class=up>" + escaped(one["name"]) + "</th>";
  html += "</tr>\n";
  for (std::size_t t = 0; t < test["confusion"].size(); ++t) {
    const Json& row = test["confusion"][t];
    const auto all = std::max(test["classes"][t]["rows"].get<double>(), 1.0);
    html += "<tr><th>" + escaped(test["classes"][t]["name"]) + "</th>";
    for (const Json& count : row) {
      html += "<td class=number style=\"background:rgb(0 102 204/" +
              fixed_number(0.7 * count.get<double>() / all, 2) + ")\">" +
              (count == 0 ? "" : count.dump()) + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

std::string classes_table(const Json& test) {
  std::string html =
      "<h2>Classes on the test rows</h2>\n<table><tr><th>class</th><th>rows"
      "</th><th>precision</th><th>recall</th><th>F1</th></tr>\n";
  for (const Json& one : test["classes"]) {
    html += "<tr><th>" + escaped(one["name"]) + "</th><td class=number>" +
            one["rows"].dump() + "</td><td class=number>" +
            percent(one["precision"]) + "</td><td class=number>" +
            percent(one["recall"]) + "</td><td>" + bar(one["f1"]) +
            "</td></tr>\n";
  }
  return html + "</table>\n";
}

std::string test_tables(const Json& summary) {
  if (!summary.contains("test")) return "";
  const Json& test = summary["test"]["model"];
  return confusion_table(test) + classes_table(test);
}

std::string advice_paragraph(const Json& summary) {
  const Json comparison = summary.value("comparison", Json::object());
  const std::string words = comparison.value("advice", "");
  return words.empty() ? "" : "<p class=advice>" + escaped(words) + "</p>\n";
}

}  // namespace

std::string html_report(const std::string& title, const std::string& made,
                        const std::vector<ProgressRecord>& course,
                        const Json& summary, const Json& heaviest) {
  const std::string curves = charts(course);
  return "<!doctype html>\n<html lang=en><meta charset=utf-8>"
         "<meta name=viewport content=\"width=device-width\">\n<title>" +
         escaped(title) + "</title>\n<style>" + kStyle + "</style>\n<h1>" +
         escaped(title) + "</h1>\n<p class=made>" + escaped(made) + "</p>\n" +
         advice_paragraph(summary) + accuracy_table(summary) +
         sizes_table(summary) + test_tables(summary) +
         heaviest_table(heaviest) +
         (curves.empty() ? "" : "<h2>Course of the run</h2>\n" + curves) +
         "<details><summary>All figures and options</summary>\n" +
         section("summary", summary) + "</details>\n</html>\n";
}

}  // namespace semilin::cli
