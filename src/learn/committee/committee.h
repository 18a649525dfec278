// Annealing, total variation on a graph and naive Bayes as one committee.
#ifndef SEMILIN_SRC_LEARN_COMMITTEE_COMMITTEE_H_
#define SEMILIN_SRC_LEARN_COMMITTEE_COMMITTEE_H_

#include <memory>

#include "learn/learner.h"

namespace semilin {

/// The members train under each of several hypotheses about the class sizes,
/// cheap ones first; all of them under the one on which the cheap ones agree
/// most (Cohen's kappa), and again under the sizes of their consensus. The
/// consensuses of these rounds, weighted by exp(20 kappa), give each unlabelled
/// row its posterior; a linear model is trained on these beliefs. Rows with few
/// columns ("dense") have other members, and their neighbours' posteriors speak
/// for new rows.
[[nodiscard]] std::unique_ptr<Learner> make_committee(const Method& self,
                                                      const Dataset& data,
                                                      TrainOptions& options,
                                                      const Progress& progress);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_COMMITTEE_COMMITTEE_H_
