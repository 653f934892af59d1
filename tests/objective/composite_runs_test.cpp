// Complete runs: the updated quantities of the composite cursor over thousands of steps against the
// black box on the same formula, which recomputes everything.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "oracle/matrices.hpp"
#include "support/effort.hpp"

namespace acgd {
namespace {

constexpr Index kRows = 3, kCols = 4, kRunSize = kRows * kCols, kSamples = 40;

/// The same formula, as values and gradients only.
Function black_box(const Composite& f) {
  return Function(
      f.dimension(), [&f](const Vector& x) { return f.value(x); },
      [&f](const Vector& x, Vector& g) { f.gradient(x, g); });
}

struct Named {
  std::string name;
  Composite f;
};

/// Dense and sparse designs (one with an empty row and a zero column), the identity; with and
/// without an offset.
std::vector<Named> objectives() {
  const Matrix a = normal_matrix(kSamples, kRunSize, 1);
  const Vector labels = normal_matrix(kSamples, 1, 2).array().sign();
  const Vector targets = normal_matrix(kSamples, 1, 3);
  Matrix thin = (normal_matrix(kSamples, kRunSize, 4).array() > 0.8).select(a, 0);
  thin.row(7).setZero();
  thin.col(5).setZero();
  const SparseMatrix sparse = thin.sparseView();
  const auto squared = std::make_shared<SquaredLoss>(targets);
  const Intercept profiled = Intercept::profiled;
  const auto classes = [](Index count) {
    return Vector(Vector::NullaryExpr(
        kSamples, [=](Index i) { return static_cast<double>((i * i + i / 3) % count); }));
  };
  return {{"squared, dense", Composite(squared, std::make_shared<DenseMap>(a))},
          {"squared, floats", Composite(squared, Design(a.cast<float>()), targets)},
          {"squared, identity",
           Composite(std::make_shared<SquaredLoss>(targets.head(kRunSize)),
                     std::make_shared<IdentityMap>(kRunSize), labels.head(kRunSize))},
          {"logistic, sparse", logistic(sparse, labels)},
          {"sigmoid, sparse", sigmoid(sparse, 0.5 * (labels.array() + 1))},
          {"sigmoid of targets, sparse", sigmoid(sparse, labels)},
          {"huber, dense", huber(a, targets, 0.5)},
          {"squared hinge, dense", squared_hinge(a, labels)},
          {"poisson, sparse", poisson(sparse, targets.cwiseAbs())},
          {"logistic with intercept, sparse", logistic(sparse, labels, {}, profiled)},
          {"huber with intercept, dense", huber(a, targets, 0.5, {}, profiled)},
          {"squared with intercept and offset, floats",
           Composite(squared, Design(a.cast<float>()), labels, profiled)},
          {"poisson with intercept, sparse", poisson(sparse, targets.cwiseAbs(), {}, profiled)},
          {"softmax, sparse", softmax(SparseMatrix(sparse.leftCols(4)), classes(3), 3)},
          {"softmax with intercepts, dense",
           softmax(a.leftCols(3), classes(4), 4, {.weights = targets.cwiseAbs()}, profiled)}};
}

std::vector<std::shared_ptr<const Oracle>> norm_balls() {
  return {std::make_shared<L1Ball>(kRunSize, 2.0),
          std::make_shared<L2Ball>(kRunSize, 1.5),
          std::make_shared<LinfBall>(kRunSize, 0.5),
          std::make_shared<LpBall>(kRunSize, 3.0, 1.0),
          std::make_shared<NuclearBall>(kRows, kCols, 2.0),
          std::make_shared<Product>(L1Ball(5, 1.0), L2Ball(kRunSize - 5, 1.0))};
}

std::vector<std::shared_ptr<const Oracle>> polytopes() {
  return {std::make_shared<L1Ball>(kRunSize, 2.0),
          std::make_shared<LinfBall>(kRunSize, 0.5),
          std::make_shared<Simplex>(kRunSize, 2.0),
          std::make_shared<Simplex>(kRunSize, 2.0, Relation::at_most),
          std::make_shared<Box>(kRunSize, -0.5, 1.0),
          std::make_shared<Product>(LinfBall(4, 1.0), Simplex(3), L1Ball(kRunSize - 7, 1.0))};
}

std::vector<std::shared_ptr<const Oracle>> all_sets() {
  auto sets = polytopes();
  for (auto& ball : norm_balls()) sets.push_back(ball);
  return sets;
}

/// The black box searches for the intercept at every point: a few sets suffice.
std::vector<std::shared_ptr<const Oracle>> sets_for(
    const Composite& f, std::vector<std::shared_ptr<const Oracle>> sets) {
  if (f.has_intercept()) sets.resize(2);
  return sets;
}

/// Both cursors take the same steps, chosen on the composite one. Unlike two runs, they stay
/// comparable where rounding decides about a vertex.
void expect_same_steps(const Composite& f, const Oracle& set, Mode mode, const StepChoice& step) {
  const Function plain = black_box(f);
  const auto direction = mode == Mode::constrained ? toward : along;
  const auto carried_cursor = f.start(set.start(), l2_norm());
  const auto plain_cursor = plain.start(set.start(), l2_norm());
  const auto rule =
      step.begin({.constrained = mode == Mode::constrained, .max_iterations = effort::long_walk()});
  LmoResult lmo;
  double value_size = 0, gradient_size = 0,
         step_size = 0;  // sizes over the run, times the tolerance
  for (int k = 0; k < effort::long_walk(); ++k) {
    const Vector g = plain_cursor->gradient().dense();
    set.minimize(carried_cursor->gradient(), lmo);
    Line& carried = carried_cursor->look(direction(lmo.atom));
    Line& plain_line = plain_cursor->look(direction(lmo.atom));
    if (k == 0) {
      gradient_size = 1e-10 * g.norm();
      step_size = 1e-10 * plain_line.norm();
      value_size = 1e-10 * (std::abs(plain_cursor->value()) + g.norm() * plain_line.norm());
    }
    ASSERT_LE((carried_cursor->gradient().dense() - g).norm(), gradient_size) << k;
    ASSERT_NEAR(carried_cursor->value(), plain_cursor->value(), value_size) << k;
    ASSERT_NEAR(-carried.directional_derivative(), -plain_line.directional_derivative(), value_size)
        << k;
    ASSERT_NEAR(carried.norm(), plain_line.norm(), step_size) << k;
    if (!(carried.directional_derivative() < 0)) return;
    const StepDecision decision = rule->choose(carried);
    const double t = decision.length;
    if (decision.outcome != StepDecision::Outcome::taken) return;
    ASSERT_NEAR(carried.change(t), plain_line.change(t), value_size) << k;
    ASSERT_NEAR(carried.slope(t), plain_line.slope(t), value_size) << k;
    if (k % 50 == 0) {
      ASSERT_NEAR(carried.probe(t / 2), plain_line.probe(t / 2), gradient_size) << k;
    }
    ASSERT_EQ(carried.gradient_change().has_value(), k > 0);
    if (k > 0) {
      ASSERT_NEAR(*carried.gradient_change(), *plain_line.gradient_change(), gradient_size) << k;
    }
    if (!carried_cursor->advance(t)) return;
    plain_cursor->advance(t);
  }
}

TEST(CompositeRuns, MatchBlackBoxInLockstep) {
  for (const auto& [name, f] : objectives()) {
    for (const auto& set : sets_for(f, all_sets())) {
      SCOPED_TRACE(name + " over the " + set->name());
      expect_same_steps(f, *set, Mode::constrained, OpenLoop{});
      expect_same_steps(f, *set, Mode::constrained, AdaptiveConstant{});
    }
    for (const auto& set : sets_for(f, norm_balls())) {
      SCOPED_TRACE(name + " along the " + set->name());
      expect_same_steps(f, *set, Mode::unconstrained, AdaptiveConstant{});
    }
  }
}

/// Polytopes: the choice of the next vertex does not depend on the last digits.
TEST(CompositeRuns, MatchBlackBoxRuns) {
  const Options options{.direction = FrankWolfe{},
                        .step = OpenLoop{},
                        .max_iterations = 300,
                        .gap_tolerance = 0,
                        .trace = true};
  for (const auto& [name, f] : objectives()) {
    for (const auto& set : sets_for(f, polytopes())) {
      SCOPED_TRACE(name + " over the " + set->name());
      const Trace carried = minimize(f, *set, options).trace;
      const Trace plain = minimize(black_box(f), *set, options).trace;
      ASSERT_EQ(carried.size(), plain.size());
      const double scale = std::abs(plain[0].value) + plain[0].gap;
      for (std::size_t k = 0; k < plain.size(); ++k) {
        ASSERT_NEAR(carried[k].value, plain[k].value, 1e-10 * scale) << k;
        ASSERT_NEAR(carried[k].gap, plain[k].gap, 1e-10 * scale) << k;
      }
    }
  }
}

TEST(CompositeRuns, SingleSampleAndVariable) {
  const Composite f = logistic(Matrix::Constant(1, 1, 2.0), Vector::Ones(1));
  const Result result =
      minimize(f, L1Ball(1, 3.0), Options{.direction = FrankWolfe{}, .step = LineSearch{}});
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  EXPECT_NEAR(result.value, std::log1p(std::exp(-6.0)), 1e-12);
}

}  // namespace
}  // namespace acgd
