// How fast X p and X' q are, beside streaming the same rows.
//
//   products_bench [--threads N] [FILE|rcv1|news20]...
//
// FILE is svmlight text or a store; `rcv1` and `news20` generate rows of the
// sizes of these corpora (800,000 x 47,236 with 75 per row; 200,000 x 1.3
// million with 300 per row), columns drawn by Zipf's law and shuffled. For 1,
// 4, 20 and 100 columns: medians of G non-zeros/s of both products, float, and
// for one column their share of the streaming rate, which is that of adding up
// columns and values (8 bytes per non-zero), fetched ahead as the products do,
// with the same threads in the same rounds.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "semilin/advanced/base/parallel.h"
#include "semilin/advanced/base/random.h"
#include "semilin/advanced/matrix/csr_operator.h"
#include "semilin/io/dataset_file.h"

namespace {

using semilin::CsrMatrix;
using semilin::CsrOperator;
using semilin::CsrStore;
using semilin::Index;
using semilin::Random;

constexpr int kRounds = 9;
constexpr Index kPieces = 64;

// Rows of distinct columns; a column's rank r has the weight 1/(r + 4).
CsrStore zipf_rows(Index rows, Index cols, Index per_row) {
  Random random(1);
  std::vector<std::int32_t> column_of_rank(cols);
  std::iota(column_of_rank.begin(), column_of_rank.end(), 0);
  random.shuffle(column_of_rank);
  const double spread = std::log((static_cast<double>(cols) + 4) / 4);
  CsrMatrix<float> matrix;
  matrix.cols = cols;
  matrix.columns.reserve(rows * per_row);
  matrix.values.reserve(rows * per_row);
  std::vector<std::int32_t> row;
  for (Index i = 0; i < rows; ++i) {
    row.clear();
    for (Index draw = 0; draw < per_row; ++draw) {
      const double rank = 4 * std::exp(spread * random.uniform()) - 4;
      row.push_back(
          column_of_rank[std::min(static_cast<Index>(rank), cols - 1)]);
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const std::int32_t column : row) {
      matrix.columns.push_back(column);
      matrix.values.push_back(static_cast<float>(random.uniform()));
    }
    matrix.end_row();
  }
  return CsrStore(std::move(matrix));
}

CsrStore rows_of(const std::string& name) {
  if (name == "rcv1") return zipf_rows(800'000, 47'236, 90);
  if (name == "news20") return zipf_rows(200'000, 1'300'000, 450);
  return semilin::read_dataset({name}, {}).rows;
}

double seconds(const std::function<void()>& act) {
  const auto start = std::chrono::steady_clock::now();
  act();
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start;
  return passed.count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <class Value>
double stream_piece(const semilin::CsrView<Value>& view, Index begin,
                    Index end) {
  float values[16] = {};
  std::int32_t columns[16] = {};
  for (Index z = begin; z + 16 <= end; z += 16) {
    __builtin_prefetch(view.columns + z + 512);
    __builtin_prefetch(view.values + z + 512);
    for (int lane = 0; lane < 16; ++lane) {
      values[lane] += static_cast<float>(view.values[z + lane]);
      columns[lane] ^= view.columns[z + lane];
    }
  }
  double sum = 0;
  for (int lane = 0; lane < 16; ++lane)
    sum += static_cast<double>(values[lane]) + columns[lane];
  return sum;
}

// Adds up all columns and values; the result keeps the compiler honest.
double stream(const CsrStore& rows, int threads) {
  std::vector<double> sums(kPieces * 8, 0.0);
  rows.visit([&](const auto& view) {
    const Index nonzeros = view.offsets[view.rows];
    semilin::parallel_for(kPieces, threads, [&](Index piece) {
      sums[piece * 8] = stream_piece(view, nonzeros * piece / kPieces,
                                     nonzeros * (piece + 1) / kPieces);
    });
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

constexpr int kColumns[] = {1, 4, 20, 100};

// What one number of columns took, a round each.
struct Products {
  std::vector<double> forward, backward;
};

void measure(const std::string& name, const CsrStore& rows, int threads) {
  const CsrOperator x(rows, 0, threads);
  const auto billions = static_cast<double>(rows.nonzeros()) * 1e-9;
  double checksum = 0;
  std::vector<double> streaming;
  std::map<int, Products> products;
  for (int round = 0; round < kRounds; ++round) {
    streaming.push_back(seconds([&] { checksum += stream(rows, threads); }));
    for (const int k : kColumns) {
      std::vector<float> weights(x.cols() * k, 0.5F);
      std::vector<float> outputs(x.rows() * k, 0.5F);
      products[k].forward.push_back(seconds([&] {
        x.apply(k, std::span<const float>(weights), {},
                std::span<float>(outputs));
      }));
      products[k].backward.push_back(seconds([&] {
        x.apply_transpose(k, std::span<const float>(outputs), {},
                          std::span<float>(weights));
      }));
    }
  }
  const double limit = billions / median(streaming);
  for (const int k : kColumns) {
    const double xp = billions / median(products[k].forward);
    const double xq = billions / median(products[k].backward);
    std::printf("| %s | %d | %d | %.2f | %.2f | %.2f | ", name.c_str(), threads,
                k, limit, xp, xq);
    if (k == 1) {
      std::printf("%.0f %% | %.0f %% |\n", 100 * xp / limit, 100 * xq / limit);
    } else {
      std::printf("| |\n");
    }
  }
  std::fflush(stdout);
  if (std::isnan(checksum)) std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  int most = semilin::available_threads();
  if (names.size() >= 2 && names[0] == "--threads") {
    most = std::atoi(names[1].c_str());
    names.erase(names.begin(), names.begin() + 2);
  }
  if (names.empty() || most < 1) {
    std::fprintf(stderr,
                 "usage: products_bench [--threads N] [FILE|rcv1|news20]...\n");
    return 2;
  }
  try {
    std::printf(
        "| rows | threads | columns | streaming | X p | X' q | X p of "
        "streaming | X' q of streaming |\n|---|---|---|---|---|---|---|"
        "---|\n");
    for (const std::string& name : names) {
      const CsrStore rows = rows_of(name);
      std::fprintf(stderr, "%s: %ld x %ld, %ld non-zeros\n", name.c_str(),
                   static_cast<long>(rows.rows()),
                   static_cast<long>(rows.cols()),
                   static_cast<long>(rows.nonzeros()));
      for (int threads = 1; threads <= most; ++threads)
        measure(name, rows, threads);
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "products_bench: %s\n", error.what());
    return 1;
  }
}
