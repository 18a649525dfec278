#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/advanced/kernel/graph_points.h"
#include "semilin/base/error.h"
#include "semilin/graph/neighbor_graph.h"
#include "semilin/kernel/train.h"

#include "support/problems.h"
#include "support/training.h"

namespace semilin {
namespace {

struct Points {
  test::Corpus corpus;
  GraphPoints points;

  Points(int classes, std::uint64_t seed, KernelForm form, int threads = 1)
      : corpus(test::topics(classes, 90, 2, seed)),
        points(corpus.data.rows,
               neighbor_graph(
                   nearest_neighbors(corpus.data.rows, {.neighbors = 4})),
               {.form = form}, threads) {}

  GraphResult train(const GraphOptions& options, const Progress& progress = {},
                    const Checkpoint& checkpoint = {}) {
    return test::train_on_graph(points, corpus.data.labels, corpus.data.classes,
                                options, {}, progress, checkpoint);
  }

  GraphResult resume(const GraphOptions& options, const Archive& state) {
    Checkpoint checkpoint;
    checkpoint.resume = &state;
    return train(options, {}, checkpoint);
  }

  std::string refusal(const GraphOptions& options, const Archive& state) {
    try {
      (void)resume(options, state);
    } catch (const DataError& error) {
      return error.what();
    }
    return "";
  }
};

GraphOptions four_starts(GraphMethod method) {
  GraphOptions options;
  options.method = method;
  options.max_iterations = 12;
  options.starts = 4;
  return options;
}

void check_equal(const GraphResult& a, const GraphResult& b) {
  CHECK(a.model.coefficients == b.model.coefficients);
  CHECK(a.model.remainder == b.model.remainder);
  CHECK(a.model.offsets == b.model.offsets);
  CHECK(a.labels == b.labels);
  CHECK(a.figures.start == b.figures.start);
  CHECK(a.figures.iterations == b.figures.iterations);
  CHECK(a.objective == b.objective);
  CHECK(a.figures.gap == b.figures.gap);
  CHECK(a.stop == b.stop);
}

// All states that a run saves, which `calls` calls of the progress end.
std::vector<Archive> states_of(Points& points, const GraphOptions& options,
                               int calls = 1 << 30) {
  std::vector<Archive> states;
  Checkpoint checkpoint;
  checkpoint.seconds = 0;
  checkpoint.save = [&](const Archive& state) { states.push_back(state); };
  (void)points.train(
      options, [&](const ProgressRecord&) { return --calls > 0; }, checkpoint);
  return states;
}

constexpr GraphMethod kIterative[] = {GraphMethod::TvRls, GraphMethod::TvSvm,
                                      GraphMethod::CheegerRls,
                                      GraphMethod::CheegerSvm};

TEST_CASE("a run that resumes ends with the bits of one that did not stop") {
  bool between = false;  // two runs
  for (const GraphMethod method : kIterative) {
    for (const int classes : {2, 3}) {
      for (const KernelForm form :
           {KernelForm::Linear, KernelForm::Rbf, KernelForm::None}) {
        CAPTURE(static_cast<int>(method));
        CAPTURE(classes);
        CAPTURE(to_string(form));
        const GraphOptions options = four_starts(method);
        Points points(classes, 3, form);
        const GraphResult whole = points.train(options);
        const std::vector<Archive> states = states_of(points, options);
        REQUIRE(states.size() > 2);
        Points more(classes, 3, form, 2);  // threads are not part of the state
        for (std::size_t at = 0; at < states.size();
             at += std::max<std::size_t>(1, states.size() / 6)) {
          check_equal(more.resume(options, states[at]), whole);
        }
        check_equal(more.resume(options, states.back()), whole);
        for (const Archive& state : states)
          between = between || !state.has("status");
      }
    }
  }
  CHECK(between);
}

TEST_CASE("a run that is interrupted goes on where it was saved") {
  const GraphOptions options = four_starts(GraphMethod::TvRls);
  Points points(3, 5, KernelForm::Rbf);
  const GraphResult whole = points.train(options);
  for (const int calls : {2, 7, 20, 60}) {
    const std::vector<Archive> states = states_of(points, options, calls);
    REQUIRE(!states.empty());
    check_equal(points.resume(options, states.back()), whole);
  }
}

TEST_CASE("a checkpoint of a graph's run with odd numbers is refused") {
  const GraphOptions options = four_starts(GraphMethod::TvRls);
  Points points(3, 5, KernelForm::Rbf);
  const Archive state = states_of(points, options).front();
  REQUIRE(points.refusal(options, state).empty());
  for (const auto& entry : state.arrays) {
    const std::string& name = entry.first;
    std::vector<double> numbers = state.get<double>(name);
    if (numbers.empty()) continue;
    const bool counts = name == "place" || name == "status";
    for (const double number : {std::nan(""), counts ? -1.0 : std::nan(""),
                                counts ? 1e300 : std::nan("")}) {
      CAPTURE(name);
      CAPTURE(number);
      Archive forged = state;
      numbers[0] = number;
      forged.put<double>(name, numbers);
      CHECK(points.refusal(options, forged).find("numbers that no run has") !=
            std::string::npos);
    }
  }
}

TEST_CASE("a checkpoint of another run on a graph is refused") {
  const GraphOptions options = four_starts(GraphMethod::TvRls);
  Points points(3, 5, KernelForm::Rbf);
  const Archive state = states_of(points, options).front();
  const auto says = [&](Points& of, const GraphOptions& other,
                        const std::string& words) {
    CHECK(of.refusal(other, state).find(words) != std::string::npos);
  };
  GraphOptions other = options;
  other.gamma = 0.1;
  says(points, other, "gamma");
  says(points, four_starts(GraphMethod::TvSvm), "method");
  Points kernel(3, 5, KernelForm::Linear);
  says(kernel, options, "found another");
  Points data(3, 6, KernelForm::Rbf);
  says(data, options, "found another");
  Archive damaged = state;
  damaged.put<double>("f", std::vector<double>{1, 2});
  CHECK_THROWS_AS((void)points.resume(options, damaged), DataError);
  damaged.arrays.erase("f");
  CHECK_THROWS_AS((void)points.resume(options, damaged), DataError);
  damaged.header = "?";
  CHECK_THROWS_AS((void)points.resume(options, damaged), DataError);
  Archive model;
  model.kind = "kernel-model";
  CHECK(points.refusal(options, model).find("kernel-model") !=
        std::string::npos);
}

TEST_CASE("a method that solves linear systems has no checkpoint") {
  Points points(2, 5, KernelForm::None);
  Checkpoint checkpoint;
  checkpoint.save = [](const Archive&) {};
  CHECK_THROWS_AS(
      (void)points.train(four_starts(GraphMethod::LapRls), {}, checkpoint),
      std::invalid_argument);
}

}  // namespace
}  // namespace semilin
