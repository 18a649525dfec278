// draw_labels: hides the labels of all but a few documents of each class, to
// see what they are worth; see datasets/README.md.
//
// Writes the rows that keep their labels and the others, with their true
// labels, to two files; prints the class sizes of the latter as fractions
// ("0.5,0.3,0.2"), in the order of the classes.
#include <algorithm>
#include <exception>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/io/svmlight.h"

namespace {

using namespace semilin;  // NOLINT(google-build-using-namespace): a program

struct Arguments {
  Index per_class = 5;
  std::uint64_t seed = 1;
  std::string input;
  std::string labeled;
  std::string hidden;
};

void add_options(CLI::App& app, Arguments& arguments) {
  app.option_defaults()->always_capture_default();
  app.add_option("-n,--per-class", arguments.per_class,
                 "labels kept of each class (at most half of its rows)");
  app.add_option("--seed", arguments.seed, "which ones");
  app.add_option("DATA", arguments.input, "svmlight text or store")->required();
  app.add_option("LABELED", arguments.labeled,
                 "where the rows that keep their labels go")
      ->required();
  app.add_option("HIDDEN", arguments.hidden, "where the others go")->required();
}

std::vector<Index> draw(const Dataset& data, const Arguments& arguments) {
  std::vector<std::vector<Index>> members(data.classes.size());
  for (Index i = 0; i < std::ssize(data.labels); ++i) {
    if (data.labels[i] == kUnlabeled) {
      throw DataError(arguments.input, "expected a label in every row, found " +
                                           std::to_string(data.labeled()) +
                                           " labeled rows of " +
                                           std::to_string(data.rows.rows()));
    }
    members[data.labels[i]].push_back(i);
  }
  Random random(arguments.seed);
  std::vector<Index> chosen;
  for (std::vector<Index>& rows : members) {
    random.shuffle(rows);
    const Index half = (std::ssize(rows) + 1) / 2;
    const Index count = std::min(arguments.per_class, half);
    chosen.insert(chosen.end(), rows.begin(), rows.begin() + count);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

std::vector<Index> others(Index rows, const std::vector<Index>& chosen) {
  std::vector<Index> rest;
  for (Index i = 0; i < rows; ++i) {
    if (!std::binary_search(chosen.begin(), chosen.end(), i)) rest.push_back(i);
  }
  return rest;
}

void write(const Store& store, const std::string& path) {
  if (path.ends_with(".store")) {
    write_store(store.data, path, store.attachments);
  } else {
    write_svmlight(store.data, path);
  }
}

void print_sizes(const Dataset& data) {
  std::vector<Index> counts(data.classes.size());
  for (const std::int32_t label : data.labels)
    ++counts[label];
  for (std::size_t k = 0; k < counts.size(); ++k) {
    std::cout << (k > 0 ? "," : "")
              << static_cast<double>(counts[k]) /
                     static_cast<double>(data.rows.rows());
  }
  std::cout << '\n';
}

void run(const Arguments& arguments) {
  require(arguments.per_class > 0, "--per-class must be positive");
  Store store;
  if (file_kind(arguments.input) == FileKind::Store) {
    store = open_store(arguments.input);
  } else {
    store.data = read_dataset({arguments.input});
  }
  const std::vector<Index> chosen = draw(store.data, arguments);
  const Store hidden = select(store, others(store.data.rows.rows(), chosen));
  write(select(store, chosen), arguments.labeled);
  write(hidden, arguments.hidden);
  std::cout << std::fixed << std::setprecision(9);
  print_sizes(hidden.data);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Arguments arguments;
    CLI::App app("Keeps a few labels of each class and hides the others");
    add_options(app, arguments);
    CLI11_PARSE(app, argc, argv);
    run(arguments);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "draw_labels: " << error.what() << '\n';
    return 1;
  }
}
