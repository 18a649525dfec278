#include "bench/study.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "semilin/io/dataset_file.h"

namespace semilin::bench {
namespace {

StudyArguments parse(int argc, char** argv, StudyArguments arguments) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto next = [&]() -> std::string {
      return i + 1 < argc ? argv[++i] : "";
    };
    const auto number = [&] { return std::atoi(next().c_str()); };
    if (word == "--draws") {
      arguments.draws = number();
    } else if (word == "--rows") {
      arguments.rows = number();
    } else if (word == "--rounds") {
      arguments.rounds = number();
    } else if (word == "--cold") {
      arguments.cold = true;
    } else if (word == "--set") {
      arguments.set = next();
    } else if (word == "--method") {
      arguments.method = next();
    } else if (word.starts_with("-")) {
      throw std::runtime_error("no option " + word);
    } else {
      arguments.folder = word;
    }
  }
  return arguments;
}

}  // namespace

TrainOptions options_of(const std::string& method) {
  TrainOptions options;
  options.method = method;
  options.threads = 1;
  return options;
}

Mean mean_of(const std::vector<double>& all) {
  Mean mean;
  const auto n = static_cast<double>(all.size());
  for (const double x : all)
    mean.value += x / n;
  for (const double x : all)
    mean.error += (x - mean.value) * (x - mean.value);
  mean.error = all.size() < 2 ? 0 : std::sqrt(mean.error / (n - 1) / n);
  return mean;
}

int run_study(int argc, char** argv, StudyArguments given, const char* header,
              const PrintSet& print_set) {
  const std::string program = std::filesystem::path(argv[0]).filename();
  try {
    const StudyArguments arguments = parse(argc, argv, std::move(given));
    std::printf("%s\n", header);
    for (const std::string& set : arguments.sets) {
      const std::string name = set.substr(0, set.find('/'));
      const auto path = std::filesystem::path(arguments.folder) / set;
      if (!name.starts_with(arguments.set)) continue;
      if (!std::filesystem::exists(path)) {
        std::fprintf(stderr, "skipped: no %s\n", path.c_str());
        continue;
      }
      print_set(arguments, name, read_dataset({path}));
      std::fflush(stdout);
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
    return 1;
  }
}

}  // namespace semilin::bench
