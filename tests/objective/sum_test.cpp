// A sum of functions as an objective: formulas, properties and invalid input.
#include "acgd/objective/sum.hpp"

#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/completion_examples.hpp"
#include "objective/lockstep.hpp"
#include "objective/sum_examples.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::random_matrix;
using acgd_test::random_vector;
using acgd_test::refusal;
using Parts = std::vector<Sum::Part>;

constexpr Index kSumSize = 20;

std::shared_ptr<const LeastSquares> sum_squares(LeastSquaresOptions options = {}) {
  return std::make_shared<LeastSquares>(random_matrix(40, kSumSize, 1), random_vector(40, 2),
                                        std::move(options));
}

std::shared_ptr<const Composite> sum_logistic(Intercept intercept = Intercept::none) {
  const Vector signs =
      random_vector(40, 3).unaryExpr([](double v) -> double { return v > 0 ? 1 : -1; });
  return std::make_shared<Composite>(
      logistic(random_matrix(40, kSumSize, 4), signs, {}, intercept));
}

TEST(Sum, IsWeightedSumOfParts) {
  const auto squares = sum_squares();
  const auto loss = sum_logistic();
  const Ridge ridge(kSumSize, 3);
  const Sum sum({squares, loss, std::make_shared<Ridge>(ridge)}, {0.5, 2, 4});
  const Vector x = random_vector(kSumSize, 5);
  EXPECT_NEAR(sum.value(x), 0.5 * squares->value(x) + 2 * loss->value(x) + 6 * x.squaredNorm(),
              1e-12 * sum.value(x));
  Vector g(kSumSize), first(kSumSize), second(kSumSize);
  sum.gradient(x, g);
  squares->gradient(x, first);
  loss->gradient(x, second);
  EXPECT_LE((g - (0.5 * first + 2 * second + 12 * x)).norm(), 1e-12 * g.norm());
  EXPECT_EQ(sum.dimension(), kSumSize);
}

TEST(Sum, GradientMatchesValue) {
  const auto [net, mixed, nested] = acgd_test::sum_examples(kSumSize);
  for (const Objective* f : {net.get(), mixed.get(), nested.get()}) {
    const auto complaints = check_gradient(*f, random_vector(kSumSize, 6));
    EXPECT_TRUE(complaints.empty()) << complaints[0];
  }
}

TEST(Sum, HasPropertiesCommonToAllParts) {
  const auto squares = sum_squares();
  const auto ridge = std::make_shared<Ridge>(kSumSize, 3);
  const auto bumpy = std::make_shared<Levy>(kSumSize);
  const Sum smooth({squares, ridge}, {2, 5}), both({squares, bumpy});
  EXPECT_NEAR(smooth.lipschitz().value(), 2 * squares->lipschitz().value() + 15, 1e-9);
  EXPECT_FALSE(both.lipschitz());
  EXPECT_TRUE(smooth.is_convex());
  EXPECT_FALSE(both.is_convex());
  EXPECT_TRUE(smooth.has_curvature());
  EXPECT_FALSE(both.has_curvature());
  EXPECT_EQ(both.start(Atom(Vector::Zero(kSumSize)), l2_norm())->curvature(), nullptr);
  EXPECT_TRUE(Sum({ridge, bumpy}).has_proven_gradient());
  EXPECT_FALSE(smooth.has_proven_gradient());
}

TEST(Sum, HasInterceptOfItsPart) {
  const auto loss = sum_logistic(Intercept::profiled);
  const auto ridge = std::make_shared<Ridge>(kSumSize, 3);
  const Vector x = random_vector(kSumSize, 5);
  EXPECT_EQ(Sum({ridge, loss}).intercept(x), loss->intercept(x));
  EXPECT_EQ(Sum({ridge, ridge}).intercept(x).size(), 0);
  EXPECT_EQ(Sum({loss, loss}).intercept(x).size(), 0);
}

/// d' H d on the line from 0 to a point.
std::optional<double> curvature_on_a_line(const Objective& f, const Vector& to) {
  const auto cursor = f.start(Atom(Vector::Zero(f.dimension())), l2_norm());
  const Atom v(to);
  return cursor->look(toward(v)).curvature();
}

TEST(Sum, OfQuadraticsIsQuadraticAlongLine) {
  const auto squares = sum_squares({.route = LeastSquaresRoute::composite});
  const auto columns = sum_squares({.route = LeastSquaresRoute::gram_columns});
  const Vector v = random_vector(kSumSize, 7);
  const double image = (random_matrix(40, kSumSize, 1) * v).squaredNorm();
  const Sum sum({squares, columns, std::make_shared<Ridge>(kSumSize, 3)}, {1, 4, 0.5});
  EXPECT_NEAR(curvature_on_a_line(sum, v).value(), 10 * image + 1.5 * v.squaredNorm(),
              1e-12 * image);
  EXPECT_FALSE(curvature_on_a_line(Sum({squares, sum_logistic()}), v));
}

// The quantities of a sum's cursor at every point of a run, and along its lines, in norms that know
// ||d|| of the ridge and in others.
TEST(Sum, CursorMatchesFormulasAlongRun) {
  const auto [net, mixed, nested] = acgd_test::sum_examples(kSumSize);
  const Atom x0(Vector(0.1 * random_vector(kSumSize, 10)));
  const L1Ball ball(kSumSize, 3);
  for (const Objective* f : {net.get(), mixed.get(), nested.get()}) {
    for (const auto& norm : {l2_norm(), l1_norm()}) {
      for (const Mode mode : {Mode::constrained, Mode::unconstrained}) {
        const auto deviation =
            acgd_test::compare_in_lockstep(*f, *f, ball, mode, Backtracking{}, x0, 40, norm);
        EXPECT_EQ(deviation.iterations, 40);
        EXPECT_LE(deviation.worst(), 1e-9) << deviation;
      }
    }
  }
}

// A quadratic has a curvature and no derivatives along a line, a logistic loss has these and no
// curvature.
TEST(Sum, CurvatureIsSumOfParts) {
  const auto columns = sum_squares({.route = LeastSquaresRoute::gram_columns});
  const auto loss = sum_logistic();
  const Sum sum({columns, loss, std::make_shared<Ridge>(kSumSize, 3)}, {1, 5, 1});
  const Vector x = random_vector(kSumSize, 8), v = random_vector(kSumSize, 9), d = v - x;
  const auto cursor = sum.start(Atom(x), l2_norm());
  const Atom atom(v);
  const std::optional<Derivatives> derivatives = cursor->look(toward(atom)).derivatives(0.25);
  ASSERT_TRUE(derivatives);
  Vector before(kSumSize), after(kSumSize);
  const double h = 1e-5;
  sum.gradient(x + (0.25 - h) * d, before);
  sum.gradient(x + (0.25 + h) * d, after);
  EXPECT_NEAR(derivatives->slope, 0.5 * (before + after).dot(d),
              1e-6 * std::abs(derivatives->slope));
  EXPECT_NEAR(derivatives->curvature, (after - before).dot(d) / (2 * h),
              1e-6 * derivatives->curvature);
}

TEST(Sum, CountsOneGradientForAllParts) {
  const L1Ball ball(kSumSize, 1);
  const Options options{.direction = FrankWolfe{}, .step = LineSearch{}, .max_iterations = 25};
  const auto loss = sum_logistic();
  const Result once = minimize(*loss, ball, options);
  const Result sum =
      minimize(Sum({loss, loss, std::make_shared<Ridge>(kSumSize, 3), loss}), ball, options);
  EXPECT_EQ(once.counts.gradients, 26);
  EXPECT_EQ(sum.counts.gradients, 26);
  // The probe of an adaptive rule is one more.
  const Result adaptive =
      minimize(Sum({loss, loss}), ball, {.direction = FrankWolfe{}, .max_iterations = 25});
  EXPECT_EQ(adaptive.counts.gradients, 27);
  EXPECT_EQ(adaptive.counts.trials,
            minimize(Sum({loss}, {2}), ball, {.direction = FrankWolfe{}, .max_iterations = 25})
                .counts.trials);
}

TEST(Sum, RejectsPartsThatCannotBeAdded) {
  const auto ridge = std::make_shared<Ridge>(3, 1);
  EXPECT_EQ(refusal([] { Sum(Parts{}); }), "parts: there are none, must be at least one");
  EXPECT_EQ(refusal([&] { Sum({ridge, nullptr}); }), "parts[1]: must not be null");
  EXPECT_EQ(refusal([&] {
              Sum({ridge, std::make_shared<Ridge>(4, 1)});
            }),
            "parts[1]: has 4 variables, must have 3 like parts[0]");
  EXPECT_EQ(refusal([&] {
              Sum({ridge, ridge}, {1});
            }),
            "weights: has 1 entries, must have 2, one a part");
  for (const double weight : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_NE(refusal([&] {
                Sum({ridge, ridge}, {1, weight});
              }).find("weights[1] = "),
              std::string::npos);
  }
}

TEST(Sum, RejectsFunctionOfLowRankMatrix) {
  const auto completion =
      std::make_shared<MatrixCompletion>(4, 5, acgd_test::observations(4, 5, 0.5));
  const NuclearBall ball(4, 5, 2.0);
  const Sum sum({std::make_shared<Ridge>(20, 1), completion});
  EXPECT_EQ(refusal([&] { minimize(sum, ball); }),
            "parts[1]: keeps its variable as a low-rank matrix, which cannot be added to other "
            "functions: must be minimised by itself");
  // A single one is not a sum.
  EXPECT_EQ(minimize(Sum({completion}), ball).value, minimize(*completion, ball).value);
}

TEST(Sum, GradientCheckDetectsWrongPart) {
  const auto wrong = std::make_shared<Function>(
      kSumSize, [](const Vector& x) { return x.squaredNorm() + x[0]; },
      [](const Vector& x, Vector& g) { g = -x; });
  const L1Ball ball(kSumSize, 1);
  const Sum sum({sum_squares(), wrong});
  for (const Sum& f : {sum, Sum({std::make_shared<Sum>(sum), sum_logistic()})}) {
    EXPECT_NE(refusal([&] { minimize(f, ball, {.max_iterations = 3}); }).find("gradient: contra"),
              std::string::npos);
    EXPECT_EQ(refusal([&] { minimize(f, ball, {.max_iterations = 3, .check_gradient = false}); }),
              "");
  }
}

}  // namespace
}  // namespace acgd
