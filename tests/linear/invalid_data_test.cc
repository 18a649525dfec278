// What a caller must not give is refused by every function that takes it.
#include "semilin/matrix/label_sets.h"

#include "linear/held_out_rows.h"
#include "matrix/csr_operator.h"
#include "support/training.h"

namespace semilin::test {
namespace {

Dataset sound() {
  Dataset data;
  data.rows = CsrStore(six_rows());
  data.labels = {0, 1, 0, 1, kUnlabeled, kUnlabeled};
  data.classes = {"-1", "1"};
  return data;
}

LinearTraining with_method(std::string_view method) {
  LinearTraining options(method);
  options.lambda = 0.1;
  return options;
}

// Every function that takes a data set.
void each_entry(
    const Dataset& data,
    const std::function<void(const char*, const std::function<void()>&)>& run) {
  for (const std::string_view method : {kRls, kSvm, kTsvm, kDa})
    run("train_linear", [&] { (void)train_linear(data, with_method(method)); });
  const LinearTraining svm = with_method(kSvm);
  const LinearTraining by_default;
  run("train_linear, default", [&] { (void)train_linear(data, by_default); });
  run("calibrate", [&] { (void)calibrate(data, svm); });
  run("stratified_folds", [&] { (void)stratified_folds(data, 2, 1); });
  run("leave_one_out", [&] { (void)leave_one_out(data); });
  const Folds folds{2, {0, 1, 2, 3}, {0, 0, 1, 1}};
  const std::vector<GridPoint> points = {{0.1, 0}, {0.1, 1}};
  run("held_out", [&] { (void)Trainer(data, svm).held_out(folds, points); });
  const std::vector<Index> some = {0, 1};
  run("select", [&] { (void)select(data, some); });
}

void each_refuses(const Dataset& data, const std::string& fault) {
  each_entry(data, [&](const char* name, const std::function<void()>& act) {
    CAPTURE(name);
    check_refused(fault, act);
  });
}

}  // namespace

TEST_CASE("every function takes sound data") {
  const Dataset data = sound();
  each_entry(data, [](const char* name, const std::function<void()>& act) {
    CAPTURE(name);
    CHECK_NOTHROW(act());
  });
}

TEST_CASE("every function refuses rows that are not valid") {
  for (const InvalidRows& invalid : invalid_rows()) {
    Dataset data = sound();
    data.rows = invalid.rows;
    each_refuses(data, invalid.fault);
  }
}

TEST_CASE("every function refuses labels, classes and costs that are not") {
  const auto refused = [](const char* fault, const auto& change) {
    Dataset data = sound();
    change(data);
    each_refuses(data, fault);
  };
  refused("row 1 (from 0): label 2 is no class",
          [](Dataset& d) { d.labels[1] = 2; });
  refused("row 5 (from 0): label -2 is no class",
          [](Dataset& d) { d.labels[5] = -2; });
  refused("one label per row, 6, found 5",
          [](Dataset& d) { d.labels.pop_back(); });
  refused("one label per row, 6, found 7",
          [](Dataset& d) { d.labels.push_back(0); });
  refused("'1' before '-1'", [](Dataset& d) { d.classes = {"1", "-1"}; });
  refused("'a' before 'a'", [](Dataset& d) { d.classes = {"a", "a"}; });
  refused("'+1' before '1'", [](Dataset& d) { d.classes = {"+1", "1"}; });
  refused("one cost per row, 6, found 1", [](Dataset& d) { d.costs = {1}; });
  refused("row 3 (from 0): a cost must be finite and not negative",
          [](auto& d) { d.costs = {1, 1, 1, -1, 1, 1}; });
  refused("row 0 (from 0): a cost must be finite and not negative",
          [](auto& d) { d.costs = {HUGE_VAL, 1, 1, 1, 1, 1}; });
}

TEST_CASE("what takes rows alone refuses rows that are not valid") {
  const LinearModel model = train_linear(sound(), with_method(kSvm)).model;
  for (const InvalidRows& invalid : invalid_rows()) {
    const auto refused = [&](const auto& act) {
      check_refused(invalid.fault, act);
    };
    const std::vector<Index> some = {0, 1};
    refused([&] { (void)scores(model, invalid.rows); });
    refused([&] { (void)CsrOperator(invalid.rows, 1, 0); });
    refused([&] { (void)invalid.rows.select(some); });
    Dataset data = sound();
    data.rows = invalid.rows;
    refused([&] { (void)default_lambda(data); });
  }
}

TEST_CASE("folds that are not of the data are refused") {
  const Dataset data = sound();
  const std::vector<GridPoint> points = {{0.1, 0}};
  const auto refused = [&](const Folds& folds) {
    CHECK_THROWS_AS(
        (void)Trainer(data, with_method(kSvm)).held_out(folds, points),
        Invalid);
  };
  refused({2, {0, 1, 2, 3}, {0, 0, 1}});
  refused({2, {0, 1, 2, 6}, {0, 0, 1, 1}});
  refused({2, {-1, 1, 2, 3}, {0, 0, 1, 1}});
  refused({2, {0, 1, 2, 4}, {0, 0, 1, 1}});  // unlabeled
  refused({2, {0, 2, 1, 3}, {0, 0, 1, 1}});
  refused({2, {0, 1, 2, 3}, {0, 0, 1, 2}});
  refused({2, {0, 1, 2, 3}, {0, -2, 1, 1}});
}

TEST_CASE("class sizes of another number than the classes are refused") {
  const Folds folds{2, {0, 1, 2, 3}, {0, 0, 1, 1}};
  const Doubles outputs(4);
  CHECK_THROWS_AS(
      (void)compare_outputs(sound(), folds, outputs, outputs, std::vector{0.5}),
      Invalid);
}

TEST_CASE("a label beyond the label sets is refused") {
  Dataset data = sound();
  const LabelSets sets = label_sets(data);
  data.labels[0] = 7;
  CHECK_THROWS_AS((void)one_label(data, sets, 0), Invalid);
}

}  // namespace semilin::test
