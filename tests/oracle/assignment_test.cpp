#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "oracle/matchings.hpp"

namespace acgd {
namespace {

using CostTable = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Minimum over all assignments of columns to rows.
double least_sum_by_force(const CostTable& costs) {
  std::vector<Index> columns(costs.cols());
  std::iota(columns.begin(), columns.end(), Index{0});
  double least = std::numeric_limits<double>::infinity();
  do {
    double sum = 0;
    for (Index i = 0; i < costs.rows(); ++i) sum += costs(i, columns[i]);
    least = std::min(least, sum);
  } while (std::next_permutation(columns.begin(), columns.end()));
  return least;
}

/// The cost of an assignment, which must be a permutation.
double sum_of_answer(Assignment& assignment, const CostTable& costs) {
  assignment.solve(costs.data(), costs.rows(), costs.cols());
  std::vector<char> taken(costs.cols(), 0);
  double sum = 0;
  for (Index i = 0; i < costs.rows(); ++i) {
    const Index j = assignment.column_of(i);
    EXPECT_TRUE(0 <= j && j < costs.cols());
    EXPECT_FALSE(taken[j]) << "column " << j << " is taken twice";
    taken[j] = 1;
    sum += costs(i, j);
  }
  return sum;
}

TEST(Assignment, MatchesBruteForce) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  Assignment assignment;
  for (int round = 0; round < 600; ++round) {
    const Index cols = 1 + round % 7;
    const Index rows = round % 3 == 0 ? cols : 1 + static_cast<Index>(random() % cols);
    CostTable costs(rows, cols);
    for (double& cost : costs.reshaped()) {
      cost = round % 2 == 0 ? std::round(1.5 * normal(random)) : normal(random);
    }
    const double least = least_sum_by_force(costs);
    EXPECT_NEAR(sum_of_answer(assignment, costs), least, 1e-12 * (1 + std::abs(least)));
  }
}

/// Dual prices prove optimality: u_i + v_j <= c_ij, with equality where row i has column j. Here
/// c_ij = u_i + v_j + s_ij with s = 0 on a hidden permutation, which is the only optimum.
TEST(Assignment, FindsHiddenPermutation) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform;
  for (const Index n : {1, 2, 30, 201}) {
    std::vector<Index> hidden(n);
    std::iota(hidden.begin(), hidden.end(), Index{0});
    std::shuffle(hidden.begin(), hidden.end(), random);
    CostTable costs(n, n);
    for (double& cost : costs.reshaped()) cost = 0.001 + uniform(random);
    for (Index i = 0; i < n; ++i) costs(i, hidden[i]) = 0;
    for (Index i = 0; i < n; ++i) costs.row(i).array() += 10 * uniform(random);
    for (Index j = 0; j < n; ++j) costs.col(j).array() -= 10 * uniform(random);
    Assignment assignment;
    assignment.solve(costs.data(), n, n);
    for (Index i = 0; i < n; ++i) EXPECT_EQ(assignment.column_of(i), hidden[i]) << i;
  }
}

TEST(Assignment, EndsForAnyCosts) {
  constexpr double kBad[] = {
      std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
      -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::max(),
      std::numeric_limits<double>::lowest(),    1.0};
  std::mt19937_64 random(5);
  Assignment assignment;
  for (int round = 0; round < 3000; ++round) {
    const Index rows = 1 + round % 9;
    CostTable costs(rows, rows + round % 2);
    const std::size_t first = random() % 6;
    for (double& cost : costs.reshaped()) cost = kBad[first + random() % (6 - first)];
    sum_of_answer(assignment, costs);
  }
}

}  // namespace
}  // namespace acgd
