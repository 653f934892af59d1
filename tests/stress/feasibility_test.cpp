// A million steps leave x in the set, to 1e-12 relative at every step, with non-negative weights at
// the end; and recentering changes the iterates by rounding error only.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/acgd.hpp"
#include "support/effort.hpp"
#include "support/named_rule.hpp"

namespace acgd {
namespace {

constexpr Index kSize = 5;
constexpr double kRadius = 3;
// Stricter than documented: without recentering, runs over the simplex and the l1 ball exceed it.
constexpr double kOutside = 1e-14;

/// Distance outside the set, relative to its size, by independent formulas.
using Excess = std::function<double(const Vector& x)>;

struct Case {
  const char* name;
  std::shared_ptr<const Oracle> set;
  Excess excess;
};

double above(double size) { return std::max(0.0, size / kRadius - 1); }
double below_zero(const Vector& x) { return std::max(0.0, -x.minCoeff() / kRadius); }

std::vector<Case> cases() {
  return {
      {"box", std::make_shared<Box>(kSize, -1.0, kRadius),
       [](const Vector& x) {
         return std::max({0.0, (x.maxCoeff() - kRadius) / kRadius, (-1 - x.minCoeff()) / kRadius});
       }},
      {"simplex", std::make_shared<Simplex>(kSize, kRadius),
       [](const Vector& x) { return std::max(std::abs(x.sum() / kRadius - 1), below_zero(x)); }},
      {"unit_simplex", std::make_shared<Simplex>(kSize, kRadius, Relation::at_most),
       [](const Vector& x) { return std::max(above(x.sum()), below_zero(x)); }},
      {"l1", std::make_shared<L1Ball>(kSize, kRadius),
       [](const Vector& x) { return above(x.cwiseAbs().sum()); }},
      {"l2", std::make_shared<L2Ball>(kSize, kRadius),
       [](const Vector& x) { return above(std::sqrt(x.squaredNorm())); }},
      {"linf", std::make_shared<LinfBall>(kSize, kRadius),
       [](const Vector& x) { return above(x.cwiseAbs().maxCoeff()); }},
      {"lp", std::make_shared<LpBall>(kSize, 3.0, kRadius),
       [](const Vector& x) { return above(std::cbrt(x.array().abs().cube().sum())); }}};
}

/// A target outside of every set: the iterates stay at the boundary, where rounding can leave the
/// set.
Vector target() { return Vector{{4.1, 3.3, -2.7, 2.2, 3.9}}; }
Vector scales() { return Vector{{1, 2, 0.5, 3, 1.5}}; }

/// sum of s_i (x_i - target_i)^2, which records every point of evaluation.
Function distance_to_target(std::function<void(const Vector&)> see) {
  return Function(
      kSize, [](const Vector& x) { return scales().dot((x - target()).cwiseAbs2()); },
      [see = std::move(see)](const Vector& x, Vector& g) {
        see(x);
        g = 2 * scales().cwiseProduct(x - target());
      });
}

std::vector<acgd_test::NamedRule> rules() {
  return {{"fixed", Fixed{1e-6}}, {"open_loop", OpenLoop{}}, {"adaptive", AdaptiveAdjustable{}}};
}

class Feasibility : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Sets, Feasibility, testing::ValuesIn(cases()),
                         [](const auto& set) { return std::string(set.param.name); });

TEST_P(Feasibility, HoldsAtEveryPointOfLongRun) {
  const Case& c = GetParam();
  for (const acgd_test::NamedRule& rule : rules()) {
    double worst = 0;
    const Function f = distance_to_target([&](const Vector& x) {
      const double excess = c.excess(x);
      if (!(excess <= worst)) worst = excess;
    });
    const Result result = minimize(f, *c.set,
                                   {.direction = FrankWolfe{},
                                    .step = rule.step,
                                    .max_iterations = effort::long_run(),
                                    .gap_tolerance = 0});
    EXPECT_LE(worst, kOutside) << rule.name;
    EXPECT_LE(c.excess(result.x), kOutside) << rule.name;
    if (c.set->name().find("simplex") != std::string::npos) {
      EXPECT_GE(result.x.minCoeff(), 0) << rule.name;
    }
  }
}

std::vector<std::pair<const char*, std::shared_ptr<const Objective>>> structured() {
  const Matrix a = scales().cwiseSqrt().asDiagonal();
  const Vector b = a * target();
  const Matrix q = 2 * a * a;
  return {{"composite", std::make_shared<LeastSquares>(
                            a, b, LeastSquaresOptions{.route = LeastSquaresRoute::composite})},
          {"columns", std::make_shared<LeastSquares>(
                          a, b, LeastSquaresOptions{.route = LeastSquaresRoute::gram_columns})},
          {"quadratic", std::make_shared<Quadratic>(q, Vector(-q * target()))},
          {"balancing", std::make_shared<MatrixBalancing>(
                            Matrix(target() * scales().transpose()).cwiseAbs().eval())}};
}

TEST_P(Feasibility, HoldsForStructuredObjectives) {
  const Case& c = GetParam();
  for (const auto& [name, f] : structured()) {
    for (const Index iterations : {Index{1000}, effort::long_run() / 10}) {
      const auto result = minimize(*f, *c.set,
                                   {.direction = FrankWolfe{},
                                    .step = Fixed{1e-4},
                                    .max_iterations = iterations,
                                    .gap_tolerance = 0});
      EXPECT_LE(c.excess(result.x), kOutside) << name;
      EXPECT_NEAR(result.value, f->value(result.x), 1e-10 * std::abs(result.value)) << name;
    }
  }
}

/// The same set without recentering.
class NeverRecentred final : public Oracle {
 public:
  explicit NeverRecentred(const Oracle& set) : set_(set) {}
  std::string name() const override { return set_.name(); }
  Index dimension() const override { return set_.dimension(); }
  void minimize(const Gradient& g, LmoResult& lmo) const override { set_.minimize(g, lmo); }
  Violation violation(ConstVectorRef x) const override { return set_.violation(x); }

 private:
  const Oracle& set_;
};

TEST_P(Feasibility, RecenteringChangesIteratesByRoundingOnly) {
  const Case& c = GetParam();
  for (const acgd_test::NamedRule& rule : rules()) {
    std::vector<Vector> path;
    const Options options{
        .direction = FrankWolfe{}, .step = rule.step, .max_iterations = 10000, .gap_tolerance = 0};
    const auto remember = [&](const Vector& x) { path.push_back(x); };
    minimize(distance_to_target(remember), NeverRecentred(*c.set), c.set->start(), options);
    std::size_t at = 0;
    double apart = 0;
    const auto compare = [&](const Vector& x) {
      if (at < path.size()) apart = std::max(apart, (x - path[at++]).norm());
    };
    minimize(distance_to_target(compare), *c.set, c.set->start(), options);
    EXPECT_LE(apart, 1e-11) << rule.name;
    EXPECT_GT(at, 1) << rule.name;
  }
}

}  // namespace
}  // namespace acgd
