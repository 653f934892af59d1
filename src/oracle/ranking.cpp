#include "oracle/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace acgd {

void Ranking::sort() {
  for (double& key : keys) {
    if (std::isnan(key)) key = -std::numeric_limits<double>::infinity();
  }
  order.resize(static_cast<std::size_t>(keys.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return keys[a] > keys[b] || (keys[a] == keys[b] && a < b); });
}

}  // namespace acgd
