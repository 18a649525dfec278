#include "support/rank_threads.h"

#include <barrier>
#include <exception>
#include <thread>

namespace semilin::test {
namespace {

// What the ranks have in common: a desk for each rank's block.
struct Hall {
  explicit Hall(int size) : blocks(size), meeting(size) {}

  std::vector<std::vector<std::byte>> blocks;
  std::barrier<> meeting;
};

class ThreadTransport final : public Transport {
 public:
  ThreadTransport(Hall& hall, int rank) : hall_(hall), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(hall_.blocks.size()); }
  void sum(std::span<double> numbers) override { add_up(numbers); }
  void sum(std::span<float> numbers) override { add_up(numbers); }

  std::vector<std::byte> gather(std::span<const std::byte> own) override {
    std::vector<std::byte> all;
    exchange(own, [&] {
      if (rank_ > 0) return;
      for (const auto& block : hall_.blocks)
        all.insert(all.end(), block.begin(), block.end());
    });
    return all;
  }

  void broadcast(std::vector<std::byte>& bytes) override {
    std::vector<std::byte> first;
    exchange(bytes, [&] { first = hall_.blocks[0]; });
    bytes = first;
  }

 private:
  void exchange(std::span<const std::byte> own,
                const std::function<void()>& read) {
    hall_.blocks[rank_].assign(own.begin(), own.end());
    hall_.meeting.arrive_and_wait();
    read();
    hall_.meeting.arrive_and_wait();
  }

  template <class T>
  void add_up(std::span<T> numbers) {
    exchange(std::as_bytes(numbers), [&] {
      std::vector<std::vector<T>> blocks;
      for (const auto& block : hall_.blocks) {
        const T* other = reinterpret_cast<const T*>(block.data());
        blocks.emplace_back(other, other + numbers.size());
      }
      // in pairs, then pairs of pairs, as Transport says
      for (std::size_t width = 1; width < blocks.size(); width *= 2) {
        for (std::size_t b = 0; b + width < blocks.size(); b += 2 * width)
          for (std::size_t i = 0; i < numbers.size(); ++i)
            blocks[b][i] += blocks[b + width][i];
      }
      std::copy(blocks[0].begin(), blocks[0].end(), numbers.begin());
    });
  }

  Hall& hall_;
  int rank_;
};

}  // namespace

void run_ranks(int size, const std::function<void(const Ranks&)>& run) {
  Hall hall(size);
  std::vector<std::exception_ptr> failures(size);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      ThreadTransport transport(hall, rank);
      try {
        run(Ranks(transport));
      } catch (...) {
        failures[rank] = std::current_exception();
        hall.meeting.arrive_and_drop();
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace semilin::test
