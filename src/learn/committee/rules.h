// The constants of the committee.
#pragma once

namespace semilin {

struct Rules {
  // A candidate weighs exp(steepness kappa + held_out z).
  double steepness = 10;
  double held_out = 1;
  double caution = 2;  ///< standard errors that kappa is lowered by

  int folds = 2;        ///< folds in which labels are held out
  double clearly = 3;   ///< standard errors that the estimate must be ahead by
  double margin = 0.1;  ///< kappa below the best that is worth a vote
  double far = -3;      ///< z below which a member has no vote

  double counts = 0.08;    ///< of the largest, a part that is asked again
  double more_labels = 2;  ///< with so many times the labels it is no guide

  double guessed = 1;  ///< rho of sizes that are guessed
  double founded = 4;  ///< rho of sizes by a vote or by label shift

  double rough = 1e-2;  ///< tolerance of members
  double model = 1e-3;  ///< tolerance of the models on labels held out
  int iterations = 15;  ///< iterations of total variation
  int sweeps = 2;       ///< passes over the edges in one of them

  /// The most rows with vectors beside words for which the graph of the vectors
  /// has a kernel: its time grows like the third power of their number.
  Index kernel_rows = 500;

  // A linear member sees one in so many unlabeled rows in its early
  // temperatures, or more where there would be fewer rows than these.
  int early_step = 8;
  Index early_rows = 1000;
  Index early_rows_of_class = 20;

  // A search for neighbors may cost so many additions: ten seconds, or what
  // the training of the other members costs, per entry and class.
  double search = 1e10;
  double training = 300;
  double approximate = 2000;     ///< additions of an approximate one, per entry
  double longest_search = 1e11;  ///< after it training takes too long
  /// Entries that each of several processes gathers for a member on a graph.
  Index most_shared = 50'000'000;
};

inline constexpr Rules kRules;

}  // namespace semilin
