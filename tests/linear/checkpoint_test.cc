#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/base/error.h"
#include "semilin/learn/train.h"

#include "support/problems.h"
#include "support/training.h"

namespace semilin {
namespace {

using test::topics;

test::LinearTraining checkpoint_options(std::string_view method) {
  test::LinearTraining options;
  options.method = method;
  options.threads = 1;
  return options;
}

// All states that a run saves.
std::vector<Archive> states_of(const Dataset& data,
                               const test::LinearTraining& options,
                               test::LinearFit& result) {
  std::vector<Archive> states;
  Checkpoint checkpoint;
  checkpoint.seconds = 0;
  checkpoint.save = [&](const Archive& state) { states.push_back(state); };
  result = test::train_linear(data, options, {}, checkpoint);
  return states;
}

test::LinearFit resume(const Dataset& data, const test::LinearTraining& options,
                       const Archive& state) {
  Checkpoint checkpoint;
  checkpoint.resume = &state;
  return test::train_linear(data, options, {}, checkpoint);
}

std::string refusal(const Dataset& data, const test::LinearTraining& options,
                    const Archive& state) {
  try {
    (void)resume(data, options, state);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE(
    "a run that resumes ends with the bits of the one that did not stop") {
  for (const std::string_view method : {kDa, kTsvm}) {
    for (const int classes : {2, 4}) {
      for (const SizeSource source :
           {SizeSource::Labels, SizeSource::Estimate}) {
        const bool sampled = source == SizeSource::Estimate;
        const Dataset data = topics(classes, sampled ? 400 : 80, 4, 3).data;
        test::LinearTraining options = checkpoint_options(method);
        options.class_sizes.source = source;
        options.temperature = 10;  // a longer way than the default
        options.early_step = sampled ? 3 : 1;
        const test::LinearFit plain = test::train_linear(data, options);
        test::LinearFit whole;
        const std::vector<Archive> states = states_of(data, options, whole);
        REQUIRE(!states.empty());
        CHECK(whole.model.weights == plain.model.weights);
        for (const std::size_t at : {std::size_t{0}, states.size() / 2}) {
          options.threads = 2;  // not part of the state
          const test::LinearFit rest = resume(data, options, states[at]);
          CHECK(rest.model.weights == whole.model.weights);
          CHECK(rest.model.offsets == whole.model.offsets);
          CHECK(rest.labels == whole.labels);
          CHECK(rest.summary.retrainings == whole.summary.retrainings);
          CHECK(rest.summary.switches == whole.summary.switches);
          CHECK(rest.summary.early_rows == whole.summary.early_rows);
          CHECK(rest.summary.objective == whole.summary.objective);
        }
      }
    }
  }
}

TEST_CASE("states come no more often than asked") {
  const Dataset data = topics(2, 80, 4, 3).data;
  Checkpoint checkpoint;
  int saved = 0;
  checkpoint.save = [&](const Archive&) { ++saved; };
  checkpoint.seconds = 3600;
  (void)test::train_linear(data, checkpoint_options(kDa), {}, checkpoint);
  CHECK(saved == 0);
}

TEST_CASE("a checkpoint of another run is refused, saying what differs") {
  const Dataset data = topics(2, 80, 4, 3).data;
  const test::LinearTraining options = checkpoint_options(kDa);
  test::LinearFit result;
  const Archive state = states_of(data, options, result).front();

  test::LinearTraining other = options;
  other.lambda_u = 0.5;
  CHECK(refusal(data, other, state).find("lambda-u") != std::string::npos);
  other = options;
  other.method = kTsvm;
  CHECK(refusal(data, other, state).find("method") != std::string::npos);
  other = options;
  other.class_sizes = {SizeSource::Given, {0.3, 0.7}};
  CHECK(refusal(data, other, state).find("sizes") != std::string::npos);
  CHECK(refusal(topics(2, 80, 5, 3).data, options, state).find("labeled") !=
        std::string::npos);
  CHECK(
      refusal(topics(2, 80, 4, 4).data, options, state).find("found another") !=
      std::string::npos);
  Archive model;
  model.kind = "linear-model";
  CHECK(refusal(data, options, model).find("linear-model") !=
        std::string::npos);
}

TEST_CASE("a checkpoint with numbers that no run has is refused") {
  const Dataset data = topics(2, 80, 4, 3).data;
  for (const std::string_view method : {kDa, kTsvm}) {
    const test::LinearTraining options = checkpoint_options(method);
    test::LinearFit result;
    const Archive state = states_of(data, options, result).front();
    REQUIRE(refusal(data, options, state).empty());
    const auto check = [&](const std::string& name, std::size_t at,
                           double number) {
      Archive forged = state;
      std::vector<double> numbers = state.get<double>(name);
      numbers.at(at) = number;
      forged.put<double>(name, numbers);
      CAPTURE(method);
      CAPTURE(name);
      CAPTURE(number);
      CHECK(refusal(data, options, forged).find("numbers that no run has") !=
            std::string::npos);
    };
    const double nan = std::nan(""),
                 inf = std::numeric_limits<double>::infinity();
    for (const char* name : {"weights", "outputs", "beliefs", "objectives"})
      for (const double number : {nan, inf})
        check(name, 0, number);
    for (const double number : {nan, -1.0, 0.0, inf})
      check("state", 0, number);
    Archive shorter = state;
    shorter.put<double>("state", std::vector<double>{1});
    CHECK(!refusal(data, options, shorter).empty());
  }
}

TEST_CASE("a run that resumes may be interrupted before it does") {
  const Dataset data = topics(2, 80, 4, 3).data;
  const test::LinearTraining options = checkpoint_options(kDa);
  test::LinearFit result;
  const Archive state = states_of(data, options, result).front();
  Checkpoint checkpoint;
  checkpoint.resume = &state;
  result = test::train_linear(
      data, options, [](const ProgressRecord&) { return false; }, checkpoint);
  CHECK(result.summary.stop == Stop::Interrupted);
}

}  // namespace semilin
