// The door of C++ for doors_test.py: reads news.csv, or the path given, with
// what stands beside it, and options of the run, given as NAME=VALUE, and
// trains annealing if they name no method.
#include <algorithm>
#include <string>

#include "semilin/run.h"

int main(int argc, char** argv) {
  using namespace semilin;
  Source source = {"news.csv"};
  RunOptions options;
  options.train.method = kDa;
  std::string unknown;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    std::string name = text.substr(0, text.find('='));
    const std::string value = text.substr(name.size() + 1);
    std::replace(name.begin(), name.end(), '_', '-');
    unknown = name;
    if (name == "path") unknown = "", source.path = value;
    for (const Setting& one : settings_of(source))
      if (one.name == name) unknown = one.set(value);
    for (const Setting& one : settings_of(options))
      if (one.name == name) unknown = one.set(value);
    if (!unknown.empty()) return 1;
  }
  write_model(run(read_corpus(source), options).model, "cxx.model");
}
