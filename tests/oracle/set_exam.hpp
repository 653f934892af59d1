#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"
#include "acgd/testing/testing.hpp"
#include "support/effort.hpp"
#include "support/refusal.hpp"

namespace acgd_test {

using acgd::Index;
using acgd::Matrix;
using acgd::Oracle;
using acgd::Vector;

/// The installed checker finds no error.
inline void expect_passes(const Oracle& oracle, acgd::OracleCheck options = {}) {
  options.points = std::min(options.points, effort::choose(200, 200, 2000));
  EXPECT_EQ(check_oracle(oracle, options), std::vector<std::string>{}) << oracle.name();
}

/// A gradient with ties and zeros (small integers) or without (normal entries).
inline Vector test_gradient(Index n, bool with_ties, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Vector g(n);
  for (Index i = 0; i < n; ++i) g[i] = with_ties ? std::round(normal(random)) : normal(random);
  return g;
}

/// Brute force: the LMO's value equals that of the best column of `vertices`, for many gradients.
inline void expect_as_good_as_vertices(const Oracle& oracle, const Matrix& vertices) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200; ++i) {
    const Vector g = test_gradient(oracle.dimension(), i % 2 == 0, random);
    const double best = (vertices.transpose() * g).minCoeff();
    EXPECT_NEAR(linear_minimizer(oracle, g).dot(g), best, 1e-12 * (1 + std::abs(best)))
        << oracle.name() << " for the gradient " << g.transpose();
  }
}

/// All vectors whose entry i is low[i] or high[i], as columns.
inline Matrix all_corners(const Vector& low, const Vector& high) {
  Matrix corners(low.size(), Index{1} << low.size());
  for (Index j = 0; j < corners.cols(); ++j) {
    for (Index i = 0; i < low.size(); ++i) corners(i, j) = (j >> i) & 1 ? high[i] : low[i];
  }
  return corners;
}

inline Vector vec(std::initializer_list<double> entries) {
  return Eigen::Map<const Vector>(entries.begin(), static_cast<Index>(entries.size()));
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace acgd_test
