// The votes of rules, language models and annotators, each with errors of its
// own, and the labels that follow from them.
//
//   Voters voters = ...;  // the votes of each on data's rows
//   const VotedLabels voted = labels_of_votes(data, voters);
//   data.labels = voted.labels;
//   const TrainResult result = train(data);
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// A voter's vote on a row. It abstains on rows without one.
struct RowVote {
  Index row = 0;           ///< row of the data
  std::int32_t label = 0;  ///< position in the data's classes
};

/// Voters by name, and the votes of each, by ascending row.
struct Voters {
  std::vector<std::string> names;           ///< one for each voter
  std::vector<std::vector<RowVote>> votes;  ///< votes of each voter
};

/// How often a voter agrees with the labels of the rows on which it votes.
struct Agreement {
  Index rows = 0;    ///< rows with a vote and a label
  double share = 0;  ///< share of them on which both agree
  /// (share - e) / (1 - e), where e = sum_k said_k size_k is the share expected
  /// of a voter who names the classes as often as this one, but anywhere:
  /// said_k is class k's share of the votes, and size_k its share of all rows
  /// with a label. Cohen's kappa of a voter who votes on all of these.
  double kappa = 0;
};

/// A voter in the report.
struct VoterFigures {
  std::string name;  ///< name in Voters
  Index rows = 0;    ///< rows on which it votes
  /// Agreement with what the others make of the rows, who have not heard this
  /// one. None: it has no vote, or nobody else knows one of its classes.
  std::optional<Agreement> others;
  std::optional<Agreement> given;  ///< agreement with the data's labels
  /// An earlier voter with the same votes on at least 99 % of the rows on which
  /// either votes: both count as one. Empty: there is none.
  std::string same_as;
  /// Whether it is no better than chance, and therefore ignored.
  bool at_chance = false;
  /// Whether it is right less often than by chance, so that what its votes mean
  /// is learned from the others.
  bool contradicted = false;
  /// P(it names a class | the class of the row), by the names of both, of the
  /// classes that it names. Of more than 100 classes of rows, the most probable
  /// ones are listed, and "" has the mean of the others. Empty: it is not
  /// heard.
  std::map<std::string, std::map<std::string, double>> says = {};
};

/// The report on votes.
struct VoteFigures {
  Index rows = 0;                    ///< rows that got a label from votes
  Index given = 0;                   ///< rows that had a label before
  std::vector<VoterFigures> voters;  ///< figures of each voter
  /// True if all labels follow from votes, so that they show no accuracy.
  [[nodiscard]] bool alone() const { return !voters.empty() && given == 0; }
};

/// Labels that follow from votes.
struct VotedLabels : VoteFigures {
  /// The labels of the data. A row without one gets the class whose
  /// probability is above 0.9, or above 0.5 if no row has a label of that class
  /// otherwise; kUnlabeled if there is none.
  std::vector<std::int32_t> labels;
  /// What votes say of the rows, for Dataset::voted.
  VotedRows voted;
};

/// Estimates how far each voter can be trusted, and the labels that follow:
/// naive Bayes over votes and text, in which each voter has its own errors
/// (Dawid and Skene's model with the text as one more annotator), by
/// expectation maximization. Labeled rows keep their labels. Where labels tell
/// two classes, and votes do so as well, the model does not hear the labels, so
/// that these can test what votes say. Values of the rows
/// are left out if one is negative. For the last decision, linear models that
/// have not seen the row take the place of naive Bayes (Raykar et al., JMLR
/// 2010, train such a model with the votes), for which each of several ranks
/// holds all rows with a label. `words` (voters_of) are heard with the first
/// votes; what they tell after that, the text tells. Throws
/// std::invalid_argument for votes on rows or for classes that the data do not
/// have, and for multi-label data. All ranks have the same voters.
[[nodiscard]] VotedLabels labels_of_votes(const Dataset& data,
                                          const Voters& voters, int threads = 0,
                                          const Voters& words = {});

}  // namespace semilin
