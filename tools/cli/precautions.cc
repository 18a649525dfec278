#include "cli/precautions.h"

#include <algorithm>

#include <unistd.h>

#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "cli/console.h"

namespace semilin::cli {
namespace {

constexpr double kGigabyte = 1e9;

double outputs_of(const Dataset& data) {
  if (has_label_sets(data)) return 1;  // one label is trained at a time
  return data.classes.size() > 2 ? static_cast<double>(data.classes.size()) : 1;
}

// Measured: ten numbers for every output of every row, six for every output of
// every feature; less than half of that without unlabelled rows.
double bytes_taken(const Dataset& data, const TrainOptions& options) {
  const auto rows = static_cast<double>(data.rows.rows());
  // columns that never occur take nothing where there are so many
  constexpr Index kManyColumns = Index{1} << 24;
  const Index cols = data.rows.cols();
  const auto features = static_cast<double>(
      cols > kManyColumns ? std::min(cols, data.rows.nonzeros()) : cols);
  const double part = method_named(options.method).semisupervised ? 1 : 0.45;
  return sizeof(double) * outputs_of(data) * part * (10 * rows + 6 * features);
}

double memory_of_machine() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<double>(::sysconf(_SC_PAGESIZE));
}

std::string gigabytes(double bytes) {
  return number(bytes / kGigabyte, 3) + " GB";
}

}  // namespace

void require_memory(const Dataset& data, const TrainOptions& options,
                    const std::string& file, bool quiet) {
  const double bytes = bytes_taken(data, options);
  const std::string shape = std::to_string(data.rows.rows()) + " rows, " +
                            std::to_string(data.rows.cols()) +
                            " features and " +
                            std::to_string(data.classes.size()) + " classes";
  if (bytes > memory_of_machine()) {
    throw DataError(file, "expected a training that fits the " +
                              gigabytes(memory_of_machine()) +
                              " of this machine, found one of about " +
                              gigabytes(bytes) + ": " + shape);
  }
  if (bytes > kGigabyte && !quiet) {
    say("training takes about " + gigabytes(bytes) + " of memory: " + shape);
  }
}

}  // namespace semilin::cli
