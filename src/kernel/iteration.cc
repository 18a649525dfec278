#include "kernel/iteration.h"

#include <cstdint>
#include <limits>
#include <type_traits>

#include "semilin/base/error.h"

#include "linear/checkpoint.h"

namespace semilin {
namespace {

template <class Visit>
void each_number(GraphStatus& status, const Visit& visit) {
  visit(status.iteration);
  visit(status.primal_residual);
  visit(status.dual_residual);
  visit(status.gap);
  visit(status.energy);
  visit(status.variation);
  visit(status.changed);
}

}  // namespace

bool is_count(double number) {
  return number >= 0 && number <= std::numeric_limits<std::int32_t>::max();
}

void put_blocks(const NamedBlocks& blocks, Archive& archive) {
  for (const auto& [name, block] : blocks)
    archive.put<double>(name, *block);
}

void restore_blocks(const Archive& archive, const NamedBlocks& blocks) {
  for (const auto& [name, block] : blocks) {
    std::vector<double> found = archive.get<double>(name);
    if (found.size() != block->size()) {
      throw DataError("expected a checkpoint of this run's size, found " +
                      std::to_string(found.size()) + " numbers of '" + name +
                      "' instead of " + std::to_string(block->size()));
    }
    *block = std::move(found);
  }
}

void add_warm_start(Smoother& space, int k, NamedBlocks& blocks) {
  for (std::vector<double>* block : space.warm_start(k))
    blocks.emplace_back("smoother " + std::to_string(blocks.size()), block);
}

std::vector<double> to_numbers(GraphStatus status) {
  std::vector<double> numbers;
  each_number(status, [&](const auto& number) {
    numbers.push_back(static_cast<double>(number));
  });
  return numbers;
}

GraphStatus status_from(const std::vector<double>& numbers) {
  GraphStatus status;
  auto next = numbers.begin();
  each_number(status, [&](auto& number) {
    using Number = std::decay_t<decltype(number)>;
    require_state(!std::is_integral_v<Number> || is_count(*next));
    number = static_cast<Number>(*next++);
  });
  return status;
}

Stop iterate(GraphIteration& method, const GraphStopping& stopping,
             const GraphReport& report, const GraphKeeper& keeper) {
  std::vector<double> steady = {0};  // iterations in which no class changed
  std::vector<double> status = to_numbers(method.status_);
  const auto blocks = [&] {
    NamedBlocks all = method.blocks();
    all.emplace_back("steady", &steady);
    all.emplace_back("status", &status);
    return all;
  };
  if (keeper.resume != nullptr) {
    restore_blocks(*keeper.resume, blocks());
    method.status_ = status_from(status);
  }
  method.begin();
  while (true) {
    method.step();
    const GraphStatus& now = method.status();
    if (report && !report(now)) return Stop::Interrupted;
    steady[0] = now.changed == 0 ? steady[0] + 1 : 0;
    if (steady[0] >= stopping.steady ||
        (now.primal_residual <= stopping.tolerance &&
         now.dual_residual <= stopping.tolerance)) {
      return Stop::Converged;
    }
    if (now.iteration >= stopping.max_iterations) return Stop::MaxIterations;
    if (!keeper.offer) continue;
    keeper.offer([&](Archive& archive) {
      status = to_numbers(now);
      put_blocks(blocks(), archive);
    });
  }
}

}  // namespace semilin
