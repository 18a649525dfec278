// Rows from an Eigen matrix: two blobs in the plane, one label each. Prints the
// class of every row.
#include "semilin/matrix/eigen.h"

#include <iostream>
#include <vector>

#include <Eigen/SparseCore>

#include "semilin/learn/train.h"

int main() {
  Eigen::SparseMatrix<double, Eigen::RowMajor> points(6, 2);
  const std::vector<Eigen::Triplet<double>> entries = {
      {0, 0, 3.0}, {1, 0, 2.5}, {2, 0, 3.5}, {2, 1, 0.5},
      {3, 1, 3.0}, {4, 1, 2.5}, {5, 0, 0.5}, {5, 1, 3.5}};
  points.setFromTriplets(entries.begin(), entries.end());

  semilin::Dataset data;
  data.rows = semilin::from_eigen(points);  // borrowed, not copied
  data.classes = {"left", "up"};
  data.labels.assign(6, semilin::kUnlabeled);
  data.labels[0] = 0;
  data.labels[3] = 1;

  const semilin::TrainResult result = semilin::train(data);
  for (const std::int32_t label : result.labels)
    std::cout << data.classes[label] << '\n';
}
