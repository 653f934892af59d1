#include "oracle/largest.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace acgd {

void Largest::choose(Index k) {
  k = std::min(k, keys.size());
  indices.clear();
  indices.reserve(static_cast<std::size_t>(k));
  if (k <= 0) return;
  for (double& key : keys) {
    if (std::isnan(key)) key = -std::numeric_limits<double>::infinity();
  }
  parted_ = keys;
  std::nth_element(parted_.begin(), parted_.begin() + (k - 1), parted_.end(), std::greater<>());
  const double bound = parted_[k - 1];
  Index ties = k - (keys.array() > bound).count();
  for (Index i = 0; i < keys.size(); ++i) {
    if (keys[i] > bound || (keys[i] == bound && ties-- > 0)) indices.push_back(i);
  }
}

}  // namespace acgd
