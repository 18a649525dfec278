#include "learn/class_sizes/least_squares.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace semilin {
namespace {

using Labels = std::vector<std::int32_t>;
using Fold = std::vector<Index>;  // labeled rows, by their place among them

constexpr int kBatch = 8;  // columns of the Gram matrix at a time

// X_l X_l', some columns at a time.
Eigen::MatrixXd gram_matrix(const CsrOperator& x) {
  const Index l = x.rows();
  Eigen::MatrixXd gram(l, l);
  std::vector<double> unit(l * kBatch, 0.0);
  std::vector<double> columns(x.cols() * kBatch);
  std::vector<double> products(l * kBatch);
  for (Index first = 0; first < l; first += kBatch) {
    const Index count = std::min<Index>(kBatch, l - first);
    std::vector<Index> rows(count);
    for (Index c = 0; c < count; ++c) {
      rows[c] = first + c;
      unit[rows[c] * kBatch + c] = 1;
    }
    x.apply_transpose(kBatch, std::span<const double>(unit),
                      RowSet::listed(rows), std::span<double>(columns));
    x.apply(kBatch, std::span<const double>(columns), {},
            std::span<double>(products));
    for (Index c = 0; c < count; ++c) {
      unit[rows[c] * kBatch + c] = 0;
      for (Index i = 0; i < l; ++i)
        gram(i, rows[c]) = products[i * kBatch + c];
    }
  }
  return gram;
}

Eigen::MatrixXd inverse_of(const OutputBatch::LabeledRows& rows,
                           double lambda) {
  Eigen::MatrixXd g = gram_matrix(rows.x);
  for (Index i = 0; i < g.rows(); ++i)
    g(i, i) += lambda / rows.costs[i];
  return Eigen::LLT<Eigen::MatrixXd>(g).solve(
      Eigen::MatrixXd::Identity(g.rows(), g.rows()));
}

// y, l x K: +1 for the class of an output, else -1.
Eigen::MatrixXd signs(const Labels& labels, int outputs) {
  Eigen::MatrixXd y(labels.size(), outputs);
  for (Index i = 0; i < y.rows(); ++i) {
    for (int k = 0; k < outputs; ++k) {
      const int own = outputs == 1 ? 1 : k;
      y(i, k) = labels[i] == own ? 1 : -1;
    }
  }
  return y;
}

// The i-th row of each class that has more than one, for i = 0, 1, ...; in the
// order of their leave-one-out residuals for their own class. Rows that are no
// documents are in none.
std::vector<Fold> folds_of(const Labels& labels, int classes, Index documents,
                           const Eigen::MatrixXd& inverse,
                           const Eigen::MatrixXd& duals) {
  std::vector<Fold> members(classes);
  for (Index i = 0; i < documents; ++i)
    members[labels[i]].push_back(i);
  std::vector<Fold> folds;
  for (Fold& rows : members) {
    if (rows.size() < 2) continue;
    const auto residual = [&](Index i) {
      const int own = duals.cols() == 1 ? 0 : labels[i];
      return std::abs(duals(i, own) / inverse(i, i));
    };
    std::sort(rows.begin(), rows.end(),
              [&](Index a, Index b) { return residual(a) < residual(b); });
    folds.resize(std::max(folds.size(), rows.size()));
    for (std::size_t f = 0; f < rows.size(); ++f)
      folds[f].push_back(rows[f]);
  }
  return folds;
}

// o = X X_l' a on the unlabeled rows; labeled()[0] is the row `first` of X_l.
std::vector<double> unlabeled_outputs(const OutputBatch& batch, Index first,
                                      const Eigen::MatrixXd& a) {
  const CsrOperator& x = batch.x();
  const int stride = batch.stride();
  const int outputs = batch.outputs();
  std::vector<double> duals(x.rows() * stride, 0.0);
  for (Index i = 0; i < std::ssize(batch.labeled()); ++i) {
    for (int k = 0; k < outputs; ++k)
      duals[batch.labeled()[i] * stride + k] = a(first + i, k);
  }
  std::vector<double> weights(x.cols() * stride);
  x.apply_transpose(stride, std::span<const double>(duals),
                    RowSet::listed(batch.labeled()),
                    std::span<double>(weights));
  std::vector<double>& padded = duals;
  x.apply(stride, std::span<const double>(weights),
          RowSet::listed(batch.unlabeled()), std::span<double>(padded));
  std::vector<double> result;
  result.reserve(batch.unlabeled().size() * outputs);
  for (const Index i : batch.unlabeled()) {
    const auto row = padded.begin() + i * stride;
    result.insert(result.end(), row, row + outputs);
  }
  return result;
}

}  // namespace

struct GramInverse::Kept {
  std::vector<Index> labeled;
  std::vector<double> costs;
  double lambda = 0;
  Eigen::MatrixXd inverse;
};

GramInverse::GramInverse() : kept_(std::make_unique<Kept>()) {}
GramInverse::~GramInverse() = default;

HeldOutRls hold_out(const OutputBatch& batch, GramInverse* last) {
  const OutputBatch::LabeledRows rows = batch.labeled_rows();
  const auto labeled = batch.labeled();
  GramInverse own;
  GramInverse::Kept& kept = *(last != nullptr ? *last : own).kept_;
  if (!std::ranges::equal(kept.labeled, labeled) || kept.costs != rows.costs ||
      kept.lambda != batch.lambda())
    kept = {{labeled.begin(), labeled.end()},
            rows.costs,
            batch.lambda(),
            inverse_of(rows, batch.lambda())};
  const Eigen::MatrixXd& inverse = kept.inverse;
  const Eigen::MatrixXd y = signs(rows.labels, batch.outputs());
  const Eigen::MatrixXd a = inverse * y;
  HeldOutRls result;
  for (const Fold& fold :
       folds_of(rows.labels, batch.classes(), rows.documents, inverse, a)) {
    const Eigen::MatrixXd block = inverse(fold, fold);
    const Eigen::MatrixXd outputs =
        y(fold, Eigen::all) - block.llt().solve(a(fold, Eigen::all));
    for (Index i = 0; i < outputs.rows(); ++i) {
      result.labels.push_back(rows.labels[fold[i]]);
      for (Index k = 0; k < outputs.cols(); ++k)
        result.outputs.push_back(outputs(i, k));
    }
  }
  result.unlabeled = unlabeled_outputs(batch, rows.first, a);
  return result;
}

bool are_few(const OutputBatch& batch) {
  return batch.data().sum(std::ssize(batch.labeled())) <= kMostHeldOut;
}

HeldOutRls hold_out_few(const OutputBatch& batch, GramInverse* last) {
  return batch.summary.labeled > 0 && are_few(batch) ? hold_out(batch, last)
                                                     : HeldOutRls{};
}

}  // namespace semilin
