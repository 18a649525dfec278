// The parts of every report: the page, tables, bars and plots.
#ifndef SEMILIN_TOOLS_CLI_PAGE_HTML_PAGE_H_
#define SEMILIN_TOOLS_CLI_PAGE_HTML_PAGE_H_

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace CLI {
class App;
}

namespace semilin::cli {

/// A page that needs no other file and no script: title, the command line with
/// date and version, and `body`.
[[nodiscard]] std::string html_page(const CLI::App& command,
                                    const std::string& title,
                                    const std::string& body);

/// The text with &amp; &lt; &gt; &quot;.
[[nodiscard]] std::string escaped(const std::string& text);

/// A value as a cell of a table; "–" for a number that is not finite.
[[nodiscard]] std::string cell(const nlohmann::ordered_json& value);

/// A list of objects with the same names as a table with a row each.
[[nodiscard]] std::string list_table(const nlohmann::ordered_json& list);

/// An object as a table; the objects and lists of objects in it follow under
/// headings of their own.
[[nodiscard]] std::string section(const std::string& heading,
                                  const nlohmann::ordered_json& object);

/// `object` as a section that is folded away.
[[nodiscard]] std::string all_figures(const nlohmann::ordered_json& object);

/// A share of `widest` as a bar, and in percent.
[[nodiscard]] std::string bar(double share, double widest = 1);

/// A number with one decimal, as SVG has it.
[[nodiscard]] std::string svg_number(double value);
/// A text with its "start", "middle" or "end" at a place.
[[nodiscard]] std::string svg_words(double x, double y,
                                    const std::string& anchor,
                                    const std::string& text);

/// A point in a unit square, from its lower left corner.
struct PlotPoint {
  double x = 0, y = 0;
};
/// A square from 0 to 100 % each way, with names of its axes and `marks`: lines
/// of the kinds "ideal", "curve" and "curve dashed", circles with their titles,
/// and rectangles of the kinds "right" and "wrong".
[[nodiscard]] std::string plot(const std::string& title, const std::string& x,
                               const std::string& y, const std::string& marks);
[[nodiscard]] std::string plot_line(const std::vector<PlotPoint>& points,
                                    const std::string& kind);  ///< A mark.
[[nodiscard]] std::string plot_circle(const PlotPoint& centre, double radius,
                                      const std::string& title);  ///< A mark.
[[nodiscard]] std::string plot_rectangle(
    const PlotPoint& low, const PlotPoint& high, const std::string& kind,
    const std::string& title);  ///< A mark.

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_PAGE_HTML_PAGE_H_
