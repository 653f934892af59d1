// Random starts.
#include "app/spec/starts.hpp"

#include <gtest/gtest.h>

#include <set>

#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd::spec {
namespace {

Vector start(const Oracle& set, std::uint64_t seed, const std::string& text = "random-vertex") {
  return make_start(text, Mode::constrained, &set, {.dimension = set.dimension()}, seed)
      .atom()
      .to_dense();
}

// The direction is that of a gaussian start of the same seed; the lowest corner of a box has the
// opposite signs.
TEST(RandomVertex, MinimisesGaussianVectorOfSeed) {
  const Box box(7, -2, 3);
  const L1Ball ball(7, 5);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Vector g = start(box, seed, "gaussian");
    const Vector corner = start(box, seed);
    for (Index i = 0; i < 7; ++i) EXPECT_EQ(corner[i], g[i] > 0 ? -2 : 3) << seed;
    Index largest = 0;
    g.cwiseAbs().maxCoeff(&largest);
    const Vector vertex = start(ball, seed);
    EXPECT_EQ(vertex, Vector(Vector::Unit(7, largest) * (g[largest] > 0 ? -5.0 : 5.0))) << seed;
  }
}

TEST(RandomVertex, DependsOnSeed) {
  const L1Ball ball(1000, 1);
  std::set<Index> seen;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Index place = 0;
    start(ball, seed).cwiseAbs().maxCoeff(&place);
    seen.insert(place);
    EXPECT_EQ(start(ball, seed), start(ball, seed));
  }
  EXPECT_GT(seen.size(), 15u);
}

TEST(RandomVertex, OfMatricesKeepsShape) {
  const NuclearBall ball(6, 5, 3);
  const Start x0 = make_start("random-vertex", Mode::constrained, &ball,
                              {.dimension = 30, .rows = 6, .cols = 5}, 4);
  const Vector x = x0.atom().to_dense();
  // Of rank one, and on the boundary: the nuclear norm is the Frobenius norm.
  EXPECT_NEAR(x.norm(), 3, 1e-12);
  EXPECT_TRUE(ball.contains(x));
}

TEST(RandomVertex, AndGaussianAreRandom) {
  EXPECT_TRUE(is_drawn("random-vertex"));
  EXPECT_TRUE(is_drawn("gaussian"));
  for (const char* text : {"", "zero", "vertex", "x0.csv"}) EXPECT_FALSE(is_drawn(text)) << text;
}

}  // namespace
}  // namespace acgd::spec
