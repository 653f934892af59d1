#include "linalg/krylov_space.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "oracle/matrices.hpp"

namespace acgd {
namespace {

KrylovSpace space_of(const Vector& spectrum, const Vector& start, Index size) {
  KrylovSpace space;
  space.start(start, size);
  while (!space.is_full()) {
    space.grow([&](const double* x, double* y) {
      for (Index i = 0; i < spectrum.size(); ++i) y[i] = spectrum[i] * x[i];
    });
  }
  return space;
}

/// Spectra with the top eigenvalue first and the others evenly spaced, clustered at the top, or far
/// below it.
std::vector<Vector> spectra(Index n) {
  const Vector even = Vector::LinSpaced(n, 1, 0);
  Vector apart = 0.5 * even;
  apart[0] = 1;
  return {even, even.array().sqrt().matrix(), 1e-9 * even, apart, Vector::Ones(n)};
}

TEST(KrylovSpace, BoundsTopEigenvalueFromBothSides) {
  for (const Index n : {2, 30, 500})
    for (const Vector& spectrum : spectra(n))
      for (const double share : {0.9, 0.1, 1e-3, 1e-6}) {
        Vector start = normal_matrix(n, 1, 5).col(0);
        start[0] = 0;
        start = start.normalized() * std::sqrt(1 - share * share);
        start[0] = share;
        double last = std::numeric_limits<double>::infinity();
        for (Index size = 1; size <= std::min<Index>(n, 60); size += 1 + size / 4) {
          const KrylovSpace space = space_of(spectrum, start, size);
          const double upper = space.upper_bound(share);
          EXPECT_LE(space.lower_bound(), spectrum[0] * (1 + 1e-14));
          EXPECT_GE(upper, spectrum[0] * (1 - 1e-14)) << n << " " << share << " " << size;
          EXPECT_LE(upper, last * (1 + 1e-12)) << n << " " << share << " " << size;
          last = upper;
        }
      }
}

TEST(KrylovSpace, FullSpaceGivesExactTopEigenvalue) {
  const Vector spectrum = spectra(20)[0];
  const KrylovSpace space = space_of(spectrum, normal_matrix(20, 1, 3).col(0), 20);
  EXPECT_NEAR(space.lower_bound(), 1, 1e-14);
  EXPECT_NEAR(space.upper_bound(1e-3), 1, 1e-10);
  Vector x;
  space.best(x);
  EXPECT_NEAR(std::abs(x[0]), 1, 1e-12);
}

}  // namespace
}  // namespace acgd
