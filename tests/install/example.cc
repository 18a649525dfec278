// Reads labeled and unlabeled rows, learns with a linear and with a graph
// method, saves and loads each model, and prints each row's class; catches what
// the library throws, each by its own type.
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/learn/train.h"

template <class Error, class Act>
bool throws(const Act& act) try {
  act();
  return false;
} catch (const Error&) {
  return true;
}

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: example DATA\n", 2;
  semilin::CsrMatrix<float> broken{
      1, {0, 1}, {1}, {1}};  // beyond the last column
  const semilin::CsrStore rows(std::move(broken));
  if (!throws<semilin::DataError>(
          [] { (void)semilin::read_dataset({"no such file"}); }) ||
      !throws<std::invalid_argument>([&] { semilin::require_valid(rows); }))
    return std::cerr << "an exception was not thrown\n", 1;
  const semilin::Dataset data = semilin::read_dataset({argv[1]});
  semilin::TrainOptions options;
  options.class_sizes.source = semilin::SizeSource::Labels;
  options.graph.making.neighbors.neighbors = 2;
  for (const std::string_view method : {semilin::kDa, semilin::kTvRls}) {
    options.method = method;
    const auto result = semilin::train(data, options);
    semilin::write_archive(semilin::to_archive(result.model), "example.model");
    const auto model =
        semilin::model_from_archive(semilin::read_archive("example.model"));
    const auto scores = semilin::scores(model, data.rows);
    for (const auto k : semilin::predict(model, scores)) {
      std::cout << model.head().classes[k] << '\n';
    }
  }
} catch (const std::exception& error) {
  return std::cerr << error.what() << '\n', 1;
}
