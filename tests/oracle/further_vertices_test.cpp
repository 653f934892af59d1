// minimize_several(): the further vertices against brute force, and the first one against
// minimize().
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

using Points = std::vector<Vector>;

/// Means of this many integers are exact.
constexpr Index kSize = 8;
constexpr Index kAll = 1000;

Points others_of(const Oracle& set, const Vector& g, Index most) {
  LmoResult lmo;
  set.minimize_several(Gradient(g), most, lmo);
  Points points;
  for (std::size_t k = 0; k < lmo.other_count; ++k) points.push_back(lmo.others[k].to_dense());
  return points;
}

Points sorted(Points points) {
  std::sort(points.begin(), points.end(), [](const Vector& a, const Vector& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  return points;
}

enum class Bound { half_of_best, halfway_to_mean };

/// The columns of smallest <g, v> below the bound except the first best one; ties in their order.
Points expected_others(const Matrix& vertices, Bound bound, const Vector& g, Index most) {
  const Vector scores = vertices.transpose() * g;
  const double best = scores.minCoeff();
  const double limit = bound == Bound::half_of_best ? best / 2 : (best + scores.mean()) / 2;
  std::vector<Index> order(static_cast<std::size_t>(vertices.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return scores[a] < scores[b]; });
  Points points;
  for (const Index j : order) {
    if (j == order.front() || !(scores[j] < limit)) continue;
    if (static_cast<Index>(points.size()) < most) points.push_back(vertices.col(j));
  }
  return points;
}

struct Case {
  std::string name;
  std::shared_ptr<const Oracle> set;
  Matrix vertices;
  Bound bound;
};

Matrix units(double scale) { return scale * Matrix::Identity(kSize, kSize); }

std::vector<Case> cases() {
  // Vertices of the same coordinate are adjacent.
  Matrix signed_units(kSize, 2 * kSize);
  for (Index i = 0; i < kSize; ++i) {
    signed_units.col(2 * i) = 2 * Vector::Unit(kSize, i);
    signed_units.col(2 * i + 1) = -2 * Vector::Unit(kSize, i);
  }
  Matrix with_origin(kSize, kSize + 1);
  with_origin << Vector::Zero(kSize), units(0.5);
  Matrix points(kSize, 16);
  std::mt19937_64 random(3);
  for (Index i = 0; i < points.size(); ++i) {
    points.data()[i] = static_cast<double>(static_cast<int>(random() % 9) - 4);
  }
  return {{"l1", std::make_shared<L1Ball>(kSize, 2), signed_units, Bound::half_of_best},
          {"simplex", std::make_shared<Simplex>(kSize, 4), units(4), Bound::halfway_to_mean},
          {"unit_simplex", std::make_shared<Simplex>(kSize, 0.5, Relation::at_most), with_origin,
           Bound::half_of_best},
          {"hull", std::make_shared<ConvexHull>(points), points, Bound::halfway_to_mean}};
}

class FurtherVertices : public testing::TestWithParam<Case> {};

TEST_P(FurtherVertices, MatchBruteForce) {
  const Case& c = GetParam();
  std::mt19937_64 random(5);
  std::size_t most_found = 0;
  for (int round = 0; round < 200; ++round) {
    const Vector g = test_gradient(kSize, round % 2 == 0, random);
    for (const Index most : {Index{0}, Index{1}, Index{2}, Index{3}, kAll}) {
      const Points found = others_of(*c.set, g, most);
      EXPECT_EQ(sorted(found), sorted(expected_others(c.vertices, c.bound, g, most)))
          << g.transpose() << " at most " << most;
      most_found = std::max(most_found, found.size());
    }
  }
  EXPECT_GT(most_found, 3u);
}

TEST_P(FurtherVertices, DoNotChangeVertex) {
  const Case& c = GetParam();
  std::mt19937_64 random(6);
  LmoResult alone, together;
  for (int round = 0; round < 50; ++round) {
    const Gradient gradient(test_gradient(kSize, round % 2 == 0, random));
    c.set->minimize(gradient, alone);
    c.set->minimize_several(gradient, round % 7, together);
    EXPECT_EQ(together.atom.to_dense(), alone.atom.to_dense());
    EXPECT_EQ(together.atom.shape().index(), alone.atom.shape().index());
    EXPECT_EQ(together.error, alone.error);
  }
}

TEST_P(FurtherVertices, AreNoneForZeroGradient) {
  const Case& c = GetParam();
  EXPECT_TRUE(others_of(*c.set, Vector::Zero(kSize), kAll).empty());
}

TEST_P(FurtherVertices, AreResetByNextCall) {
  const Case& c = GetParam();
  LmoResult lmo;
  const Gradient gradient(vec({-5, -4, -5, 5, 3, 2, 1, 4}));
  c.set->minimize_several(gradient, kAll, lmo);
  EXPECT_GT(lmo.other_count, 0u);
  c.set->minimize_several(gradient, 0, lmo);
  EXPECT_EQ(lmo.other_count, 0u);
}

TEST_P(FurtherVertices, AreFeasibleForNonFiniteGradients) {
  const Case& c = GetParam();
  for (const double bad : {not_a_number, infinity, -infinity}) {
    Vector g = vec({-1, 2, 0.5, -3, 1, 0, 4, -2.9});
    g[2] = bad;
    for (const Vector& other : others_of(*c.set, g, 3)) EXPECT_TRUE(c.set->contains(other));
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, FurtherVertices, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

TEST(SeveralVertices, AreNoneIfThereIsOnlyOne) {
  EXPECT_TRUE(others_of(L1Ball(1), vec({2}), kAll).empty());
  EXPECT_TRUE(others_of(Simplex(1), vec({2}), kAll).empty());
  EXPECT_TRUE(others_of(Simplex(1, 1, Relation::at_most), vec({-2}), kAll).empty());
  EXPECT_TRUE(others_of(Simplex(3, 1, Relation::at_most), vec({1, 2, 3}), kAll).empty());
  EXPECT_TRUE(others_of(ConvexHull(Matrix(vec({1, 2}))), vec({2, 1}), kAll).empty());
}

TEST(SeveralVertices, AreNoneByRoundingOfMean) {
  for (Index n = 2; n < 40; ++n) {
    for (const double entry : {0.1, 0.7, -0.3}) {
      EXPECT_TRUE(others_of(Simplex(n), Vector::Constant(n, entry), kAll).empty()) << n;
    }
  }
}

TEST(SeveralVertices, OfHullAreUnique) {
  Matrix points(2, 7);
  points << 0, 0, 1, 0, 1, 9, 0,  //
      0, 1, 0, 0, 0, 9, 1;
  const Points found = others_of(ConvexHull(points), vec({1, 1}), kAll);
  EXPECT_EQ(sorted(found), (Points{vec({0, 1}), vec({1, 0})}));
}

TEST(SeveralVertices, OfSetsWithoutSupportAreNone) {
  EXPECT_TRUE(others_of(Box(2, 0, 1), vec({1, 2}), kAll).empty());
  EXPECT_TRUE(others_of(LinfBall(2), vec({1, 2}), kAll).empty());
}

/// Further vertices of the parts, embedded into the product.
void add_embedded(const Oracle& part, const Vector& g, Index offset, Index most, Points& all) {
  for (const Vector& other : others_of(part, g.segment(offset, part.dimension()), most)) {
    Vector whole = Vector::Zero(g.size());
    whole.segment(offset, part.dimension()) = other;
    all.push_back(whole);
  }
}

TEST(SeveralVertices, OfProductAreThoseOfItsParts) {
  const L1Ball ball(5, 3);
  const Simplex simplex(4, 2);
  const ConvexHull hull(Matrix(Matrix::Random(3, 20)));
  const LinfBall cube(2);
  const Simplex corner(3, 1, Relation::at_most);
  const Product nested(ball, Product(cube, hull, corner), simplex);
  const Product plain(ball, cube, hull, corner, simplex);
  std::mt19937_64 random(8);
  LmoResult alone, together;
  for (int round = 0; round < 100; ++round) {
    const Vector g = test_gradient(nested.dimension(), round % 2 == 0, random);
    Points expected;
    add_embedded(ball, g, 0, kAll, expected);
    add_embedded(hull, g, 7, kAll, expected);
    add_embedded(corner, g, 10, kAll, expected);
    add_embedded(simplex, g, 13, kAll, expected);
    EXPECT_EQ(sorted(others_of(nested, g, 10 * kAll)), sorted(expected));
    EXPECT_EQ(sorted(others_of(plain, g, 10 * kAll)), sorted(expected));
    // The same result object reused, with many and with few further vertices.
    nested.minimize_several(Gradient(g), round % 3 == 0 ? 3 : 10 * kAll, together);
    nested.minimize(Gradient(g), alone);
    EXPECT_EQ(together.atom.to_dense(), alone.atom.to_dense());
    if (round % 3 == 0) {
      EXPECT_LE(together.other_count, 3u);
    } else {
      Points found;
      for (std::size_t k = 0; k < together.other_count; ++k) {
        found.push_back(together.others[k].to_dense());
      }
      EXPECT_EQ(sorted(found), sorted(expected));
    }
  }
}

TEST(SeveralVertices, OfProductAreSharedAmongParts) {
  const L1Ball ball(10);
  const Product product(ball, Box(2, 0, 1), ball, ball);
  const Vector g = Vector::Constant(32, 1);
  for (const Index most : {0, 1, 2, 3, 4, 9, 20}) {
    std::array<Index, 3> count{};
    for (const Vector& other : others_of(product, g, most)) {
      Index where = 0;
      other.cwiseAbs().maxCoeff(&where);
      ++count[where < 10 ? 0 : where < 22 ? 1 : 2];
    }
    // What the box leaves goes to the others.
    EXPECT_EQ(count[0] + count[1] + count[2], most);
    // With as many parts as `most`, each has at least one.
    EXPECT_EQ(std::count(count.begin(), count.end(), 0), std::max<Index>(0, 3 - most)) << most;
  }
}

TEST(SeveralVertices, OfProductKeepCoordinateShape) {
  Matrix points(2, 4);
  points << 1, 0, 1, 9,  //
      2, 3, 0, 9;
  const Product product(ConvexHull(points), L1Ball(3, 2));
  LmoResult lmo;
  product.minimize_several(Gradient(vec({1, 1, 4, 3, -3})), 10, lmo);
  Index coordinates = 0;
  for (std::size_t k = 0; k < lmo.other_count; ++k) {
    EXPECT_EQ(lmo.others[k].size(), 5);
    if (lmo.others[k].as<Atom::Coordinate>()) ++coordinates;
    if (const auto* sparse = lmo.others[k].as<Atom::Sparse>()) {
      EXPECT_TRUE(std::none_of(sparse->values.begin(), sparse->values.end(),
                               [](double value) { return value == 0; }));
    }
  }
  EXPECT_EQ(coordinates, 2);
  EXPECT_EQ(lmo.other_count, 4u);
}

}  // namespace
}  // namespace acgd
