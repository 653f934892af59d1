// x along directions of several terms, and the norms and supports that are updated instead of
// recomputed.
#include <gtest/gtest.h>

#include <random>

#include "iterate/point.hpp"

namespace acgd {
namespace {

constexpr Index kEntries = 60;

/// Directions of coordinates, some of them repeated, or of arbitrary atoms.
class Directions {
 public:
  explicit Directions(bool coordinates, std::uint64_t seed) : atoms_(6), random_(seed) {
    std::uniform_real_distribution<double> value(-1, 1);
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      if (coordinates || i % 2 == 0) {
        atoms_[i].become_coordinate(kEntries, static_cast<Index>(7 * (i / 2)), value(random_));
      } else {
        for (double& entry : atoms_[i].become_dense(kEntries)) entry = value(random_);
      }
    }
  }

  const Direction& next() {
    std::uniform_real_distribution<double> weight(-1, 1);
    direction_ = {.point_weight = std::round(weight(random_) * 1.4)};
    for (std::size_t i = random_() % 5 + 1; i > 0; --i) {
      direction_.terms.push_back({&atoms_[random_() % atoms_.size()], weight(random_)});
    }
    return direction_;
  }
  double length() { return std::uniform_real_distribution<double>(0, 0.4)(random_); }

 private:
  std::vector<Atom> atoms_;
  std::mt19937_64 random_;
  Direction direction_;
};

Vector formed(const Direction& direction, const Vector& x) {
  Vector d = direction.point_weight * x;
  for (const Term& term : direction.terms) d += term.weight * term.atom->to_dense();
  return d;
}

TEST(DensePoint, MovesAndMeasuresLikeDenseVector) {
  for (const bool coordinates : {true, false}) {
    for (const auto& norm : {l2_norm(), l1_norm()}) {
      Directions directions(coordinates, 1);
      Vector x = Vector::LinSpaced(kEntries, -1, 1);
      DensePoint point{Atom(x)};
      for (int k = 0; k < 500; ++k) {
        const Direction& direction = directions.next();
        const Vector d = formed(direction, x);
        ASSERT_NEAR(point.norm(direction, *norm), norm->of(d), 1e-12 * (1 + norm->of(x)));
        const double t = directions.length();
        ASSERT_EQ(point.advance(direction, t), t > 0);
        x += t * d;
        ASSERT_LE((point.x() - x).norm(), 1e-12 * (1 + x.norm()));
        ASSERT_NEAR(point.squared_norm(), x.squaredNorm(), 1e-12 * (1 + x.squaredNorm()));
      }
    }
  }
}

TEST(DensePoint, MeasuresCancellingCoordinates) {
  Atom a, b;
  a.become_coordinate(kEntries, 5, 1);
  b.become_coordinate(kEntries, 5, 1 + 1e-12);
  DensePoint point{Atom(Vector::Ones(kEntries))};
  const Direction direction{{{&a, 1}, {&b, -1}}, 0, 1};
  EXPECT_NEAR(point.norm(direction, *l2_norm()), 1e-12, 1e-15);
  const Direction none{{{&a, 1}, {&a, -1}}, 0, 1};
  EXPECT_EQ(point.norm(none, *l2_norm()), 0);
}

TEST(SupportedPoint, TracksSupportAlongCoordinates) {
  Atom zero;
  zero.become_coordinate(kEntries, 0, 0);
  for (const bool coordinates : {true, false}) {
    Directions directions(coordinates, 2);
    SupportedPoint point{zero};
    Vector x = Vector::Zero(kEntries);
    for (int k = 0; k < 500; ++k) {
      const Direction& direction = directions.next();
      const double t = directions.length();
      const Vector d = formed(direction, x);
      point.advance(direction, t);
      x += t * d;
      ASSERT_LE((point.x() - x).norm(), 1e-12 * (1 + x.norm()));
      // There are three coordinates, and a support has at most 1/8 of the entries.
      ASSERT_TRUE(point.has_support() || !coordinates);
      if (!point.has_support()) continue;
      Vector outside = point.x();
      for (const Index j : point.support()) outside[j] = 0;
      ASSERT_TRUE(outside.isZero(0));
    }
    EXPECT_EQ(point.has_support(), coordinates);
  }
}

TEST(SupportedPoint, MovesAlongSeveralCoordinates) {
  Atom a, b;
  a.become_coordinate(kEntries, 5, 2);
  b.become_coordinate(kEntries, 9, 4);
  SupportedPoint point{Atom(Vector::Constant(kEntries, 1e17))};
  EXPECT_FALSE(point.has_support());
  EXPECT_TRUE(point.advance({{{&a, 0.25}, {&b, 0.75}}, -1, 1}, 1));
  EXPECT_EQ(point.x()[5], 0.5);
  EXPECT_EQ(point.x()[9], 3);
  EXPECT_EQ(point.x().lpNorm<1>(), 3.5);
  EXPECT_EQ(point.support(), (std::vector<Index>{5, 9}));
}

TEST(Points, DetectStepsWithoutEffect) {
  Atom a, b;
  a.become_coordinate(kEntries, 5, 1);
  b.become_coordinate(kEntries, 9, 1);
  const Atom ones(Vector::Ones(kEntries));
  const Direction pair{{{&a, 1}, {&b, -1}}, 0, 1}, mixed{{{&a, 1}, {&ones, -1}}, 0, 1};
  for (const Direction& direction : {pair, mixed}) {
    DensePoint dense(ones);
    SupportedPoint supported(ones);
    EXPECT_FALSE(dense.advance(direction, 1e-20));
    EXPECT_FALSE(supported.advance(direction, 1e-20));
    EXPECT_TRUE(dense.advance(direction, 1e-3));
    EXPECT_TRUE(supported.advance(direction, 1e-3));
  }
}

}  // namespace
}  // namespace acgd
