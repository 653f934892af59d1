// The synthetic stand-ins have the shape of what they stand for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/flows.hpp"
#include "app/experiments/data.hpp"

namespace acgd::experiments {
namespace {

TEST(A1aTwin, IsACensusOf1605PeopleWith123Answers) {
  const Classification data = synthetic_a1a(1);
  ASSERT_EQ(data.samples.rows(), 1605);
  ASSERT_EQ(data.samples.cols(), 123);
  EXPECT_EQ(data.samples.nonZeros(), data.samples.sum());
  EXPECT_NEAR(static_cast<double>(data.samples.nonZeros()) / 1605, 13.87, 0.05);
  const Vector per_row = data.samples * Vector::Ones(123);
  EXPECT_EQ(per_row.maxCoeff(), 14);
  EXPECT_GE(per_row.minCoeff(), 11);
  EXPECT_EQ((data.labels.array() == 1).count(), 395);
  EXPECT_EQ((data.labels.array() == -1).count(), 1210);
  // The first attribute has five values, of which every sample has one.
  EXPECT_EQ(Vector(data.samples.leftCols(5) * Vector::Ones(5)), Vector::Ones(1605));
}

TEST(A1aTwin, ComesFromItsSeed) {
  EXPECT_TRUE(synthetic_a1a(1).samples.isApprox(synthetic_a1a(1).samples, 0));
  EXPECT_EQ(synthetic_a1a(1).labels, synthetic_a1a(1).labels);
  EXPECT_NE(synthetic_a1a(1).labels, synthetic_a1a(2).labels);
}

TEST(MovielensTwin, HasDifferentCellsAndWholeStars) {
  const RatedItems data = synthetic_movielens(943, 1682, 100000, 1);
  ASSERT_EQ(data.ratings.size(), 100000u);
  std::set<std::pair<int, int>> cells;
  std::vector<int> of_item(1682);
  double sum = 0, squares = 0;
  for (const Observation& o : data.ratings) {
    ASSERT_TRUE(0 <= o.row && o.row < 943 && 0 <= o.col && o.col < 1682);
    ASSERT_TRUE(o.value == std::round(o.value) && 1 <= o.value && o.value <= 5);
    cells.insert({o.row, o.col});
    ++of_item[o.col];
    sum += o.value;
    squares += o.value * o.value;
  }
  EXPECT_EQ(cells.size(), 100000u);
  // MovieLens: mean 3.53, deviation 1.13, the most popular item 583 times.
  const double mean = sum / 100000;
  EXPECT_NEAR(mean, 3.5, 0.2);
  EXPECT_NEAR(std::sqrt(squares / 100000 - mean * mean), 1.1, 0.15);
  EXPECT_GT(*std::ranges::max_element(of_item), 300);
}

TEST(VideoTwin, HasFiveLayeredGraphs) {
  const Prepared data = find("video").prepare({.synthetic = true});
  const auto& flows = dynamic_cast<const FlowPolytope&>(*data.problem.set);
  EXPECT_EQ(flows.dimension(), 660);
  EXPECT_EQ(flows.components(), 5);
  EXPECT_EQ(flows.graph().edges.size(), 11200u);
  const Vector x0 = data.problem.x0.atom().to_dense();
  EXPECT_TRUE(flows.contains(x0));
  // Close to the recorded value, 0.1756.
  const double value = data.problem.f->value(x0);
  EXPECT_GT(value, 0.08);
  EXPECT_LT(value, 0.4);
  EXPECT_NE(data.data.find("synthetic"), std::string::npos);
}

TEST(BalancingTwin, IsLeastWhereXIsConstant) {
  const Prepared data = find("matrix-balancing").prepare({.synthetic = true});
  const Vector constant = Vector::Constant(100, 3);
  EXPECT_NEAR(data.problem.f->value(constant), *data.options.optimal_value, 1e-10);
  Vector g(100);
  data.problem.f->gradient(constant, g);
  EXPECT_LT(g.norm(), 1e-12);
}

}  // namespace
}  // namespace acgd::experiments
