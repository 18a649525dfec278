// One vote of a committee, from hypotheses about the class sizes to shares.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/progress_parts.h"
#include "learn/committee/hypotheses.h"

namespace semilin {

class Election {
 public:
  /// All is borrowed.
  Election(const Roster& roster, const TrainOptions& options,
           const std::shared_ptr<Graphs>& graphs, const Progress& progress);

  /// The same members on a batch that has been trained on its labeled rows
  /// alone and is borrowed; its iterate changes. The votes are those on the
  /// unlabeled rows of the first panel, which are among the others'. `again`:
  /// under the sizes of the vote as well.
  void add_panel(std::string_view evidence, OutputBatch& batch,
                 std::vector<Hypothesis> hypotheses, bool again);

  /// In each panel, on at most 20,000 unlabeled rows, which all ranks have,
  /// unless a graph of all rows is given: holds labels out, by which it takes
  /// one of the labels' fractions and the estimate where these are the
  /// hypotheses, and tries all hypotheses with the members that are first. Then
  /// all members vote under those hypotheses of their panel whose kappa is at
  /// most 0.1 below the best; and under the sizes of their panel's vote, and of
  /// the vote with these. Members that are not first are not asked if labels
  /// held out put them three standard errors below the best.
  void hold();

  [[nodiscard]] bool interrupted() const { return interrupted_; }
  /// Unlabeled rows x classes; none if it was interrupted before any vote.
  [[nodiscard]] std::optional<std::vector<double>> shares();
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
  /// The figures of the weights that shares() has set.
  [[nodiscard]] CommitteeFigures figures(const Votes& supervised) const;

 private:
  // Members, and the rows on which they vote.
  struct Ballot {
    OutputBatch& batch;
    OutputBatch::Snapshot start;
    std::vector<Member> members;
    // In batch.unlabeled(), the rows of the first panel; none: all.
    std::optional<std::vector<std::size_t>> counted = {};
    std::shared_ptr<BatchOfData> gathered = {};  // those of all ranks
  };
  struct Panel {
    std::string_view evidence;
    Ballot all;
    std::vector<Hypothesis> hypotheses;  // to be tried
    bool again = false;
    // By member, on labels held out: z, and accuracy.
    std::vector<double> standing, right;
  };

  // Labeled rows of the first panel, and what its best member said of them
  // without their labels: a test of those who never know these labels. `rows`
  // are this rank's, the others' come before and after them.
  struct Test {
    std::vector<Index> rows;
    Votes truth, best;
    std::vector<double> weights;
  };

  [[nodiscard]] Ballot make_ballot(OutputBatch& batch,
                                   const std::shared_ptr<Graphs>& graphs) const;
  void try_on(std::size_t p, Ballot& ballot);
  void hold_out(Panel& panel, Ballot& ballot);
  // How often a member votes on labels held out.
  [[nodiscard]] static double held_out_votes(const Panel& panel);
  [[nodiscard]] static bool labels_tell(const Panel& panel);
  static void choose_sizes(std::vector<Hypothesis>& hypotheses,
                           HeldOutVotes& found);
  [[nodiscard]] bool asks(const Panel& panel, std::size_t member) const;
  // The data are `all.data()` but for the rows, which are those of a single
  // rank.
  [[nodiscard]] static std::shared_ptr<BatchOfData> gather(
      const OutputBatch& all, std::span<const Index> rows);
  [[nodiscard]] static std::shared_ptr<BatchOfData> gathered(Ballot& ballot);
  [[nodiscard]] static Votes votes_of(Ballot& ballot, std::size_t member,
                                      const ClassSizes& sizes,
                                      const Progress& progress);
  void ask(Ballot& ballot, std::size_t hypothesis, std::size_t first,
           std::size_t last, std::vector<Candidate>& votes);
  void vote(std::size_t p, std::size_t first);
  [[nodiscard]] double z_of(const Ballot& ballot, const Votes& votes) const;
  [[nodiscard]] int classes() const {
    return panels_.front().all.batch.classes();
  }
  [[nodiscard]] const Ranks& ranks() const {
    return panels_.front().all.batch.data().ranks;
  }

  const Roster& roster_;
  const TrainOptions& options_;
  const std::shared_ptr<Graphs>& graphs_;
  std::vector<Panel> panels_;
  std::vector<Hypothesis> hypotheses_;
  std::vector<double> tried_;  // kappa by hypothesis
  std::vector<Candidate> candidates_;
  std::optional<CrossValidated> held_out_;  // figures of the first panel
  Test test_;
  bool interrupted_ = false;
  const Progress progress_;
  std::optional<ProgressParts> parts_;  // one for each vote of a member
  double votes_ = 0;                    // votes so far
};

}  // namespace semilin
