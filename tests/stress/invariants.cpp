#include "stress/invariants.hpp"

#include "core/compose.hpp"

namespace stress {

using namespace acgd;

std::string compared(const std::string& what, double a, double b) {
  return compose("{}: {} against {}", what, a, b);
}

Vector solution(const Result& result) {
  if (result.x.size() > 0) return result.x;
  return result.factors.to_dense().reshaped();
}

Complaints examine(const Combination& c, const Result& result) {
  Complaints out;
  const Vector x = solution(result);
  examine_trace(c, result, out);
  // Without a set a run may follow f to the range of doubles.
  const bool ordinary = c.constrained() || std::abs(result.value) < 1e290;
  if (x.size() != c.shape.n || !x.allFinite()) {
    out.push_back("x is not a finite point");
  } else if (ordinary) {
    examine_point(c, result, x, out);
    examine_status(c, result, x, out);
  }
  for (std::string& complaint : out) {
    complaint += compose(" [{} after {} iterations: {}]", to_string(result.status),
                         result.counts.iterations, result.message);
  }
  return out;
}

}  // namespace stress
