#include "semilin/advanced/learn/memory.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

#include <sys/resource.h>
#include <unistd.h>

#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/graph/neighbors.h"
#include "semilin/learn/methods.h"
#include "semilin/matrix/label_sets.h"

#include "learn/committee/roster.h"

namespace semilin {
namespace {

double outputs_of(const Dataset& data) {
  if (has_label_sets(data)) return 1;  // one label is trained at a time
  return data.classes.size() > 2 ? static_cast<double>(data.classes.size()) : 1;
}

// The number in a file of the system; infinite if it has none.
double limit_in(const std::string& path) {
  std::ifstream file(path);
  double bytes = 0;
  return file >> bytes ? bytes : std::numeric_limits<double>::infinity();
}

// The limits of the control groups that this process is in, and of those around
// them, of either version.
double limit_of_groups() {
  double least = std::numeric_limits<double>::infinity();
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const bool second = line.starts_with("0::");
    const std::size_t name = line.find(":memory:");
    if (!second && name == line.npos) continue;
    const std::filesystem::path root =
        second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    const char* file = second ? "memory.max" : "memory.limit_in_bytes";
    std::filesystem::path group = line.substr(second ? 3 : name + 8);
    for (; group.has_relative_path(); group = group.parent_path())
      least = std::min(least, limit_in(root / group.relative_path() / file));
    least = std::min(least, limit_in(root / file));
  }
  return least;
}

// A committee has a graph if it can search for neighbors approximately; an
// exact search that takes less is rare.
bool uses_graph(const Dataset& data, const std::string& method) {
  if (method != kCommittee) return method_named(method).graph;
  if (!data.whole() || data.labeled() == data.rows.rows()) return false;
  return data.vectors.count > 0 || is_dense(data.rows) ||
         can_search(static_cast<double>(data.rows.nonzeros()),
                    data.classes.size());
}

std::string gigabytes(double bytes) {
  return number(bytes / 1e9, 3) + " GB";
}

}  // namespace

// Measured: a training takes ten numbers for every output of every row, 30 on a
// graph, and six for every output of every feature, and two thirds of that
// without unlabeled rows.
double training_bytes(const Dataset& data, const std::string& method) {
  const auto rows = static_cast<double>(data.rows.rows());
  // columns that never occur take no memory where there are so many
  constexpr Index kManyColumns = Index{1} << 24;
  const Index cols = data.rows.cols();
  const auto features = static_cast<double>(
      cols > kManyColumns ? std::min(cols, data.rows.nonzeros()) : cols);
  const double part = method_named(method).semisupervised ? 1 : 2.0 / 3;
  return sizeof(double) * outputs_of(data) * part *
         ((uses_graph(data, method) ? 30 : 10) * rows + 6 * features);
}

double available_bytes() {
  const double machine = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                         static_cast<double>(::sysconf(_SC_PAGESIZE));
  rlimit limit{};
  const bool limited =
      ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  const double own = limited ? static_cast<double>(limit.rlim_cur) : machine;
  return std::min({machine, own, limit_of_groups()});
}

void require_memory(const Dataset& data, const std::string& method) {
  constexpr double kAlwaysThere = 1 << 24;
  const double bytes = training_bytes(data, method);
  if (bytes < kAlwaysThere) return;
  const double available = available_bytes();
  if (bytes > available)
    throw DataError("expected a training that fits the " +
                    gigabytes(available) + " available, found one of about " +
                    gigabytes(bytes) + ": " + grouped(data.rows.rows()) +
                    " rows, " + grouped(data.rows.cols()) + " features and " +
                    grouped(std::ssize(data.classes)) + " classes");
}

}  // namespace semilin
