// Names and properties of the methods.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "semilin/kernel/train.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// @name Names of methods
/// No other file spells them.
/// @{
inline constexpr std::string_view kRls = "rls";         ///< least squares
inline constexpr std::string_view kSvm = "svm";         ///< squared-hinge SVM
inline constexpr std::string_view kTsvm = "tsvm";       ///< transductive SVM
inline constexpr std::string_view kDa = "da";           ///< annealing
inline constexpr std::string_view kNbEm = "nb-em";      ///< naive Bayes
inline constexpr std::string_view kLapRls = "lap-rls";  ///< Laplacian
inline constexpr std::string_view kLapSvm = "lap-svm";  ///< Laplacian, hinge
inline constexpr std::string_view kTvRls = "tv-rls";    ///< total variation
/// Total variation, hinge.
inline constexpr std::string_view kTvSvm = "tv-svm";
/// Cheeger's ratio.
inline constexpr std::string_view kCheegerRls = "cheeger-rls";
/// Cheeger's ratio, hinge.
inline constexpr std::string_view kCheegerSvm = "cheeger-svm";
/// Several methods that vote.
inline constexpr std::string_view kCommittee = "committee";
/// @}

/// The properties of a method.
struct Method {
  std::string_view name;        ///< name in TrainOptions::method
  std::string_view help;        ///< description in a few words
  bool semisupervised = false;  ///< learns from unlabeled rows
  bool linear = false;          ///< reads TrainOptions::linear
  bool graph = false;           ///< reads TrainOptions::graph
  bool label_sets = false;      ///< trains on multi-label data
  bool in_parts = false;        ///< trains on data that are not whole()
  /// It continues from the supervised SVM, and is the SVM if there are no
  /// unlabeled rows.
  bool after_svm = false;
  /// The supervised SVM replaces it if the two disagree more than held-out
  /// labels allow.
  bool gives_way = false;
  GraphMethod graph_method = {};  ///< used by a graph method
};

/// All of them.
[[nodiscard]] std::span<const Method> methods();
/// Throws std::invalid_argument if there is none of this name.
[[nodiscard]] const Method& method_named(std::string_view name);

/// The name of the default method of the library, the command and Python: the
/// committee, da if rows have several labels, svm if lambda_u is 0. Without an
/// unlabeled row the first two train the supervised SVM and set its
/// thresholds.
[[nodiscard]] std::string_view default_method(
    const Dataset& data, std::optional<double> lambda_u = {});

}  // namespace semilin
