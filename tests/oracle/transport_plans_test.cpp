#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/matchings.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(TransportPlans, WithUnitMarginsAreDoublyStochastic) {
  const TransportPlans plans(Vector::Ones(5), Vector::Ones(5));
  const Birkhoff birkhoff(5);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100; ++i) {
    const Vector g = test_gradient(25, i % 2 == 0, random);
    EXPECT_NEAR(linear_minimizer(plans, g).dot(g), linear_minimizer(birkhoff, g).dot(g), 1e-12);
  }
}

TEST(TransportPlans, LmoMatchesBestIntegralPlanOfTwoRows) {
  // Plans of rows 3, 2 and columns 1, 2, 2 are determined by their first row (a, b, 3 - a - b).
  const TransportPlans plans(vec({3, 2}), vec({1, 2, 2}));
  std::vector<Vector> found;
  for (int a = 0; a <= 1; ++a) {
    for (int b = 0; b <= 2; ++b) {
      const int c = 3 - a - b;
      if (c < 0 || c > 2) continue;
      found.push_back(vec({1.0 * a, 1.0 - a, 1.0 * b, 2.0 - b, 1.0 * c, 2.0 - c}));
    }
  }
  Matrix all(6, static_cast<Index>(found.size()));
  for (Index k = 0; k < all.cols(); ++k) all.col(k) = found[k];
  expect_as_good_as_vertices(plans, all);
  expect_passes(plans);
}

TEST(TransportPlans, MayHaveEmptyMarginsAndFractions) {
  expect_passes(TransportPlans(vec({0.1, 0, 0.7}), vec({0.3, 0.5})));
  EXPECT_EQ(linear_minimizer(TransportPlans(vec({0.25}), vec({0.25})), vec({1})), vec({0.25}));
  EXPECT_EQ(linear_minimizer(TransportPlans(vec({0}), vec({0})), vec({1})), vec({0}));
}

TEST(TransportPlans, ReportViolation) {
  const TransportPlans plans(vec({1, 2}), vec({2, 1}));
  EXPECT_EQ(plans.violation(vec({1, 1, 0, 1})).distance, 0);
  EXPECT_EQ(plans.violation(vec({1, 1, 0.5, 1})).detail, "row 0 sums to 1.5, not 1");
  EXPECT_EQ(plans.violation(vec({2, 0, -1, 2})).detail, "X(0, 1) = -1 is negative");
  EXPECT_EQ(plans.violation(vec({0.5, 1, 0.5, 1})).detail, "column 0 sums to 1.5, not 2");
  EXPECT_EQ(plans.name(), "transport plans from 2 rows to 2 columns");
}

TEST(TransportPlans, RejectBadMargins) {
  EXPECT_EQ(refusal([] {
              TransportPlans(vec({1, 2}), vec({2, 2}));
            }),
            "columns: sum to 4, must sum to 3 like the rows");
  EXPECT_EQ(refusal([] {
              TransportPlans(vec({1, -2}), vec({2, 2}));
            }),
            "rows[1] = -2: must be >= 0 and finite");
  EXPECT_EQ(refusal([] { TransportPlans(vec({1}), vec({not_a_number})); }),
            "columns[0] = nan: must be >= 0 and finite");
  EXPECT_EQ(refusal([] { TransportPlans(Vector(), vec({1})); }), "rows: none, must have sums >= 0");
  EXPECT_EQ(refusal([] {
              TransportPlans(vec({1e308, 1e308}), vec({1e308, 1e308}));
            }),
            "rows: sum to inf, must have a finite sum");
}

}  // namespace
}  // namespace acgd
