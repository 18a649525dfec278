// The proximal map of total variation beside the algorithm of the paper.
//
//   prox_bench DATA_DIR [SET...] [--tolerance X] [--rounds N]
//
// SET: usps, mnist (both by default; training and test rows). On the graph of
// ten nearest neighbours, for theta 0.05, 0.3 and 1.5, one column
// z = [class 0] + noise (normal, seed 1): medians of the seconds until the
// relative gap is at most the tolerance (1e-4), of TotalVariation::prox and of
// the accelerated algorithm of Chambolle and Pock (2011, algorithm 2), which
// Bresson and Zhang use; their ratio; iterations. One thread.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "semilin/advanced/base/random.h"
#include "semilin/advanced/graph/total_variation.h"
#include "semilin/graph/neighbor_graph.h"
#include "semilin/io/dataset_file.h"

namespace {

using semilin::CsrView;
using semilin::Dataset;
using semilin::Graph;
using semilin::Index;

constexpr int kCheckInterval = 10;
constexpr int kMostIterations = 100000;

struct Edge {
  std::int32_t i, j;
  double w;
};

std::vector<Edge> edges_of(const Graph& graph) {
  std::vector<Edge> edges;
  const CsrView<float>& w = graph.weights();
  for (Index i = 0; i < w.rows; ++i) {
    for (std::int64_t p = w.offsets[i]; p < w.offsets[i + 1]; ++p) {
      if (w.columns[p] > i)
        edges.push_back(
            {static_cast<std::int32_t>(i), w.columns[p], w.values[p]});
    }
  }
  return edges;
}

// min_g max_|q_e| <= theta w_e  q'Bg + 1/2 |g - z|^2, strongly convex in g.
class ChambollePock {
 public:
  ChambollePock(const Graph& graph, const std::vector<double>& z, double theta)
      : edges_(edges_of(graph)),
        z_(z),
        theta_(theta),
        g_(z),
        extrapolated_(z),
        q_(edges_.size(), 0.0),
        divergence_(z.size(), 0.0) {
    std::vector<int> degree(z.size(), 0);
    for (const Edge& e : edges_) {
      ++degree[e.i];
      ++degree[e.j];
    }
    const int largest = *std::max_element(degree.begin(), degree.end());
    tau_ = sigma_ = 1 / std::sqrt(2.0 * largest);  // |B|^2 <= 2 max degree
  }

  // Iterations until the relative gap is at most the tolerance.
  int solve(double tolerance) {
    for (int iteration = 1; iteration <= kMostIterations; ++iteration) {
      step();
      if (iteration % kCheckInterval == 0 && relative_gap() <= tolerance)
        return iteration;
    }
    return kMostIterations;
  }

  [[nodiscard]] const std::vector<double>& solution() const { return g_; }

 private:
  void step() {
    std::fill(divergence_.begin(), divergence_.end(), 0.0);
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      const auto [i, j, w] = edges_[e];
      const double moved =
          q_[e] + sigma_ * (extrapolated_[i] - extrapolated_[j]);
      q_[e] = std::clamp(moved, -theta_ * w, theta_ * w);
      divergence_[i] += q_[e];
      divergence_[j] -= q_[e];
    }
    const double factor = 1 / std::sqrt(1 + 2 * tau_);
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const double g = (g_[i] + tau_ * (z_[i] - divergence_[i])) / (1 + tau_);
      extrapolated_[i] = g + factor * (g - g_[i]);
      g_[i] = g;
    }
    tau_ *= factor;
    sigma_ /= factor;
  }

  // (P(g) - D(q)) / P(g), D(q) = 1/2 |z|^2 - 1/2 |z - B'q|^2.
  [[nodiscard]] double relative_gap() const {
    double primal = 0;
    double dual = 0;
    for (const Edge& e : edges_)
      primal += theta_ * e.w * std::abs(g_[e.i] - g_[e.j]);
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const double apart = g_[i] - z_[i];
      const double rest = z_[i] - divergence_[i];
      primal += apart * apart / 2;
      dual += (z_[i] * z_[i] - rest * rest) / 2;
    }
    return (primal - dual) / primal;
  }

  std::vector<Edge> edges_;
  const std::vector<double>& z_;
  double theta_, tau_ = 0, sigma_ = 0;
  std::vector<double> g_, extrapolated_, q_, divergence_;
};

// Of `rounds` runs of what `run` returns as a number of seconds.
double median(int rounds, const std::function<double()>& run) {
  std::vector<double> seconds;
  seconds.reserve(rounds);
  for (int r = 0; r < rounds; ++r)
    seconds.push_back(run());
  std::nth_element(seconds.begin(), seconds.begin() + rounds / 2,
                   seconds.end());
  return seconds[rounds / 2];
}

template <class Act>
double seconds_of(const Act& act) {
  const std::clock_t begin = std::clock();  // of the processor, not the wall
  act();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void compare(const Graph& graph, const std::vector<double>& z, double theta,
             double tolerance, int rounds) {
  const semilin::TotalVariation variation(graph.weights(), 1);
  std::vector<double> g(z.size());
  semilin::TvResult ours;
  const double fast = median(rounds, [&] {
    semilin::TvState state;
    return seconds_of([&] {
      ours = variation.prox(z, {&theta, 1}, {.tolerance = tolerance}, state, g);
    });
  });
  int iterations = 0;
  double apart = 0;
  const double slow = median(rounds, [&] {
    ChambollePock paper(graph, z, theta);
    const double seconds =
        seconds_of([&] { iterations = paper.solve(tolerance); });
    for (std::size_t i = 0; i < g.size(); ++i)
      apart = std::max(apart, std::abs(g[i] - paper.solution()[i]));
    return seconds;
  });
  std::printf("| %g | %.4f (%d) | %.4f (%d) | %.1f | %.1e |\n", theta, fast,
              ours.iterations, slow, iterations, slow / fast, apart);
  std::fflush(stdout);
}

void run(const std::string& folder, const std::string& set, double tolerance,
         int rounds) {
  const std::string path = folder + "/" + set + "/";
  const Dataset data =
      semilin::read_dataset({path + "train.svm.gz", path + "test.svm.gz"});
  const Graph graph =
      semilin::neighbor_graph(semilin::nearest_neighbors(data.rows));
  semilin::Random random(1);
  std::vector<double> z(data.labels.size());
  for (std::size_t i = 0; i < z.size(); ++i)
    z[i] = random.normal() + (data.labels[i] == 0 ? 1 : 0);
  std::printf("\n%s: %ld nodes, %ld edges, relative gap %g, medians of %d\n",
              set.c_str(), static_cast<long>(graph.nodes()),
              static_cast<long>(graph.edges()), tolerance, rounds);
  std::printf(
      "| theta | prox, s (passes) | Chambolle-Pock, s (iterations) | ratio | "
      "largest difference |\n|---|---|---|---|---|\n");
  for (const double theta : {0.05, 0.3, 1.5})
    compare(graph, z, theta, tolerance, rounds);
}

}  // namespace

int main(int count, char** words) {
  try {
    std::string folder;
    std::vector<std::string> sets;
    double tolerance = 1e-4;
    int rounds = 3;
    for (int w = 1; w < count; ++w) {
      const std::string word = words[w];
      if (word == "--tolerance" && w + 1 < count) {
        tolerance = std::atof(words[++w]);
      } else if (word == "--rounds" && w + 1 < count) {
        rounds = std::atoi(words[++w]);
      } else if (folder.empty()) {
        folder = word;
      } else {
        sets.push_back(word);
      }
    }
    if (folder.empty() || rounds < 1) {
      std::fprintf(stderr, "usage: prox_bench DATA_DIR [SET...] [options]\n");
      return 2;
    }
    if (sets.empty()) sets = {"usps", "mnist"};
    for (const std::string& set : sets)
      run(folder, set, tolerance, rounds);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "prox_bench: %s\n", error.what());
    return 1;
  }
}
