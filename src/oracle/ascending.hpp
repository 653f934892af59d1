#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// order = the indices of g by ascending entries; ties by index, what is no number last. Allocates
/// when it grows only.
inline void sort_ascending(const Vector& g, std::vector<Index>& order) {
  order.resize(static_cast<std::size_t>(g.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const bool a_is_number = !std::isnan(g[a]), b_is_number = !std::isnan(g[b]);
    if (a_is_number != b_is_number) return a_is_number;
    if (!a_is_number || g[a] == g[b]) return a < b;
    return g[a] < g[b];
  });
}

}  // namespace acgd
