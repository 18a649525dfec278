#include "graph/tv_passes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/parallel.h"
#include "solvers/blocks.h"

namespace semilin {
namespace {

inline double clamp_to(double value, double bound) {
  return std::min(std::max(value, -bound), bound);
}

struct EdgeRange {
  const std::int32_t* heads;
  const std::int32_t* tails;
  const double* weights;
  Index begin, end;
};

void sweep_one(const EdgeRange& edges, double theta, double* q, double* g) {
  for (Index e = edges.begin; e < edges.end; ++e) {
    double& head = g[edges.heads[e]];
    double& tail = g[edges.tails[e]];
    const double next =
        clamp_to(q[e] + (head - tail) / 2, theta * edges.weights[e]);
    const double change = next - q[e];
    q[e] = next;
    head -= change;
    tail += change;
  }
}

SEMILIN_CLONES
void sweep_many(const EdgeRange& edges, const double* theta, int columns,
                double* q, double* g) {
  for (Index e = edges.begin; e < edges.end; ++e) {
    const double weight = edges.weights[e];
    double* __restrict dual = q + e * columns;
    double* __restrict head = g + Index{edges.heads[e]} * columns;
    double* __restrict tail = g + Index{edges.tails[e]} * columns;
    SEMILIN_IVDEP
    for (int k = 0; k < columns; ++k) {
      const double next =
          clamp_to(dual[k] + (head[k] - tail[k]) / 2, theta[k] * weight);
      const double change = next - dual[k];
      dual[k] = next;
      head[k] -= change;
      tail[k] += change;
    }
  }
}

SEMILIN_CLONES
void extrapolate_range(const EdgeRange& edges, const double* theta,
                       const double* factor, int columns, double* q,
                       double* previous, double* g) {
  for (Index e = edges.begin; e < edges.end; ++e) {
    const double weight = edges.weights[e];
    double* __restrict dual = q + e * columns;
    double* __restrict old = previous + e * columns;
    double* __restrict head = g + Index{edges.heads[e]} * columns;
    double* __restrict tail = g + Index{edges.tails[e]} * columns;
    SEMILIN_IVDEP
    for (int k = 0; k < columns; ++k) {
      const double next =
          clamp_to(dual[k] + factor[k] * (dual[k] - old[k]), theta[k] * weight);
      const double change = next - dual[k];
      old[k] = dual[k];
      dual[k] = next;
      head[k] -= change;
      tail[k] += change;
    }
  }
}

}  // namespace

TvPasses::TvPasses(TvEdges edges, int threads)
    : edges_(std::move(edges)), threads_(threads) {}

// piece(slot, begin, end) over `count` edges or nodes; the size fixes the
// slots.
template <class Piece>
void TvPasses::for_pieces(Index count, int columns, const Piece& piece) const {
  const Index pieces = num_pieces(count, columns);
  const auto task = [&](Index t) {
    piece(t, count * t / pieces, count * (t + 1) / pieces);
  };
  parallel_for(pieces, threads_, std::cref(task));
}

// sums += the sums of all pieces, in order; piece(slot sums, begin, end). A
// piece may fill the first of them alone.
template <class Piece>
void TvPasses::add_up(Index count, int columns, std::vector<double>& slots,
                      std::vector<double>& sums, const Piece& piece) const {
  slots.assign(num_pieces(count, columns) * sums.size(), 0.0);
  for_pieces(count, columns, [&](Index slot, Index begin, Index end) {
    piece(slots.data() + slot * sums.size(), begin, end);
  });
  for (std::size_t s = 0; s < slots.size(); ++s)
    sums[s % sums.size()] += slots[s];
}

void TvPasses::clip(std::span<const double> theta, double* q) const {
  const int columns = static_cast<int>(theta.size());
  for_pieces(edges_.size(), columns, [&](Index, Index begin, Index end) {
    for (Index e = begin; e < end; ++e) {
      for (Index k = 0; k < columns; ++k) {
        double& dual = q[e * columns + k];
        dual = clamp_to(dual, theta[k] * edges_.weights[e]);
      }
    }
  });
}

void TvPasses::residual(int columns, const double* z, const double* q,
                        double* g) const {
  for_pieces(edges_.nodes, columns, [&](Index, Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      double* __restrict out = g + i * columns;
      std::copy_n(z + i * columns, columns, out);
      for (Index p = edges_.offsets[i]; p < edges_.offsets[i + 1]; ++p) {
        const std::int32_t e = edges_.incidence[p];
        const std::int32_t mask = e >> 31;  // 0: a head, -1: a tail
        const double sign = -1 - 2 * mask;
        const double* dual = q + Index{e ^ mask} * columns;
        for (int k = 0; k < columns; ++k)
          out[k] += sign * dual[k];
      }
    }
  });
}

void TvPasses::subtract(int columns, const double* a, const double* b,
                        double* out) const {
  for_pieces(edges_.nodes, columns, [&](Index, Index begin, Index end) {
    for (Index e = begin * columns; e < end * columns; ++e)
      out[e] = a[e] - b[e];
  });
}

// piece(range) over the tasks, round by round: pieces of one round share no
// node.
template <class Piece>
void TvPasses::for_rounds(const Piece& piece) const {
  for (std::size_t r = 0; r + 1 < edges_.rounds.size(); ++r) {
    const Index first = edges_.rounds[r];
    const auto task = [&](Index t) {
      piece(EdgeRange{edges_.heads.data(), edges_.tails.data(),
                      edges_.weights.data(), edges_.tasks[first + t],
                      edges_.tasks[first + t + 1]});
    };
    parallel_for(edges_.rounds[r + 1] - first, threads_, std::cref(task));
  }
}

void TvPasses::sweep(std::span<const double> theta, double* q,
                     double* g) const {
  const int columns = static_cast<int>(theta.size());
  for_rounds([&](const EdgeRange& range) {
    if (columns == 1) {
      sweep_one(range, theta[0], q, g);
    } else {
      sweep_many(range, theta.data(), columns, q, g);
    }
  });
}

void TvPasses::extrapolate(std::span<const double> theta,
                           std::span<const double> factor, double* q,
                           double* previous, double* g) const {
  for_rounds([&](const EdgeRange& range) {
    extrapolate_range(range, theta.data(), factor.data(),
                      static_cast<int>(theta.size()), q, previous, g);
  });
}

void TvPasses::gradient_step(std::span<const double> theta,
                             std::span<const double> factor, const double* g,
                             double* q, double* y, std::vector<double>& slots,
                             std::vector<double>& sums) const {
  const int columns = static_cast<int>(theta.size());
  const auto piece = [&](double* uphill, Index begin, Index end) {
    for (Index e = begin; e < end; ++e) {
      const auto head = Index{edges_.heads[e]};
      const auto tail = Index{edges_.tails[e]};
      const auto scale =
          static_cast<double>(edges_.degree(head) + edges_.degree(tail));
      for (Index k = 0; k < columns; ++k) {
        const Index p = e * columns + k;
        const double slope = g[head * columns + k] - g[tail * columns + k];
        const double next =
            clamp_to(y[p] + slope / scale, theta[k] * edges_.weights[e]);
        const double change = next - q[p];
        uphill[k] += scale * (y[p] - next) * change;
        q[p] = next;
        y[p] = next + factor[k] * change;
      }
    }
  };
  std::fill(sums.begin(), sums.end(), 0.0);
  add_up(edges_.size(), columns, slots, sums, piece);
}

void TvPasses::gap(std::span<const double> theta, const double* z,
                   const double* q, const double* g, std::vector<double>& slots,
                   std::vector<double>& sums) const {
  const int columns = static_cast<int>(theta.size());
  const auto edge_piece = [&](double* part, Index begin, Index end) {
    for (Index e = begin; e < end; ++e) {
      const double* head = g + Index{edges_.heads[e]} * columns;
      const double* tail = g + Index{edges_.tails[e]} * columns;
      const double* dual = q + e * columns;
      const double weight = edges_.weights[e];
      for (Index k = 0; k < columns; ++k) {
        const double jump = head[k] - tail[k];
        const double variation = theta[k] * weight * std::abs(jump);
        part[k] += variation - dual[k] * jump;
        part[columns + k] += variation;
      }
    }
  };
  const auto node_piece = [&](double* part, Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      for (Index k = 0; k < columns; ++k) {
        const double moved = g[i * columns + k] - z[i * columns + k];
        part[columns + k] += moved * moved / 2;
      }
    }
  };
  std::fill(sums.begin(), sums.end(), 0.0);
  add_up(edges_.size(), columns, slots, sums, edge_piece);
  add_up(edges_.nodes, columns, slots, sums, node_piece);
}

void TvPasses::squares(int columns, const double* g, std::vector<double>& slots,
                       std::vector<double>& sums) const {
  const auto piece = [&](double* part, Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      for (int k = 0; k < columns; ++k)
        part[k] += g[i * columns + k] * g[i * columns + k];
    }
  };
  std::fill(sums.begin(), sums.end(), 0.0);
  add_up(edges_.nodes, columns, slots, sums, piece);
}

void TvPasses::variation(int columns, const double* g,
                         std::vector<double>& slots,
                         std::vector<double>& sums) const {
  const auto piece = [&](double* part, Index begin, Index end) {
    for (Index e = begin; e < end; ++e) {
      const double* head = g + Index{edges_.heads[e]} * columns;
      const double* tail = g + Index{edges_.tails[e]} * columns;
      for (int k = 0; k < columns; ++k)
        part[k] += edges_.weights[e] * std::abs(head[k] - tail[k]);
    }
  };
  std::fill(sums.begin(), sums.end(), 0.0);
  add_up(edges_.size(), columns, slots, sums, piece);
}

}  // namespace semilin
