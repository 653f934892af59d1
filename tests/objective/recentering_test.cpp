// A recentred cursor is equivalent to one that starts at its point.
#include <gtest/gtest.h>

#include "acgd/acgd.hpp"

namespace acgd {
namespace {

constexpr Index kPointSize = 40;
constexpr Index kTarget = 2;

std::vector<std::pair<const char*, std::shared_ptr<const Objective>>> recentred_objectives() {
  Matrix a(60, kPointSize);
  for (Index i = 0; i < a.size(); ++i) a.data()[i] = std::sin(static_cast<double>(i * i + 1));
  const Vector b = a * Vector::LinSpaced(kPointSize, -1, 1);
  const Vector signs = b.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  const auto on = [&](LeastSquaresRoute route) {
    return std::make_shared<LeastSquares>(a, b, LeastSquaresOptions{.route = route});
  };
  const std::vector<Sum::Part> parts = {
      on(LeastSquaresRoute::gram_columns), std::make_shared<Ridge>(kPointSize, 0.5),
      std::make_shared<Composite>(logistic(a, signs)), std::make_shared<Zakharov>(kPointSize)};
  return {{"sum", std::make_shared<Sum>(parts)},
          {"logistic", std::make_shared<Composite>(logistic(a, signs))},
          {"quadratic",
           std::make_shared<Quadratic>(Matrix(a.transpose() * a), Vector(-b.head(kPointSize)))},
          {"balancing", std::make_shared<MatrixBalancing>(a.topRows(kPointSize).cwiseAbs().eval())},
          {"automatic", on(LeastSquaresRoute::automatic)},
          {"columns", on(LeastSquaresRoute::gram_columns)},
          {"zakharov", std::make_shared<Zakharov>(kPointSize)}};
}

/// The cursor after a few steps over an l1 ball, recentred.
std::unique_ptr<Cursor> recentred(const Objective& f, const Recentering& recentering) {
  const L1Ball ball(kPointSize, 1);
  auto cursor = f.start(ball.start(), l2_norm());
  LmoResult lmo;
  for (int step = 0; step < 3; ++step) {
    ball.minimize(cursor->gradient(), lmo);
    cursor->look(toward(lmo.atom));
    cursor->advance(0.25);
  }
  cursor->recenter(recentering);
  return cursor;
}

// The change is large, in a coordinate that was 0: a stale support or norm is off by far more than
// rounding.
TEST(Recentering, LinesUseRecentredPoint) {
  for (const auto& [name, f] : recentred_objectives()) {
    Index zero = 0;
    const auto cursor = recentred(*f, [&](VectorRef x) {
      while (x[zero] != 0 || zero == kTarget) ++zero;
      x[zero] = 0.5;
      return true;
    });
    Point here;
    cursor->store(here);
    EXPECT_EQ(here.x[zero], 0.5) << name;
    Atom atom;
    atom.become_coordinate(kPointSize, kTarget, 1.0);
    EXPECT_NEAR(cursor->look(toward(atom)).norm(), (atom.to_dense() - here.x).norm(), 1e-14)
        << name;
    cursor->advance(0.5);
    const Vector expected = 0.5 * (here.x + atom.to_dense());
    cursor->store(here);
    EXPECT_LE((here.x - expected).norm(), 1e-15) << name;
  }
}

TEST(Recentering, WithoutCorrectionChangesNothing) {
  for (const auto& [name, f] : recentred_objectives()) {
    const auto once = recentred(*f, [](VectorRef) { return false; });
    const auto never = recentred(*f, [](VectorRef) { return false; });
    Point here, there;
    once->recenter([](VectorRef) { return false; });
    once->store(here);
    never->store(there);
    EXPECT_EQ(here.x, there.x) << name;
    EXPECT_EQ(once->value(), never->value()) << name;
  }
}

}  // namespace
}  // namespace acgd
