#include "acgd/objective/sum_of_squares.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

SumOfSquares::SumOfSquares(Index dimension) : dimension_(dimension) {
  require_at_least("dimension", dimension, 1);
}

double SumOfSquares::value(const Vector& x) const {
  const double first = x[0] - 3;
  double sum = first * first;
  double prefix = x[0];
  for (Index i = 1; i < dimension_; ++i) {
    prefix += x[i];
    const double residual = first - 2 * prefix * prefix;
    sum += residual * residual;
  }
  return sum;
}

// With r_i the residuals and s_i the prefix sums, x_k occurs in s_k, s_{k+1}, ...: its part of the
// gradient is the sum over i >= k of -8 r_i s_i, and x_1 has another 2 r_i from each residual.
void SumOfSquares::gradient(const Vector& x, Vector& g) const {
  const double first = x[0] - 3;
  double through_first = 2 * first;
  double prefix = x[0];
  for (Index i = 1; i < dimension_; ++i) {
    prefix += x[i];
    const double residual = first - 2 * prefix * prefix;
    through_first += 2 * residual;
    g[i] = -8 * residual * prefix;
  }
  double suffix = 0;
  for (Index i = dimension_ - 1; i > 0; --i) {
    suffix += g[i];
    g[i] = suffix;
  }
  g[0] = through_first + suffix;
}

}  // namespace acgd
