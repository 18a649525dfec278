#include "cli/page/html_page.h"

#include <algorithm>
#include <cmath>

#include "semilin/version.h"

#include "cli/command/console.h"
#include "cli/command/help.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

// The square of a plot, whose sides are kSide.
constexpr double kSquareLeft = 48, kSquareTop = 28, kSide = 200;

constexpr const char* kStyle =
    "body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto;"
    "padding:0 1em;color:#222;background:#fff}"
    "h1{font-size:1.4em}h2{font-size:1.1em;margin-top:2em}"
    "table{display:block;overflow-x:auto;border-collapse:collapse;margin:.5em "
    "0}"
    "th,td{border:1px solid #ccc;padding:.2em .6em;text-align:left;"
    "vertical-align:top}"
    "td.number{text-align:right;font-variant-numeric:tabular-nums}"
    "svg{width:100%;height:auto}polyline{fill:none;stroke:#06c;"
    "stroke-width:1.5}.axis{stroke:#999}text{font-size:12px;fill:currentColor}"
    ".plots{display:flex;flex-wrap:wrap;gap:1em}.plots svg{width:17em}"
    ".ideal{stroke:#999;stroke-dasharray:2 3;stroke-width:1}"
    ".frame{fill:none;stroke:#999}.dashed{stroke-dasharray:5 "
    "3}circle{fill:#06c;fill-opacity:.6}"
    "rect.wrong{fill:#999}"
    "svg.bar{width:8em;height:.8em;margin-right:.5em}rect{fill:#06c}"
    ".advice{font-size:1.15em;border-left:.3em solid #06c;padding-left:.8em}"
    ".made{color:#666;font-size:.9em;overflow-wrap:anywhere}"
    "th.up{writing-mode:vertical-rl;font-weight:normal}"
    "summary{cursor:pointer;font-weight:bold;margin-top:2em}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}"
    "th,td{border-color:#444}polyline{stroke:#6af}rect,circle{fill:#6af}"
    ".ideal{stroke:#888}rect.wrong{fill:#777}"
    ".made{color:#999}}";

// "peak_memory_bytes" -> "peak memory bytes"
std::string spoken(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return escaped(name);
}

bool is_list_of_objects(const Json& value) {
  return value.is_array() && !value.empty() && value.front().is_object();
}

double across(double x) {
  return kSquareLeft + kSide * x;
}
double down(double y) {
  return kSquareTop + kSide * (1 - y);
}

std::string titled(const std::string& title) {
  return "><title>" + escaped(title) + "</title>";
}

}  // namespace

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

std::string all_figures(const Json& object) {
  return "<details><summary>All figures and options</summary>\n" +
         section("summary", object) + "</details>\n";
}

std::string bar(double share, double widest) {
  return "<svg class=bar viewBox=\"0 0 100 8\" preserveAspectRatio=none "
         "aria-hidden=true><rect height=8 width=" +
         fixed_number(100 * share / widest, 1) + " /></svg>" + percent(share);
}

std::string svg_number(double value) {
  return fixed_number(value, 1);
}

std::string svg_words(double x, double y, const std::string& anchor,
                      const std::string& text) {
  return "<text x=" + svg_number(x) + " y=" + svg_number(y) +
         " text-anchor=" + anchor + ">" + escaped(text) + "</text>";
}

std::string plot(const std::string& title, const std::string& x,
                 const std::string& y, const std::string& marks) {
  const double right = across(1), bottom = down(0);
  return "<svg viewBox=\"0 0 260 270\" role=img><title>" + escaped(title) +
         "</title>" + svg_words(kSquareLeft, 14, "start", title) +
         "<path class=frame d=\"M" + svg_number(kSquareLeft) + " " +
         svg_number(kSquareTop) + "V" + svg_number(bottom) + "H" +
         svg_number(right) + "\" />" +
         svg_words(kSquareLeft - 4, kSquareTop + 8, "end", "100 %") +
         svg_words(kSquareLeft - 4, bottom, "end", "0 %") +
         svg_words(kSquareLeft, bottom + 16, "start", "0 %") +
         svg_words(right, bottom + 16, "end", "100 %") +
         svg_words(across(0.5), bottom + 32, "middle", x) +
         "<text transform=\"translate(14 " + svg_number(down(0.5)) +
         ") rotate(-90)\" text-anchor=middle>" + escaped(y) + "</text>" +
         marks + "</svg>\n";
}

std::string plot_line(const std::vector<PlotPoint>& points,
                      const std::string& kind) {
  std::string html = "<polyline class=\"" + kind + "\" points=\"";
  for (const PlotPoint& point : points)
    html += svg_number(across(point.x)) + "," + svg_number(down(point.y)) + " ";
  return html + "\" />";
}

std::string plot_circle(const PlotPoint& centre, double radius,
                        const std::string& title) {
  return "<circle cx=" + svg_number(across(centre.x)) +
         " cy=" + svg_number(down(centre.y)) + " r=" + svg_number(radius) +
         titled(title) + "</circle>";
}

std::string plot_rectangle(const PlotPoint& low, const PlotPoint& high,
                           const std::string& kind, const std::string& title) {
  return "<rect class=" + kind + " x=" + svg_number(across(low.x)) +
         " y=" + svg_number(down(high.y)) +
         " width=" + svg_number(kSide * (high.x - low.x)) +
         " height=" + svg_number(kSide * (high.y - low.y)) + titled(title) +
         "</rect>";
}

std::string html_page(const CLI::App& command, const std::string& title,
                      const std::string& body) {
  return "<!doctype html>\n<html lang=en><meta charset=utf-8>"
         "<meta name=viewport content=\"width=device-width\">\n<title>" +
         escaped(title) + "</title>\n<style>" + kStyle + "</style>\n<h1>" +
         escaped(title) + "</h1>\n<p class=made>" +
         escaped(command_line(command) + "; " + utc_time("%Y-%m-%d") +
                 "; semilin " + std::string(version())) +
         "</p>\n" + body + "</html>\n";
}

}  // namespace semilin::cli
