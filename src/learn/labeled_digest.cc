#include "learn/labeled_digest.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "linear/copies.h"

namespace semilin {
namespace {

constexpr std::size_t kMost = 1024;

std::vector<std::uint32_t> labeled_hashes(const Dataset& data) {
  std::vector<Index> rows;
  for (Index i = 0; i < data.documents(); ++i)
    if (data.labels[i] != kUnlabeled && data.cost(i) > 0) rows.push_back(i);
  std::vector<std::uint32_t> hashes = feature_hashes(data, rows);
  std::erase(hashes, 0);
  return hashes;
}

}  // namespace

std::vector<std::uint32_t> labeled_digest(const Dataset& data) {
  std::vector<std::uint32_t> hashes = data.of_all(labeled_hashes(data));
  std::ranges::sort(hashes);
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  hashes.resize(std::min(hashes.size(), kMost));
  return hashes;
}

Index labeled_in_training(const std::string& info, const Dataset& data) {
  const auto json = nlohmann::json::parse(info, nullptr, false);
  if (!json.is_object() || !json.contains("labeled_digest")) return 0;
  std::vector<std::uint32_t> digest;
  for (const auto& one : json["labeled_digest"])
    if (one.is_number_unsigned()) digest.push_back(one);
  if (digest.empty() || !std::ranges::is_sorted(digest)) return 0;
  const std::vector<std::uint32_t> hashes = labeled_hashes(data);
  double comparable = 0, found = 0;
  for (const std::uint32_t hash : hashes) {
    if (digest.size() >= kMost && hash > digest.back()) continue;
    comparable += 1;
    found += std::ranges::binary_search(digest, hash) ? 1 : 0;
  }
  if (found == 0) return 0;
  return std::lround(found / comparable * static_cast<double>(hashes.size()));
}

}  // namespace semilin
