#include "acgd/objective/zakharov.hpp"

#include "acgd/core/error.hpp"

namespace acgd {
namespace {

/// sum of i x_i / 2, i from 1
double weighted_sum(const Vector& x) {
  return 0.5 * x.dot(Vector::LinSpaced(x.size(), 1, static_cast<double>(x.size())));
}

}  // namespace

Zakharov::Zakharov(Index dimension) : dimension_(dimension) {
  require_at_least("dimension", dimension, 1);
}

double Zakharov::value(const Vector& x) const {
  const double s = weighted_sum(x);
  return x.squaredNorm() + s * s * (1 + s * s);
}

void Zakharov::gradient(const Vector& x, Vector& g) const {
  const double s = weighted_sum(x);
  const double outer = 2 * s + 4 * s * s * s;
  for (Index i = 0; i < dimension_; ++i) {
    g[i] = 2 * x[i] + outer * 0.5 * static_cast<double>(i + 1);
  }
}

}  // namespace acgd
