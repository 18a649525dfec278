#include "engine/training.h"

#include <chrono>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "semilin/learn/report.h"
#include "semilin/matrix/label_sets.h"

#include "engine/arrays.h"

namespace semilin::python {
namespace {

// Seconds since it was made.
class Clock {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
};

// How often the interpreter is checked for signals.
constexpr auto kPause = std::chrono::milliseconds(50);

py::object number_or_none(double value) {
  return std::isnan(value) ? py::object(py::none()) : py::float_(value);
}

py::dict dict_of(const ProgressRecord& record) {
  using namespace py::literals;
  return py::dict(
      "stage"_a = std::string(record.stage), "iteration"_a = record.iteration,
      "unit"_a = std::string(record.unit), "seconds"_a = record.seconds,
      "objective"_a = number_or_none(record.objective),
      "fraction_done"_a = record.fraction_done, "text"_a = to_text(record));
}

// The listener to the engine's progress, in the thread that called it.
class Listener {
 public:
  explicit Listener(py::object callback) : callback_(std::move(callback)) {}

  Progress progress() {
    return [this](const ProgressRecord& record) { return hear(record); };
  }

  // Called when the run has ended; a Ctrl-C since the last record came too
  // late.
  void throw_what_it_caught() {
    ask([] {});
    if (error_) throw py::error_already_set(*std::move(error_));
  }

 private:
  bool hear(const ProgressRecord& record) {
    const auto now = std::chrono::steady_clock::now();
    if (stopped_ || (callback_.is_none() && now < next_)) return !stopped_;
    next_ = now + kPause;
    const py::gil_scoped_acquire lock;
    ask([&] {
      stopped_ = !callback_.is_none() &&
                 callback_(dict_of(record)).is(py::bool_(false));
    });
    return !stopped_;
  }

  // Checks for signals, then does something. An exception by Ctrl-C is no
  // error.
  template <class Then>
  void ask(const Then& then) {
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      then();
    } catch (py::error_already_set& error) {
      stopped_ = true;
      if (!error.matches(PyExc_KeyboardInterrupt)) error_ = std::move(error);
    }
  }

  py::object callback_;
  std::chrono::steady_clock::time_point next_;
  bool stopped_ = false;
  std::optional<py::error_already_set> error_;
};

// The result of both functions; `report` lacks only the figures.
py::dict dict_of(TrainResult result, TrainReport report, const Dataset& data) {
  report.classes = has_label_sets(data) ? label_sets(data).names : data.classes;
  report.summary = result.summary;
  result.model.head().info = model_info(report);
  py::dict all;
  all["summary"] = summary_json(report);
  all["advice"] = advice(result.summary);
  all["warnings"] = warnings(data, report.options, result);
  all["model"] = std::move(result.model);
  all["supervised"] = Model(std::move(result.supervised));
  const auto labels = static_cast<py::ssize_t>(result.labels.size());
  all["labels"] = owned(std::move(result.labels), {labels});
  return all;
}

py::dict dict_of(const TunePoint& point) {
  using namespace py::literals;
  return py::dict("lambda"_a = point.lambda, "lambda_u"_a = point.lambda_u,
                  "gamma"_a = point.gamma, "neighbors"_a = point.neighbors,
                  "width"_a = point.width, "accuracy"_a = point.accuracy,
                  "standard_error"_a = point.standard_error);
}

// Runs without the interpreter's lock; what the listener caught is thrown.
template <class Run>
void run_unlocked(Listener& listener, const Run& run) {
  try {
    const py::gil_scoped_release unlocked;
    run();
  } catch (const Interrupted&) {
    listener.throw_what_it_caught();
    throw;
  }
  listener.throw_what_it_caught();
}

void calibrate_if(bool wanted, Trainer& trainer, TrainResult& result,
                  const Progress& progress) {
  if (wanted && result.summary.stop != Stop::Interrupted)
    trainer.calibrate(result, progress);
}

}  // namespace

py::dict train_model(const Dataset& data, const TrainOptions& options,
                     bool probabilities, const py::object& callback) {
  Listener listener(callback);
  TrainReport report;
  TrainResult result;
  run_unlocked(listener, [&] {
    const Clock clock;
    Trainer trainer(data, options, listener.progress());
    report.seconds.setup = clock.seconds();
    report.options = trainer.options();
    result = trainer.train(listener.progress());
    calibrate_if(probabilities, trainer, result, listener.progress());
    report.seconds.solve = clock.seconds() - report.seconds.setup;
  });
  return dict_of(std::move(result), std::move(report), data);
}

py::dict tune_model(const Dataset& data, const TuneOptions& options,
                    bool probabilities, const py::object& callback) {
  Listener listener(callback);
  TrainReport report;
  TuneResult result;
  run_unlocked(listener, [&] {
    const Clock clock;
    result = tune(data, with_default_grids(options, data), listener.progress());
    if (probabilities) {
      Trainer trainer(data, result.options, listener.progress());
      calibrate_if(true, trainer, result.refitted, listener.progress());
    }
    report.seconds.solve = clock.seconds();
  });
  report.options = result.options;
  py::dict all = dict_of(std::move(result.refitted), std::move(report), data);
  py::list points;
  for (const TunePoint& point : result.points)
    points.append(dict_of(point));
  all["points"] = points;
  all["chosen"] = result.chosen;
  return all;
}

}  // namespace semilin::python
