// One vote of a committee, from hypotheses about the class sizes to shares.
#ifndef SEMILIN_SRC_LEARN_COMMITTEE_ELECTION_H_
#define SEMILIN_SRC_LEARN_COMMITTEE_ELECTION_H_

#include <memory>
#include <optional>
#include <vector>

#include "base/progress_parts.h"
#include "learn/committee/held_out_votes.h"
#include "learn/committee/hypotheses.h"
#include "learn/committee/roster.h"
#include "learn/committee/votes.h"

namespace semilin {

class Election {
 public:
  /// `batch` has been trained on its labeled rows alone; its iterate changes.
  /// All is borrowed.
  Election(const Roster& roster, const TrainOptions& options,
           const std::shared_ptr<Graphs>& graphs, OutputBatch& batch,
           const Progress& progress);

  /// On at most 20,000 unlabeled rows, unless a graph of all rows is given:
  /// holds labels out, by which it takes one of the labels' fractions and the
  /// estimate where these are the hypotheses, and tries all hypotheses with the
  /// members that are first. Then all members vote under those hypotheses whose
  /// kappa is at most 0.1 below the best; and, if `again`, under the sizes of
  /// this vote, and of the vote with these. Members on a graph, which cost the
  /// most, are not asked if labels held out put them three standard errors
  /// below the best.
  void hold(std::vector<Hypothesis> hypotheses, bool again);

  [[nodiscard]] bool interrupted() const { return interrupted_; }
  /// Unlabeled rows x classes; empty if it was interrupted before any vote.
  [[nodiscard]] std::vector<double> shares();
  /// The mean of the hypotheses' sizes by the weights of their votes.
  [[nodiscard]] std::vector<double> class_sizes() const;
  /// The committee's model and the supervised SVM, if labels can be held out.
  [[nodiscard]] const std::optional<CrossValidated>& held_out() const {
    return held_out_;
  }
  /// Labels held out contradict the labels' fractions.
  [[nodiscard]] bool took_estimate() const {
    return hypotheses_.front().name == "estimate";
  }
  /// Of the weights that shares() has set.
  [[nodiscard]] CommitteeFigures figures(const Votes& supervised) const;

 private:
  // Members and the rows on which they vote.
  struct Panel {
    OutputBatch& batch;
    const OutputBatch::Snapshot start;
    std::vector<Member> members;
  };

  void ask(Panel& panel, std::size_t hypothesis, std::size_t first,
           std::size_t last, std::vector<Candidate>& votes);
  [[nodiscard]] bool asks(std::size_t member) const;
  void hold_out(Panel& panel);
  // How often a member votes on labels held out.
  [[nodiscard]] double held_out_votes() const;
  [[nodiscard]] bool labels_tell() const;
  void choose_sizes(HeldOutVotes& found);
  void try_on(Panel& panel);
  void vote(bool again);
  [[nodiscard]] ClassSizes voted_sizes();

  const Roster& roster_;
  const TrainOptions& options_;
  const std::shared_ptr<Graphs>& graphs_;
  Panel all_;
  std::vector<Hypothesis> hypotheses_;
  std::vector<double> tried_;  // kappa by hypothesis
  std::vector<Candidate> candidates_;
  // By member, on labels held out: z, and accuracy.
  std::vector<double> standing_, right_;
  std::optional<CrossValidated> held_out_;
  bool interrupted_ = false;
  const Progress progress_;
  std::optional<ProgressParts> parts_;  // one for each vote of a member
  double votes_ = 0;                    // so far
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_COMMITTEE_ELECTION_H_
