#include "oracle/transport_simplex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/matchings.hpp"
#include "acgd/oracle/oracle.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

struct Margins {
  Vector rows, columns;
};

/// Integers with zeros and ties, or real numbers.
Margins random_margins(Index rows, Index columns, bool whole, std::mt19937_64& random) {
  Margins margins{Vector::Zero(rows), Vector::Zero(columns)};
  if (whole) {
    for (int unit = 0; unit < 3 * (rows + columns) / 2; ++unit) {
      margins.rows[static_cast<Index>(random() % static_cast<std::size_t>(rows))] += 1;
      margins.columns[static_cast<Index>(random() % static_cast<std::size_t>(columns))] += 1;
    }
    return margins;
  }
  std::uniform_real_distribution<double> amount(0, 1);
  for (double& m : margins.rows) m = amount(random);
  for (double& m : margins.columns) m = amount(random);
  margins.columns *= margins.rows.sum() / margins.columns.sum();
  return margins;
}

Vector random_costs(Index size, bool whole, std::mt19937_64& random) {
  Vector costs(size);
  std::normal_distribution<double> any;
  for (double& c : costs) c = whole ? static_cast<double>(random() % 3) - 1 : any(random);
  return costs;
}

NetworkFlows as_flows(const Margins& margins) {
  const Index rows = margins.rows.size(), columns = margins.columns.size();
  FlowNetwork network{.nodes = rows + columns};
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i) network.arcs.push_back({i, rows + j});
  }
  network.supplies.resize(rows + columns);
  network.supplies << margins.rows, -margins.columns;
  return NetworkFlows(network);
}

double total_cost(const TransportSimplex& simplex, const Vector& costs) {
  double sum = 0;
  for (const auto& [entry, amount] : simplex.plan()) sum += amount * costs[entry];
  return sum;
}

void expect_margins(const TransportSimplex& simplex, const Margins& margins) {
  Vector rows = Vector::Zero(margins.rows.size()), columns = Vector::Zero(margins.columns.size());
  for (const auto& [entry, amount] : simplex.plan()) {
    EXPECT_GT(amount, 0);
    rows[entry % rows.size()] += amount;
    columns[entry / rows.size()] += amount;
  }
  EXPECT_LT((rows - margins.rows).cwiseAbs().maxCoeff(), 1e-14 * margins.rows.sum());
  EXPECT_LT((columns - margins.columns).cwiseAbs().maxCoeff(), 1e-14 * margins.rows.sum());
}

/// Arcs without flow must point to the root, otherwise pivots may cycle.
void expect_strongly_feasible(const TransportTree& tree) {
  for (TransportTree::Node node = 0; node < tree.size(); ++node) {
    if (node == tree.root() || tree.flow(node) > 0) continue;
    EXPECT_EQ(tree.flow(node), 0);
    EXPECT_TRUE(tree.is_row(node)) << node;
  }
}

/// The reference is LEMON's min-cost flow. One tree is reused for all costs.
void expect_cheapest(const Margins& margins, bool whole_costs, int rounds,
                     std::mt19937_64& random) {
  const NetworkFlows flows = as_flows(margins);
  TransportSimplex reused(margins.rows, margins.columns);
  for (int round = 0; round < rounds; ++round) {
    const Vector costs = random_costs(flows.dimension(), whole_costs, random);
    const double least = linear_minimizer(flows, costs).dot(costs);
    const double accuracy = 1e-12 * margins.rows.sum();
    reused.solve(costs);
    EXPECT_NEAR(total_cost(reused, costs), least, accuracy);
    expect_margins(reused, margins);
    EXPECT_LE(reused.error(), accuracy);
    expect_strongly_feasible(reused.tree());
    TransportSimplex fresh(margins.rows, margins.columns);
    fresh.solve(costs);
    EXPECT_NEAR(total_cost(fresh, costs), least, accuracy);
  }
}

TEST(TransportSimplex, MatchesMinCostFlowForAnyShape) {
  std::mt19937_64 random(4);
  for (const auto& [rows, columns] :
       {std::pair<Index, Index>{1, 7}, {7, 1}, {2, 30}, {30, 2}, {9, 9}, {17, 23}, {40, 25}}) {
    for (const bool whole : {false, true}) {
      for (const bool whole_costs : {false, true}) {
        SCOPED_TRACE(testing::Message() << rows << " x " << columns << (whole ? ", whole" : ""));
        expect_cheapest(random_margins(rows, columns, whole, random), whole_costs, 4, random);
      }
    }
  }
}

TEST(TransportSimplex, EndsForDegenerateAssignments) {
  const Index n = 60;
  std::mt19937_64 random(5);
  TransportSimplex simplex(Vector::Ones(n), Vector::Ones(n));
  for (int round = 0; round < 20; ++round) {
    const Vector costs = random_costs(n * n, true, random);
    simplex.solve(costs);
    EXPECT_EQ(total_cost(simplex, costs), linear_minimizer(Birkhoff(n), costs).dot(costs));
    EXPECT_EQ(simplex.plan().size(), static_cast<std::size_t>(n));
    expect_strongly_feasible(simplex.tree());
    EXPECT_EQ(simplex.error(), 0) << "costs of few digits are not rounded";
  }
}

/// On a line the optimal plan is monotone: f = sum |F - G| with F and G the cumulative margins.
TEST(TransportSimplex, OnLineMatchesCumulativeDifferences) {
  std::mt19937_64 random(6);
  const Index n = 50;
  const Margins margins = random_margins(n, n, false, random);
  Vector costs(n * n);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) costs[j * n + i] = static_cast<double>(std::abs(i - j));
  }
  double left = 0, least = 0;
  for (Index i = 0; i < n; ++i) {
    left += margins.rows[i] - margins.columns[i];
    least += std::abs(left);
  }
  TransportSimplex simplex(margins.rows, margins.columns);
  simplex.solve(costs);
  EXPECT_NEAR(total_cost(simplex, costs), least, 1e-12 * least);
}

TEST(TransportSimplex, LargestMarginAbsorbsDifferenceOfSums) {
  for (const double off : {1e-10, -1e-10}) {
    const Margins margins{Vector::Constant(4, 0.25), vec({0.2, 0.1, 0.5 + off, 0.2})};
    TransportSimplex simplex(margins.rows, margins.columns);
    simplex.solve(Vector::LinSpaced(16, 0, 1));
    expect_margins(simplex, {margins.rows, vec({0.2, 0.1, 0.5, 0.2})});
  }
}

TEST(TransportSimplex, ReturnsPlanForAnyCosts) {
  std::mt19937_64 random(7);
  const Margins margins = random_margins(6, 5, false, random);
  TransportSimplex simplex(margins.rows, margins.columns);
  for (const double factor : {0.0, 1e-320, 1e300, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
    simplex.solve(factor * random_costs(30, false, random));
    expect_margins(simplex, margins);
  }
}

TEST(TransportSimplex, WarmStartNeedsFewPivots) {
  std::mt19937_64 random(8);
  const Margins margins = random_margins(40, 40, false, random);
  Vector costs = random_costs(1600, false, random);
  TransportSimplex simplex(margins.rows, margins.columns);
  simplex.solve(costs);
  const long first = simplex.pivots();
  EXPECT_GT(first, 40);
  simplex.solve(costs);
  EXPECT_EQ(simplex.pivots(), first) << "nothing to do";
  costs += 1e-3 * random_costs(1600, false, random);
  simplex.solve(costs);
  EXPECT_LT(simplex.pivots() - first, first / 4);
}

// Costs that differ in their last digits only, which rounding loses: brute force over permutations.
TEST(TransportSimplex, ErrorBoundsLossByRoundedCosts) {
  std::mt19937_64 random(8);
  const Vector ones = Vector::Ones(4);
  for (int trial = 0; trial < 50; ++trial) {
    const Vector digits =
        Vector::NullaryExpr(16, [&] { return static_cast<double>(random() % 16) * 0x1p-52; });
    TransportSimplex simplex(ones, ones);
    simplex.solve(digits.array() + 1);
    double found = 0, best = 1;
    for (const auto& [entry, amount] : simplex.plan()) found += amount * digits[entry];
    std::vector<Index> row = {0, 1, 2, 3};
    do {
      double sum = 0;
      for (Index j = 0; j < 4; ++j) sum += digits[4 * j + row[j]];
      best = std::min(best, sum);
    } while (std::next_permutation(row.begin(), row.end()));
    EXPECT_LE(found - best, simplex.error()) << trial;
  }
}

}  // namespace
}  // namespace acgd
