#include "acgd/objective/rosenbrock.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

Rosenbrock::Rosenbrock(Index dimension) : dimension_(dimension) {
  require_at_least("dimension", dimension, 2);
}

double Rosenbrock::value(const Vector& x) const {
  const auto here = x.head(dimension_ - 1).array();
  const auto next = x.tail(dimension_ - 1).array();
  return (100 * (next - here.square()).square() + (1 - here).square()).sum();
}

void Rosenbrock::gradient(const Vector& x, Vector& g) const {
  double from_before = 0;
  for (Index i = 0; i + 1 < dimension_; ++i) {
    const double valley = x[i + 1] - x[i] * x[i];
    g[i] = from_before - 400 * x[i] * valley - 2 * (1 - x[i]);
    from_before = 200 * valley;
  }
  g[dimension_ - 1] = from_before;
}

}  // namespace acgd
