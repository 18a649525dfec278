// What is done with data and a model besides training. Each has a report, a
// JSON object, that is the same for the command, C and Python
// (docs/json.schema.json). In reports rows and features count from 0; "id" is
// the id of a row, otherwise its number from 1 (Corpus::name_of), and "text" is
// there where the data are documents in files.
#pragma once

#include <optional>
#include <string>

#include "semilin/base/progress.h"
#include "semilin/corpus.h"
#include "semilin/learn/decide.h"
#include "semilin/learn/model.h"
#include "semilin/learn/suggest.h"
#include "semilin/run.h"

namespace semilin {

/// Which rows are to be labeled next; `seeds` are those of the corpus.
struct SuggestRequest : SuggestOptions {
  /// Number of words to suggest for each class by a model with a vocabulary and
  /// one label per row. With words alone (`count` is 0) there must be one.
  Index words = 0;
  /// A table with the columns id and label, as predict writes it; its rows
  /// without a label are SuggestOptions::first. Empty: none.
  std::string undecided;
};
/// Names the options that a user has; see base/option.h.
template <class Visit>
void describe(SuggestRequest& request, Visit&& visit) {
  describe(static_cast<SuggestOptions&>(request), visit);
  visit("words", request.words, kNotNegative,
        "suggest N words for each class instead of documents, a table for the "
        "option seed_words of train");
  visit("undecided", request.undecided, kFile,
        "first suggest the documents without a label in the table FILE, which "
        "predict has written with a least probability or a precision");
}

/// {"members", "unlabeled": rows to choose from, "disputed": those on which the
/// members disagree, "expected": how many of them are likely to be of the class
/// to find, if that is known, "rows": [{"row", "id", "guess": a class, a list
/// of labels, or null without a model, "probability": of the guess, if the
/// model has some, "chosen", "drawn_with": the probability of its draw,
/// "reason", "opinions": what each member predicts, "text"}, ...]}. With words
/// also "words": [{"class", "word", "chosen": "given" or "suggested",
/// "documents": how many hold it, "share": of these, what has the class, of
/// suggested ones},
/// ...]: those that were given for each class, then others that mean
/// themselves. They go by the labels of the rows, and where there is none by
/// what the model predicts. No model: null. Throws DataError, Interrupted.
[[nodiscard]] std::string suggest_report(const Model* model,
                                         const Corpus& corpus,
                                         const SuggestRequest& request = {},
                                         const Progress& progress = {});

/// Which labels look wrong; a run without a method has audit_method.
struct AuditRequest {
  RunOptions run;   ///< how the models are trained that judge
  Index count = 0;  ///< most labels to list; 0: all
};
/// Names the options that are not those of the run; see base/option.h.
template <class Visit>
void describe(AuditRequest& request, Visit&& visit) {
  visit("count", request.count, kNotNegative,
        "list the N most doubtful labels; 0: all");
}

/// {"method", "folds", "left_out": labels that are alone in their classes,
/// "judged": all others, "wrong": those for which another class is more
/// probable, "expected_wrong": how many are likely to be, "warnings", "labels":
/// [{"row", "id", "label", "suggested", "p_wrong", "p_suggested", "text"},
/// ...]}, the most doubtful first. Throws DataError, Interrupted.
[[nodiscard]] std::string audit_report(const Corpus& corpus,
                                       const AuditRequest& request = {},
                                       const Progress& progress = {});

/// What is explained.
struct ExplainRequest {
  /// A document, for a model with a vocabulary and without vectors; none: a row
  /// of the corpus.
  std::optional<std::string> text;
  Index row = 0;           ///< row of the corpus, from 0
  std::string class_name;  ///< explained class; empty: the predicted one
  Index terms = 20;        ///< most terms to list; the others are summed
  /// Whether to compare the document with the corpus, whose own label is not
  /// used: the nearest labeled rows, and the label by a supervised SVM that is
  /// trained now.
  bool compare = false;
  Index nearest = 5;     ///< most labeled rows to list
  bool members = false;  ///< with compare: member_opinions, too
  int threads = 0;       ///< 0: all available; never changes the result
};
/// Names the options that a user has; see base/option.h.
template <class Visit>
void describe(ExplainRequest& request, Visit&& visit) {
  visit("text", request.text, Text{"TEXT"}, "the document, in place of a row");
  visit("row", request.row, kNotNegative, "row of the data, from 0");
  visit("compare", request.compare, kFlag,
        "list the labeled documents nearest to the document, and the label by "
        "the supervised SVM, which is trained on them now");
  visit("members", request.members, kFlag,
        "print the labels by the members of a committee, trained with the "
        "options of the model on the labeled documents of the data and at most "
        "10,000 others: annealing, naive Bayes (with negative values: the "
        "Laplacian on a graph), total variation on a graph");
  visit("class", request.class_name, Text{"NAME"},
        "explain the score of this class (default: the predicted one)");
  visit("terms", request.terms, kNotNegative,
        "list the N terms that add most; the others are summed");
  visit("nearest", request.nearest, kNotNegative,
        "list the N nearest labeled documents");
  visit("threads", request.threads, kThreads, "number of threads; 0: all");
}

/// {"label": the predicted one, "class", "probability": of the class, if the
/// model has probabilities, "score", "constant", "terms": [{"feature", "term",
/// "value", "weight", "adds", "seed_word_of": a class, if the model has seed
/// words}, ...], "other_terms"}: the constant and what terms add make the
/// score. What pieces of words add is part of the words (by_words); only the
/// model's own terms have a "feature". Of a corpus also "supervised",
/// "members", "nearest": [{"row", "id", "label", "cosine"}, ...], and
/// "warnings", if there are any. Throws DataError, std::invalid_argument.
[[nodiscard]] std::string explain_report(const Model& model,
                                         const Corpus& corpus,
                                         const ExplainRequest& request = {});

/// Which predictions are used.
struct DecideRequest : DecideOptions {
  int threads = 0;  ///< 0: all available; never changes the result
};

/// Names the options that a user has; see base/option.h.
template <class Visit>
void describe(DecideRequest& request, Visit&& visit) {
  describe(static_cast<DecideOptions&>(request), visit);
  visit("threads", request.threads, kThreads, "number of threads; 0: all");
}

/// {"least_probability": null if the labels held out do not suffice,
/// "decided": how many rows are, "expected": the share of them that is likely
/// right, "rows": [{"row", "id", "label": null if it is not decided, "guess",
/// "probability"}, ...]}. Throws DataError, std::invalid_argument.
[[nodiscard]] std::string decide_report(const Model& model,
                                        const Corpus& corpus,
                                        const DecideRequest& request = {});

/// What is said of a model's predictions.
struct EvaluateRequest : DecideOptions {
  std::optional<bool> confusion;  ///< the table; none: up to 20 classes
  bool confidence = false;        ///< how sure it is and how often right then
  Index curves = 0;               ///< points of each class's curves, about
  int threads = 0;  ///< 0: all available; never changes the result
};
/// Names the options that a user has; see base/option.h.
template <class Visit>
void describe(EvaluateRequest& request, Visit&& visit) {
  describe(static_cast<DecideOptions&>(request), visit);
  visit("confusion", request.confusion, kFlag,
        "print the confusion table even for more than 20 classes");
  visit("confidence", request.confidence, kFlag,
        "say how often predictions are right that are so sure");
  visit("curves", request.curves, kNotNegative,
        "points, about, of each class's ROC and precision-recall curves");
  visit("threads", request.threads, kThreads, "number of threads; 0: all");
}
/// The most classes of which the table of confusions is shown unasked.
inline constexpr Index kConfusionClasses = 20;

/// The figures of to_json(Evaluation), "confidence" (null: it has no
/// probabilities) and "curves" (semilin/learn/evaluate.h). Throws DataError if
/// no row has a label.
[[nodiscard]] std::string evaluate_report(const Model& model,
                                          const Corpus& corpus,
                                          const EvaluateRequest& request = {});

}  // namespace semilin
