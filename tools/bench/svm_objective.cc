// svm_objective MODEL FILE: 1/2 |w|^2 + C sum max(0, 1 - y w.x)^2 with C = 1 of
// a LIBLINEAR text model on a fully labelled svmlight file, one against the
// rest, summed over the outputs. The judge of compare_liblinear.sh.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

#include "semilin/advanced/io/line_source.h"
#include "semilin/io/dataset_file.h"
#include "semilin/linear/liblinear_model.h"

namespace {

using namespace semilin;  // NOLINT(google-build-using-namespace): a program

double svm_objective(const LinearModel& model, const Dataset& data) {
  double sum = 0;
  for (const double weight : model.weights)
    sum += weight * weight / 2;
  const std::vector<double> outputs = scores(model, data.rows);
  const int width = model.outputs();
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    for (int k = 0; k < width; ++k) {
      const bool positive = data.labels[i] == (width == 1 ? 1 : k);
      const double o = outputs[i * width + k];
      const double z = std::max(0.0, positive ? 1 - o : 1 + o);
      sum += z * z;
    }
  }
  return sum;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::fprintf(stderr, "usage: svm_objective MODEL FILE\n");
    return 2;
  }
  try {
    const LinearModel model =
        linear_model_from_liblinear(read_text(words[1]), words[1]);
    ReadOptions options;
    options.classes = model.classes;
    std::printf("%.10g\n",
                svm_objective(model, read_dataset({words[2]}, options)));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "svm_objective: %s\n", error.what());
    return 1;
  }
}
