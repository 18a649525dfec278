#include "learn/committee/kept_graphs.h"

#include <span>
#include <utility>

#include "semilin/learn/report.h"

#include "base/checksum.h"
#include "learn/learner.h"

namespace semilin {
namespace {

template <class T>
std::uint32_t checksum_of(std::span<const T> numbers, std::uint32_t before) {
  return checksum(
      {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()},
      before);
}

std::string key_of(const CsrStore& rows, const GraphMaking& making) {
  std::uint32_t sum = 0;
  rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      const Index length = std::ssize(view.row_columns(i));
      sum = checksum_of(std::span(&length, 1), sum);
      sum = checksum_of(view.row_columns(i), sum);
      sum = checksum_of(view.row_values(i), sum);
    }
  });
  std::string key = to_json(making);
  for (const Index number :
       {rows.rows(), rows.cols(), rows.nonzeros(), Index{sum}})
    key += " " + std::to_string(number);
  return key;
}

}  // namespace

void KeptGraphs::take(std::string_view name, const CsrStore& rows,
                      GraphTraining& training, int threads,
                      const Progress& progress) {
  std::string key = key_of(rows, training.making);
  auto kept = graphs_.find(name);
  if (kept == graphs_.end() || kept->second.key != key) {
    Graph made = make_graph(rows, training, threads, progress);
    kept = graphs_
               .insert_or_assign(
                   std::string(name),
                   Kept{std::move(key), training.making, std::move(made)})
               .first;
  }
  training.making = kept->second.making;
  training.graph = kept->second.graph;
}

std::shared_ptr<KeptGraphs> keep_graphs() {
  return std::make_shared<KeptGraphs>();
}

}  // namespace semilin
