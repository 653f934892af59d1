#include "objective/semidefinite.hpp"

#include <limits>

#include "linalg/cholesky.hpp"

namespace acgd {

// A singular H passes by a ridge as large as what rounding takes from the pivots: the factors of
// Cholesky's method are those of H + E with ||E|| <= n eps trace(H), up to a small constant.
bool is_known_semidefinite(const Hessian& h) {
  if (const auto* gram = dynamic_cast<const GramHessian*>(&h)) return gram->scale() >= 0;
  const Index n = h.dimension();
  const bool has_columns = n == 1 || h.column_bytes() < h.bytes();
  if (n > kMostFactorised || !has_columns) return false;
  Matrix factor(n, n);
  for (Index j = 0; j < n; ++j) h.column(j, factor.col(j));
  if (factor.diagonal().minCoeff() < 0) return false;
  const double rounding = std::numeric_limits<double>::epsilon() * static_cast<double>(n);
  factor.diagonal().array() += rounding * factor.trace();
  // A row of zeros makes no pivot, but no eigenvalue below 0 either.
  if (factor.trace() == 0) return factor.isZero(0);
  return factorize_in_place(factor);
}

}  // namespace acgd
