#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(Shifted, PassesChecker) {
  expect_passes(Shifted(Simplex(4), vec({1, -2, 0, 3})));
  expect_passes(Shifted(L2Ball(1, 3), vec({10})));
  expect_passes(Shifted(L1Ball(9, 2), Vector(5 * Vector::Unit(9, 4))));
  expect_passes(Shifted(Box(vec({-1, 0, 2}), vec({1, 3, 2})), vec({1, 2, 3})));
  expect_passes(Shifted(NuclearBall(3, 2, 1.5), Vector::LinSpaced(6, -1, 1)));
  expect_passes(Shifted(Product(Simplex(3), Box(2, -1, 1), L1Ball(2)), Vector::Ones(7)));
  expect_passes(Shifted(Simplex(3), Vector::Zero(3)));
}

TEST(Shifted, LmoMatchesBestVertex) {
  const Vector shift = vec({1, -2, 5});
  expect_as_good_as_vertices(Shifted(Simplex(3, 2), shift),
                             (2 * Matrix::Identity(3, 3)).colwise() + shift);
}

TEST(Shifted, IsShiftedBox) {
  const Shifted shifted(Box(3, 0, 1), vec({1, 2, 3}));
  const Box box(vec({1, 2, 3}), vec({2, 3, 4}));
  EXPECT_EQ(shifted.faces().lower, box.lower());
  EXPECT_EQ(shifted.faces().upper, box.upper());
  EXPECT_EQ(shifted.faces().blocks, box.faces().blocks);
  std::mt19937_64 random(3);
  for (int i = 0; i < 50; ++i) {
    const Vector g = test_gradient(3, false, random);
    EXPECT_EQ(linear_minimizer(shifted, g), linear_minimizer(box, g));
    EXPECT_NEAR(shifted.violation(5 * g).distance, box.violation(5 * g).distance, 1e-14);
  }
}

TEST(Shifted, KeepsSparseAtoms) {
  const Shifted shifted(L1Ball(9, 2), Vector(5 * Vector::Unit(9, 4)));
  LmoResult lmo;
  shifted.minimize(Gradient(Vector(Vector::Unit(9, 7))), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Sparse>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), Vector(5 * Vector::Unit(9, 4) - 2 * Vector::Unit(9, 7)));
  // Both at one index.
  shifted.minimize(Gradient(Vector(Vector::Unit(9, 4))), lmo);
  EXPECT_EQ(lmo.atom.to_dense(), Vector(3 * Vector::Unit(9, 4)));
  EXPECT_EQ(lmo.atom.as<Atom::Sparse>()->indices.size(), 1u);
}

TEST(Shifted, GivesFurtherVerticesOfOneBlockOnly) {
  LmoResult lmo;
  const Vector shift = Vector::LinSpaced(4, 1, 4);
  Shifted(L1Ball(4), shift).minimize_several(Gradient(vec({-3, 2.5, -2, 0.1})), 5, lmo);
  ASSERT_EQ(lmo.other_count, 2u);
  EXPECT_EQ(lmo.others[0].to_dense(), Vector(shift - Vector::Unit(4, 1)));
  EXPECT_EQ(lmo.others[1].to_dense(), Vector(shift + Vector::Unit(4, 2)));
  LmoResult blocks;
  Shifted(Product(L1Ball(2), L1Ball(2)), shift)
      .minimize_several(Gradient(vec({3, 2, 3, 2})), 5, blocks);
  EXPECT_EQ(blocks.other_count, 0u);
}

TEST(Shifted, IsNormBallOnlyForZeroShift) {
  EXPECT_FALSE(Shifted(L2Ball(2), vec({0, 1})).is_norm_ball());
  EXPECT_TRUE(Shifted(L2Ball(2), vec({0, 0})).is_norm_ball());
  EXPECT_TRUE(Shifted(L1Ball(2), vec({0, 1})).is_polytope());
  EXPECT_FALSE(Shifted(L2Ball(2), vec({0, 1})).is_polytope());
  EXPECT_EQ(Shifted(L1Ball(2), vec({1, 1})).start().to_dense(), vec({2, 1}));
}

TEST(Shifted, ReportsViolation) {
  const Shifted shifted(Box(2, 0, 1), vec({3, 4}));
  EXPECT_EQ(shifted.name(), "box with bounds from 0 to 1 in R^2 shifted by a vector of length 5");
  EXPECT_EQ(shifted.violation(vec({4, 5})).distance, 0);
  EXPECT_EQ(shifted.violation(vec({4, 7})).distance, 2);
  EXPECT_EQ(shifted.violation(vec({4, 7})).detail, "of x - shift: x[1] = 3 is above 1");
}

TEST(Shifted, RejectsBadArguments) {
  EXPECT_EQ(refusal([] {
              Shifted(Simplex(2), vec({1, 2, 3}));
            }),
            "shift: has 3 entries, must have 2, the dimension of the " + Simplex(2).name());
  EXPECT_EQ(refusal([] {
              Shifted(Simplex(2), vec({1, infinity}));
            }),
            "shift[1] = inf: must be finite");
  EXPECT_EQ(refusal([] { Shifted(std::shared_ptr<const Oracle>(), vec({1})); }),
            "set = null: must be a set");
}

}  // namespace
}  // namespace acgd
