#include "cli/data/agreement.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "semilin/base/number_text.h"

namespace semilin::cli {
namespace {

using Opinions = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kDisputesShown = 20;

// 1 - observed / expected disagreement over pairs of labels of one document.
Json krippendorff_alpha(const std::map<std::string, Opinions>& by_id) {
  std::map<std::string, double> counts;
  double all = 0, same = 0;
  for (const auto& [id, opinions] : by_id) {
    if (opinions.size() < 2) continue;
    const double others = static_cast<double>(opinions.size()) - 1;
    for (const auto& [name, label] : opinions) {
      ++counts[label];
      ++all;
      const auto alike = std::count_if(
          opinions.begin(), opinions.end(),
          [&own = label](const auto& one) { return one.second == own; });
      same += (static_cast<double>(alike) - 1) / others;
    }
  }
  double squares = 0;
  for (const auto& [label, count] : counts)
    squares += count * count;
  const double expected = all * all - squares;
  if (expected == 0) return nullptr;
  return 1 - (all - 1) * (all - same) / expected;
}

}  // namespace

Json agreement_json(const std::vector<TableLabel>& opinions) {
  std::map<std::string, Index> labels;
  std::map<std::string, Opinions> by_id;
  for (const TableLabel& one : opinions) {
    if (one.label.empty() && one.answer.empty()) continue;
    const std::string name = one.annotator.empty() ? "?" : one.annotator;
    ++labels[name];
    if (one.answer == "unsure") continue;
    by_id[one.id].emplace_back(
        name, one.answer.empty() ? one.label : "(none of these)");
  }
  if (labels.size() < 2) return nullptr;
  Json annotators = Json::array();
  for (const auto& [name, count] : labels)
    annotators.push_back({{"name", name}, {"labels", count}});
  Index several = 0, agree = 0;
  Json disputed = Json::array();
  for (const auto& [id, all] : by_id) {
    if (all.size() < 2) continue;
    ++several;
    std::set<std::string> different;
    for (const auto& [name, label] : all)
      different.insert(label);
    if (different.size() == 1)
      ++agree;
    else if (disputed.size() < kDisputesShown)
      disputed.push_back({{"id", id}, {"labels", all}});
  }
  return {{"annotators", annotators},
          {"documents", several},
          {"agree", several == 0 ? Json(nullptr)
                                 : Json(static_cast<double>(agree) /
                                        static_cast<double>(several))},
          {"alpha", krippendorff_alpha(by_id)},
          {"disputed", disputed}};
}

std::string agreement_text(const Json& json) {
  if (json.is_null()) return {};
  std::string text = "Annotators: ";
  for (const Json& one : json["annotators"])
    text += (text.ends_with(": ") ? "" : ", ") +
            one["name"].get<std::string>() + " " + one["labels"].dump();
  if (json["documents"] == 0) return text + ".";
  text += "; they agree on " + percent(json["agree"].get<double>()) + " of " +
          counted(json["documents"].get<Index>(), "document") +
          " that several labeled";
  if (!json["alpha"].is_null())
    text += " (Krippendorff's alpha " +
            fixed_number(json["alpha"].get<double>(), 2) + ")";
  return text + ".";
}

}  // namespace semilin::cli
