#include "semilin/advanced/corpus/agreement.h"

#include <algorithm>
#include <map>
#include <set>

#include "semilin/base/number_text.h"

#include "base/json.h"

namespace semilin {
namespace {

using Ordered = nlohmann::ordered_json;
using Opinions = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kDisputesShown = 20;

// 1 - observed / expected disagreement over pairs of labels of one document.
std::optional<double> krippendorff_alpha(
    const std::map<std::string, Opinions>& by_id) {
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
  if (expected == 0) return std::nullopt;
  return 1 - (all - 1) * (all - same) / expected;
}

double share_of_agreed(const AnnotatorAgreement& found) {
  return static_cast<double>(found.agree) /
         static_cast<double>(found.documents);
}

}  // namespace

std::optional<AnnotatorAgreement> annotator_agreement(
    const std::vector<TableLabel>& opinions) {
  std::map<std::string, Index> labels;
  std::map<std::string, Opinions> by_id;
  std::set<std::string> settled;
  for (const TableLabel& one : opinions) {
    if (one.settles()) settled.insert(one.id);
    if (one.decided || !one.says()) continue;
    const std::string name = one.annotator.empty() ? "?" : one.annotator;
    ++labels[name];
    if (one.answer == "unsure") continue;
    by_id[one.id].emplace_back(
        name, one.answer.empty() ? one.label : "(none of these)");
  }
  if (labels.size() < 2) return std::nullopt;
  AnnotatorAgreement found;
  found.annotators.assign(labels.begin(), labels.end());
  for (const auto& [id, all] : by_id) {
    if (all.size() < 2) continue;
    ++found.documents;
    if (std::all_of(all.begin(), all.end(), [&own = all](const auto& one) {
          return one.second == own.front().second;
        }))
      ++found.agree;
    else if (found.disputed.size() < kDisputesShown && !settled.contains(id))
      found.disputed.push_back({id, all});
  }
  found.alpha = krippendorff_alpha(by_id);
  return found;
}

std::string to_json(const AnnotatorAgreement& agreement) {
  Ordered annotators = Ordered::array(), disputed = Ordered::array();
  for (const auto& [name, labels] : agreement.annotators)
    annotators.push_back({{"name", name}, {"labels", labels}});
  for (const auto& [id, labels] : agreement.disputed)
    disputed.push_back({{"id", id}, {"labels", labels}});
  const auto& alpha = agreement.alpha;
  return text_of({{"annotators", annotators},
                  {"documents", agreement.documents},
                  {"agree", agreement.documents == 0
                                ? Ordered()
                                : Ordered(share_of_agreed(agreement))},
                  {"alpha", alpha ? Ordered(*alpha) : Ordered()},
                  {"disputed", disputed}});
}

std::string to_text(const AnnotatorAgreement& agreement) {
  std::string text = "Annotators: ";
  for (const auto& [name, labels] : agreement.annotators)
    text += (text.ends_with(": ") ? "" : ", ") + name + " " +
            std::to_string(labels);
  if (agreement.documents == 0) return text + ".";
  text += "; they agree on " + percent(share_of_agreed(agreement)) + " of " +
          counted(agreement.documents, "document") + " that several labeled";
  if (agreement.alpha)
    text += " (Krippendorff's alpha " + fixed_number(*agreement.alpha, 2) + ")";
  return text + ".";
}

}  // namespace semilin
