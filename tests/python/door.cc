// The door of C++ for doors_test.py: reads news.csv with what stands beside it,
// given as NAME=VALUE, and trains annealing.
#include <map>
#include <string>

#include "semilin/run.h"

int main(int argc, char** argv) {
  using namespace semilin;
  std::map<std::string, std::string> given;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    const std::size_t equals = text.find('=');
    given[text.substr(0, equals)] = text.substr(equals + 1);
  }
  Source source = {"news.csv"};
  source.vectors = given["vectors"];
  source.seed_words = given["seed_words"];
  source.row_weights = given["row_weights"];
  source.votes = given["votes"];
  if (given.contains("labels")) source.read.label_files = {given["labels"]};
  if (given.contains("ngrams"))
    source.terms.words.ngrams = std::stoi(given["ngrams"]);
  RunOptions options;
  options.train.method = kDa;
  write_model(run(read_corpus(source), options).model, "cxx.model");
}
