#include "learn/committee/earlier_vote.h"

#include <algorithm>

#include "semilin/base/number_text.h"

#include "learn/committee/rules.h"

namespace semilin {
namespace {

bool are_members(const Roster& roster,
                 const std::vector<CommitteeMember>& members) {
  return std::ranges::equal(members, roster.members, {},
                            &CommitteeMember::method);
}

// A panel of this evidence votes under such a hypothesis; or it finds others in
// the data, and can take the sizes that were found then, of each of its
// classes.
bool is_held(const SizeHypothesis& one, const std::vector<Panel>& panels) {
  const auto panel = std::ranges::find(panels, one.evidence, &Panel::evidence);
  if (panel == panels.end()) return false;
  const auto& now = panel->hypotheses;
  if (std::ranges::count(now, one.source, &Hypothesis::source) > 0) return true;
  const bool found =
      one.source != SizeSource::Given && one.source != SizeSource::Equal;
  return found && now.size() > 1 &&
         std::ranges::count(sizes_among(panel->classes, one.sizes), 0.0) == 0;
}

}  // namespace

std::string why_unfit(const EarlierVote& earlier, const Roster& roster,
                      const std::vector<Panel>& panels, const Dataset& data,
                      Index labels) {
  const CommitteeFigures& figures = earlier.figures;
  if (figures.members.empty()) return "no committee's vote made it";
  if (earlier.classes != data.classes) return "it has other classes";
  if (!are_members(roster, figures.members)) return "other methods voted on it";
  if (static_cast<double>(labels) >
      kRules.more_labels * static_cast<double>(figures.weighed_with))
    return "its vote was weighed with " +
           counted(figures.weighed_with, "label") + ", and now there are " +
           grouped(labels);
  if (!data.voted.followed.empty() && panels.size() > 1)
    return "labels follow from votes";
  for (const Panel& panel : panels)
    if (std::ranges::count(figures.hypotheses, panel.evidence,
                           &SizeHypothesis::evidence) == 0)
      return "there is other evidence";
  for (const SizeHypothesis& one : figures.hypotheses)
    if (std::ranges::any_of(one.votes, has_weight) && !is_held(one, panels))
      return "other evidence tells the class sizes";
  return {};
}

}  // namespace semilin
