#include "cli/page/html_report.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "cli/command/console.h"
#include "cli/page/html_page.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLeft = 90, kRight = 630;  // of a chart's curve
constexpr double kTop = 30, kBottom = 170;
constexpr std::size_t kClassesShown = 60;  // in the table of class sizes

std::string line_from(double x1, double y1, double x2, double y2) {
  return "<line class=axis x1=" + fixed_number(x1, 0) +
         " y1=" + fixed_number(y1, 0) + " x2=" + fixed_number(x2, 0) +
         " y2=" + fixed_number(y2, 0) + " />";
}

// The values over 1, 2, ..., without those that are not numbers. Empty if there
// are fewer than two.
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
         svg_words(kLeft, kTop - 12, "start", name) +
         line_from(kLeft, kTop, kLeft, kBottom) +
         line_from(kLeft, kBottom, kRight, kBottom) +
         svg_words(kLeft - 6, kTop + 5, "end", number(*most, 4)) +
         svg_words(kLeft - 6, kBottom, "end", number(*least, 4)) +
         svg_words(kLeft, kBottom + 18, "start", "1") +
         svg_words(kRight, kBottom + 18, "end",
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

std::string with_interval(const Json& share) {
  return percent(share["value"]) + " (" +
         fixed_number(100 * share["low"].get<double>(), 1) + " to " +
         fixed_number(100 * share["high"].get<double>(), 1) + ")";
}

// The accuracy estimated without a test set.
std::string expected_row(const Json& expected) {
  return "<tr><th>expected on the unlabelled rows (95 % interval)</th><td "
         "class=number>" +
         with_interval(expected["model"]) + "</td><td class=number>" +
         with_interval(expected["supervised"]) + "</td></tr>\n";
}

// The accuracy of classes with enough labelled rows.
std::string expected_classes(const Json& summary) {
  const Json classes = summary.value("expected_accuracy", Json::object())
                           .value("classes", Json::object());
  if (classes.empty()) return "";
  std::string html =
      "<h2>Expected accuracy of the classes</h2>\n<table><tr><th>class</th>"
      "<th>right</th><th>95 % interval</th></tr>\n";
  for (const auto& [name, share] : classes.items()) {
    html += "<tr><th>" + escaped(name) + "</th><td>" + bar(share["value"]) +
            "</td><td class=number>" + percent(share["low"]) + " to " +
            percent(share["high"]) + "</td></tr>\n";
  }
  return html + "</table>\n";
}

std::string forecast(const Json& expected) {
  if (!expected.contains("with_more")) return "";
  return "<p>With " + expected["more_labels"].dump() +
         " more labels, drawn by chance, the model is expected to be right "
         "on " +
         with_interval(expected["with_more"]) + ".</p>\n";
}

// The accuracy as far as it is known. Empty if it is not.
std::string accuracy_table(const Json& summary) {
  std::string html, below;
  if (summary.contains("expected_accuracy")) {
    html += expected_row(summary["expected_accuracy"]);
    below = forecast(summary["expected_accuracy"]);
  }
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
    html += beside_svm("accuracy on labelled rows held out", found["accuracy"],
                       found["supervised"]);
  }
  if (html.empty()) return "";
  return "<table><tr><th></th><th>model</th><th>supervised SVM</th></tr>\n" +
         html + "</table>\n" + below;
}

// Rows: the true class; the darker, the more of its rows.
std::string confusion_table(const Json& test) {
  if (!test.contains("confusion")) return "";
  std::string html =
      "<h2>Confusion</h2>\n<table><tr><th>true \\ "
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
      "<h2>Classes</h2>\n<table><tr><th>class</th><th>rows"
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

// Lists of rows under their names.
std::string rows_tables(const Json& rows) {
  std::string html;
  for (const auto& [name, list] : rows.items())
    if (!list.empty())
      html += "<h2>" + escaped(name) + "</h2>\n" + list_table(list);
  return html;
}

// The points of tune, the accuracy as bars.
std::string points_table(const Json& tuned) {
  std::string html = "<h2>Points tried</h2>\n<table><tr>";
  for (const auto& [name, value] : tuned["points"].front().items())
    html += "<th>" +
            escaped(name == "standard_error" ? "standard error" : name) +
            "</th>";
  html += "<th></th></tr>\n";
  for (std::size_t p = 0; p < tuned["points"].size(); ++p) {
    html += "<tr>";
    for (const auto& [name, value] : tuned["points"][p].items())
      html += name == "accuracy" ? "<td>" + bar(value) + "</td>"
              : name == "standard_error"
                  ? "<td class=number>" + percent(value) + "</td>"
                  : cell(value);
    html += std::string("<td>") + (tuned["best"] == p ? "best " : "") +
            (tuned["chosen"] == p ? "chosen" : "") + "</td></tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace

std::string train_report_body(const TrainPage& page) {
  const std::string curves = charts(page.course);
  const Json& summary = page.summary;
  return advice_paragraph(summary) + accuracy_table(summary) +
         sizes_table(summary) + expected_classes(summary) +
         test_tables(summary) + page.figures + rows_tables(page.rows) +
         heaviest_table(page.heaviest) +
         (curves.empty() ? "" : "<h2>Course of the run</h2>\n" + curves) +
         all_figures(summary);
}

std::string evaluate_report_body(const Json& evaluation,
                                 const std::string& figures, const Json& rows) {
  return "<p class=advice>Right on " + percent(evaluation["accuracy"]) +
         " of " + evaluation["rows"].dump() + " rows; macro F1 " +
         percent(evaluation["macro_f1"]) + ".</p>\n" +
         confusion_table(evaluation) + classes_table(evaluation) + figures +
         rows_tables(rows) + all_figures(evaluation);
}

std::string tune_report_body(const Json& tuned) {
  const Json& summary = tuned["refitted"];
  return advice_paragraph(summary) + points_table(tuned) +
         sizes_table(summary) + all_figures(tuned);
}

}  // namespace semilin::cli
