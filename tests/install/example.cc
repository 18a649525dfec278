// Reads labelled and unlabelled rows, learns, and prints each row's class.
#include <exception>
#include <iostream>

#include "semilin/io/dataset_file.h"
#include "semilin/linear/train.h"

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: example DATA\n", 2;
  const semilin::Dataset data = semilin::read_dataset({argv[1]});
  const semilin::LinearOptions options{
      .method = semilin::Method::Da,
      .class_sizes = {.source = semilin::SizeSource::Labels}};
  const auto result = semilin::train_linear(data, options);
  const auto scores = semilin::scores(result.model, data.rows);
  for (const auto k : semilin::predict(result.model, scores)) {
    std::cout << result.model.classes[k] << '\n';
  }
} catch (const std::exception& error) {
  return std::cerr << error.what() << '\n', 1;
}
