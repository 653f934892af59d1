#include "oracle/promising.hpp"

#include <algorithm>

namespace acgd {

void Promising::choose(const Vector& of, double bound, Index best, Index most) {
  indices.clear();
  if (most <= 0) return;
  // As many as there may ever be, so that later calls do not allocate.
  indices.reserve(static_cast<std::size_t>(of.size()));
  for (Index i = 0; i < of.size(); ++i) {
    if (of[i] < bound && i != best) indices.push_back(i);
  }
  const auto better = [&](Index a, Index b) { return of[a] < of[b] || (of[a] == of[b] && a < b); };
  if (static_cast<Index>(indices.size()) > most) {
    std::nth_element(indices.begin(), indices.begin() + most, indices.end(), better);
    indices.resize(static_cast<std::size_t>(most));
  }
  std::sort(indices.begin(), indices.end(), better);
}

double halfway_to_mean(const Vector& scores) {
  // Exactly the smallest if all are the same.
  const double smallest = scores.minCoeff();
  return smallest + (scores.array() - smallest).mean() / 2;
}

}  // namespace acgd
