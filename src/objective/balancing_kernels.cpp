#include "objective/balancing_kernels.hpp"

#include "linalg/lanes.hpp"

namespace acgd::balancing {
namespace {

template <class Number>
ACGD_INLINE void series(const Number& s, Number& even, Number& odd) {
  const Number q = s * s;
  even =
      q * (1.0 / 2 +
           q * (1.0 / 24 +
                q * (1.0 / 720 + q * (1.0 / 40320 + q * (1.0 / 3628800 + q * (1.0 / 479001600))))));
  odd =
      s * q *
      (1.0 / 6 +
       q * (1.0 / 120 +
            q * (1.0 / 5040 + q * (1.0 / 362880 + q * (1.0 / 39916800 + q * (1.0 / 6227020800))))));
}

ACGD_CLONES double sum_excess(const double* spread, const double* forward, const double* backward,
                              double t, Index n) {
  Four first = {}, second = {};
  Index k = 0;
  for (; k + 4 <= n; k += 4) {
    Four s, there, back, even, odd;
    load(spread + k, s);
    load(forward + k, there);
    load(backward + k, back);
    s *= t;
    series(s, even, odd);
    first += there * (even + odd);
    second += back * (even - odd);
  }
  double sum = sum_of(first, second);
  for (; k < n; ++k) {
    double even = 0, odd = 0;
    series(t * spread[k], even, odd);
    sum += forward[k] * (even + odd) + backward[k] * (even - odd);
  }
  return sum;
}

ACGD_CLONES void fill_change(const double* spread, const double* forward, const double* backward,
                             double t, double* forward_change, double* backward_change, Index n) {
  for (Index k = 0; k < n; ++k) {
    const double s = t * spread[k];
    double even = 0, odd = 0;
    series(s, even, odd);
    forward_change[k] = forward[k] * (s + (even + odd));
    backward_change[k] = backward[k] * ((even - odd) - s);
  }
}

ACGD_CLONES void multiply_growth(const double* __restrict spread, double t,
                                 double* __restrict forward, double* __restrict backward, Index n) {
  for (Index k = 0; k < n; ++k) {
    const double s = t * spread[k];
    double even = 0, odd = 0;
    series(s, even, odd);
    forward[k] *= 1 + (s + (even + odd));
    backward[k] *= 1 + ((even - odd) - s);
  }
}

}  // namespace

double excess(const Terms& terms, double t) {
  return sum_excess(terms.spread.data(), terms.forward.data(), terms.backward.data(), t,
                    terms.spread.size());
}

void change(const Terms& terms, double t, Vector& forward_change, Vector& backward_change) {
  fill_change(terms.spread.data(), terms.forward.data(), terms.backward.data(), t,
              forward_change.data(), backward_change.data(), terms.spread.size());
}

void carry(const Vector& spread, double t, Vector& forward, Vector& backward) {
  multiply_growth(spread.data(), t, forward.data(), backward.data(), spread.size());
}

void remainders(double s, double& even, double& odd) { series(s, even, odd); }

}  // namespace acgd::balancing
