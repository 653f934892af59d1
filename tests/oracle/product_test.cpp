#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// An LMO whose error equals the allowed accuracy.
class Inexact final : public Oracle {
 public:
  std::string name() const override { return "inexact interval"; }
  Index dimension() const override { return 1; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override {
    const double g = gradient.dense()[0];
    const double best = g > 0 ? -1 : 1;
    lmo.error = lmo.accuracy;
    lmo.atom.become_dense(1)[0] = g == 0 ? best : best + lmo.accuracy / g;
  }
  Violation violation(ConstVectorRef) const override { return {not_a_number, ""}; }
};

TEST(Product, PassesChecker) {
  expect_passes(Product(L1Ball(3, 2), Simplex(4)));
  expect_passes(Product(L1Ball(1), Box(1, 2, 3)));
  expect_passes(Product(LinfBall(2), L2Ball(3, 0.5), L1Ball(2, 4)));
  expect_passes(Product(Product(Simplex(2), Simplex(3)), L2Ball(1)));
}

TEST(Product, OriginOfBlockIdentifiesBlock) {
  Matrix square(2, 4);
  square << 0, 1, 0, 1, 0, 0, 1, 1;
  const Product product(Simplex(3), Product(Simplex(2), ConvexHull(square)));
  expect_passes(product);
  LmoResult lmo;
  product.minimize_several(Gradient(vec({1, 2, 3, 1, 2, -1, 4})), 100, lmo);
  Index zeros = 0;
  for (std::size_t k = 0; k < lmo.other_count; ++k) {
    if (!lmo.others[k].to_dense().isZero()) continue;
    ++zeros;
    ASSERT_NE(lmo.others[k].as<Atom::Coordinate>(), nullptr);
    EXPECT_GE(lmo.others[k].as<Atom::Coordinate>()->index, 5);
  }
  EXPECT_EQ(zeros, 1);
}

TEST(Product, ViolationIsRelativeToSizeOfPart) {
  const Product product(L1Ball(2, 1e-9), L1Ball(2, 1e9));
  const Violation violation = product.violation(vec({0, 3e-9, 0, 1.5e9}));
  EXPECT_NEAR(violation.distance, 2e-9, 1e-15);
  EXPECT_GT(violation.size, 0.9e-9);
  EXPECT_LT(violation.size, 2.1e-9);
}

TEST(Product, LmoMatchesBestPairOfVertices) {
  Matrix vertices(5, 4 * 3);
  Index column = 0;
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 3; ++j, ++column) {
      vertices.col(column) << (i % 2 == 0 ? 2.0 : -2.0) * Vector::Unit(2, i / 2),
          Vector::Unit(3, j);
    }
  }
  expect_as_good_as_vertices(Product(L1Ball(2, 2), Simplex(3)), vertices);
}

TEST(Product, ReturnsBlockForEachPart) {
  LmoResult lmo;
  const Product product(L1Ball(2, 2), LinfBall(2));
  product.minimize(Gradient(vec({1, -3, 5, 0})), lmo);
  const auto* blocks = lmo.atom.as<Atom::Blocks>();
  ASSERT_NE(blocks, nullptr);
  ASSERT_EQ(blocks->parts.size(), 2u);
  EXPECT_NE(blocks->parts[0].as<Atom::Coordinate>(), nullptr);
  EXPECT_NE(blocks->parts[1].as<Atom::Signs>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({0, 2, -1, 0}));
}

TEST(Product, SplitsAccuracyAndSumsErrors) {
  const Product product{Inexact(), Inexact()};
  LmoResult lmo;
  lmo.accuracy = 0.5;
  product.minimize(Gradient(vec({1, 2})), lmo);
  EXPECT_EQ(lmo.error, 0.5);
  EXPECT_NEAR(lmo.atom.dot(vec({1, 2})), -3 + 0.5, 1e-15);
}

TEST(Product, PassesPreviousAtomToPart) {
  std::vector<double> seen;
  const CustomSet remembers(1, [&](const Vector&, Vector& v) {
    seen.push_back(v[0]);
    v[0] += 1;
  });
  const Product product(remembers, L1Ball(1));
  LmoResult lmo;
  for (int i = 0; i < 3; ++i) product.minimize(Gradient(vec({1, 1})), lmo);
  EXPECT_EQ(seen, (std::vector<double>{0, 1, 2}));
}

TEST(Product, AcceptsBothKindsOfPointers) {
  auto shared = std::make_shared<const L1Ball>(2);
  const Product twice(std::vector<std::shared_ptr<const Oracle>>{shared, shared});
  EXPECT_EQ(twice.dimension(), 4);
  EXPECT_EQ(&twice.part(0), &twice.part(1));
  std::vector<std::unique_ptr<Oracle>> owned;
  owned.push_back(std::make_unique<L1Ball>(2));
  owned.push_back(std::make_unique<Simplex>(3));
  EXPECT_EQ(Product(std::move(owned)).dimension(), 5);
}

TEST(Product, HasExpectedProperties) {
  const Product product(L1Ball(2, 1.5), Box(vec({-2}), vec({2})));
  EXPECT_EQ(product.name(),
            "product of 2 sets in R^3: l1 ball of radius 1.5 in R^2, box with bounds from -2 to 2 "
            "in R^1");
  EXPECT_TRUE(product.is_norm_ball());
  EXPECT_EQ(product.start().to_dense(), vec({1.5, 0, 2}));
  EXPECT_FALSE(Product(L1Ball(2), Simplex(2)).is_norm_ball());
}

TEST(Product, ReportsPartWithLargestViolation) {
  const Product product(L1Ball(2), Box(2, 0, 1));
  EXPECT_EQ(product.violation(vec({1, 0, 1, 0})).distance, 0);
  EXPECT_EQ(product.violation(vec({1, 1, 1, 4})).distance, 3);
  EXPECT_EQ(
      product.violation(vec({1, 1, 1, 4})).detail,
      "part 1 (box with bounds from 0 to 1 in R^2), which begins at x[2]: x[1] = 4 is above 1");
}

TEST(Product, PartWithoutMembershipDoesNotHideOthers) {
  const Product product(Inexact(), L1Ball(1), Inexact());
  EXPECT_EQ(product.violation(vec({0, 3, 0})).distance, 2);
  EXPECT_TRUE(std::isnan(product.violation(vec({0, 1, 0})).distance));
}

TEST(Product, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { Product(std::vector<std::shared_ptr<const Oracle>>{}); }),
            "number of parts = 0: must be at least 1");
  EXPECT_EQ(
      refusal([] {
        Product(std::vector<std::shared_ptr<const Oracle>>{std::make_shared<L1Ball>(1), nullptr});
      }),
      "parts[1] = null: must be a set");
}

}  // namespace
}  // namespace acgd
