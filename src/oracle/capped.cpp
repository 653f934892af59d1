#include "oracle/capped.hpp"

#include <algorithm>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

void require_count_within(Index k, Index dimension) {
  require_at_least("k", k, 1);
  if (k > dimension) {
    throw InvalidInput(
        compose("k = {}: must be at most the number of variables, {}", k, dimension));
  }
}

void choose_smallest(const Vector& g, Index k, Largest& memory) {
  memory.keys = -g;
  memory.choose(k);
}

OutsideOfRange farthest_outside(ConstVectorRef x, double top) {
  OutsideOfRange low, high;
  low.distance = -x.minCoeff(&low.index);
  high.distance = x.maxCoeff(&high.index) - top;
  return low.distance > high.distance ? low : high;
}

bool clamp_to_range(VectorRef x, double top) {
  bool changed = false;
  for (double& entry : x) {
    if (entry >= 0 && entry <= top) continue;
    entry = std::clamp(entry, 0.0, top);
    changed = true;
  }
  return changed;
}

void add_to_sum(VectorRef x, double top, double missing) {
  for (double& entry : x) {
    if (missing == 0) return;
    if (!(entry > 0 && entry < top)) continue;
    const double moved = std::clamp(entry + missing, 0.0, top);
    missing -= moved - entry;
    entry = moved;
  }
}

}  // namespace acgd
