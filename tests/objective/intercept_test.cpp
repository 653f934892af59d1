// Intercepts that are profiled out: the optimal ones, and f as the minimum over them.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/acgd.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/loss_cases.hpp"
#include "objective/quadratic_problems.hpp"
#include "support/decompositions.hpp"
#include "support/refusal.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

constexpr Index kInterceptSamples = 60, kInterceptSize = 8;

Vector signs_of(const Vector& v) {
  return v.unaryExpr([](double value) { return value > 0 ? 1.0 : -1.0; });
}

/// The b at which the sum of derivatives vanishes, by bisection in long double.
long double best_by_bisection(const LossCase& loss, const Vector& z, const Vector& y,
                              const Vector& weights) {
  const auto slope = [&](long double b) {
    long double sum = 0;
    for (Index i = 0; i < z.size(); ++i) sum += weights[i] * loss.derivative(z[i] + b, y[i]);
    return sum;
  };
  long double low = -50, high = 50;
  for (int k = 0; k < 120; ++k) {
    const long double middle = (low + high) / 2;
    (slope(middle) < 0 ? low : high) = middle;
  }
  return low;
}

TEST(BestIntercept, IsWhereDerivativesSumToZero) {
  std::mt19937_64 random(3);
  const Vector z = 2 * random_vector(kInterceptSamples, 1);
  const Vector weights = random_vector(kInterceptSamples, 2).cwiseAbs();
  for (const LossCase& loss : every_loss()) {
    if (loss.label == "sigmoid_of_targets") continue;  // no root for targets beyond 0 and 1
    Vector y(kInterceptSamples);
    for (double& value : y) value = loss.draw(random);
    const auto made = loss.make(y, {.weights = weights});
    const Vector b = best_intercept(*made, z);
    ASSERT_EQ(b.size(), 1);
    const auto exact = static_cast<double>(best_by_bisection(loss, z, y, weights));
    EXPECT_NEAR(b[0], exact, 1e-13 * (1 + std::abs(exact))) << loss.label;
  }
}

TEST(BestIntercept, HasClosedForms) {
  const Vector y{{3, -1, 7, 2}}, z{{0.5, 1, -2, 0}}, weights{{1, 2, 0.5, 0}};
  const double mean = weights.dot(y - z) / weights.sum();
  EXPECT_NEAR(best_intercept(SquaredLoss(y, {.weights = weights}), z)[0], mean, 1e-15);
  // Far from any curvature.
  const Vector far = y.array() + 3e6;
  EXPECT_NEAR(best_intercept(SquaredLoss(far), z)[0], (far - z).mean(), 1e-9);
  EXPECT_NEAR(best_intercept(HuberLoss(far, 1e3), z)[0], (far - z).mean(), 1e-9);
  const Vector none = Vector::Zero(4);
  EXPECT_NEAR(best_intercept(LogisticLoss(Vector{{1, 1, 1, -1}}), none)[0], std::log(3.0), 1e-15);
  EXPECT_NEAR(best_intercept(PoissonLoss(Vector{{0, 3e5, 2, 1}}), none)[0], std::log(300003.0 / 4),
              1e-13);
  EXPECT_NEAR(best_intercept(PoissonLoss(Vector{{0, 0, 0, 1e-9}}), none)[0], std::log(2.5e-10),
              1e-13);
}

// Far out on the exponential, where Newton's method alone takes steps of 1.
TEST(BestIntercept, IsFoundFromFarAway) {
  const Vector z = 150 * random_vector(kInterceptSamples, 17);
  const Vector counts = random_vector(kInterceptSamples, 18).cwiseAbs();
  const double top = z.maxCoeff();
  const double exact = std::log(counts.sum()) - top - std::log((z.array() - top).exp().sum());
  EXPECT_GT(top, 250);
  EXPECT_NEAR(best_intercept(PoissonLoss(counts), z)[0], exact, 1e-12 * std::abs(exact));
  const Vector labels{{1, -1, 1}}, far{{3e4, 3e4, 3e4}};
  EXPECT_NEAR(best_intercept(LogisticLoss(labels), far)[0], std::log(2.0) - 3e4, 1e-10);
}

// b s if targets, predictions and rho are scaled by s.
TEST(BestIntercept, OfHuberScalesWithUnit) {
  const Vector y = random_vector(kInterceptSamples, 19),
               z = 3 * random_vector(kInterceptSamples, 20);
  const Vector weights = random_vector(kInterceptSamples, 21).cwiseAbs();
  for (const double rho : {1e-3, 0.1, 5.0}) {
    const double plain = best_intercept(HuberLoss(y, rho, {.weights = weights}), z)[0];
    for (const double unit : {1e-140, 1e-60, 1e-9, 1e9, 1e60, 1e140}) {
      const HuberLoss loss(unit * y, unit * rho, {.weights = weights});
      EXPECT_NEAR(best_intercept(loss, unit * z)[0] / unit, plain, 1e-13) << rho << " " << unit;
    }
  }
}

// b = log(sum of w y) - log(sum of w e^z), where e^z overflows.
TEST(BestIntercept, OfPoissonIsFoundWhereExponentialsOverflow) {
  const Vector weights = random_vector(kInterceptSamples, 22).cwiseAbs();
  const Vector counts = random_vector(kInterceptSamples, 23).cwiseAbs();
  for (const double offset : {-2e6, -2020.0, 2020.0, 2e6}) {
    const Vector z = 30 * random_vector(kInterceptSamples, 24).array() + offset;
    const double top = z.maxCoeff();
    const double exact = std::log(weights.dot(counts)) - top -
                         std::log(weights.dot((z.array() - top).exp().matrix()));
    const PoissonLoss loss(counts, {.weights = weights});
    EXPECT_NEAR(best_intercept(loss, z)[0], exact, 1e-15 * std::abs(offset) + 1e-12) << offset;
  }
}

// Every basin: a scan of 20 000 values finds nothing lower.
TEST(BestIntercept, OfNonconvexLossIsGlobalMinimum) {
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    const Index m = 4 + static_cast<Index>(seed % 20);
    const Vector z = 8 * random_vector(m, seed).array() + (seed % 3 == 0 ? 2020 : 0);
    Vector classes = 0.5 * (signs_of(random_vector(m, seed + 100)).array() + 1);
    classes[0] = 0;
    classes[1] = 1;
    const SigmoidLoss loss(classes);
    const double b = best_intercept(loss, z)[0];
    double lowest = 1;
    for (double at = -z.maxCoeff() - 20; at < -z.minCoeff() + 20; at += 0.005) {
      lowest = std::min(lowest, loss.value(Vector(z.array() + at)));
    }
    EXPECT_LE(loss.value(Vector(z.array() + b)), lowest + 1e-15) << seed;
    EXPECT_NEAR(loss.slope(z, Vector::Ones(m), b), 0, 1e-12) << seed;
  }
}

// In one case the median of three, whatever the outlier.
TEST(BestIntercept, OfHuberOnFlatPartIsAnyMinimiser) {
  const Vector y{{-10, 10}};
  const HuberLoss loss(y, 1);
  const Vector b = best_intercept(loss, Vector::Zero(2));
  EXPECT_EQ(loss.slope(Vector::Zero(2), Vector::Ones(2), b[0]), 0);
  const HuberLoss outlier(Vector{{1, 2, 1e9}}, 1e-3);
  EXPECT_NEAR(best_intercept(outlier, Vector::Zero(3))[0], 2, 1e-3 + 1e-9);
}

TEST(BestIntercept, IsRejectedWhereThereIsNone) {
  const auto of_loss = [](const Loss& loss) {
    return refusal([&] { best_intercept(loss, Vector::Zero(loss.size())); });
  };
  const std::string rule =
      ": of labels both classes have to be there, of counts one above 0, among the samples of "
      "positive weight";
  const std::string grows = "intercept: the loss falls for ever as it grows" + rule;
  const std::string shrinks = "intercept: the loss falls for ever as it shrinks" + rule;
  EXPECT_EQ(of_loss(LogisticLoss(Vector::Ones(3))), grows);
  EXPECT_EQ(of_loss(LogisticLoss(-Vector::Ones(3))), shrinks);
  EXPECT_EQ(of_loss(LogisticLoss(Vector{{1, -1}}, {.weights = Vector{{1, 0}}})), grows);
  EXPECT_EQ(of_loss(SquaredHingeLoss(Vector::Ones(3))), grows);
  EXPECT_EQ(of_loss(SigmoidLoss(Vector::Zero(3))), shrinks);
  EXPECT_EQ(of_loss(SigmoidLoss(Vector::Constant(3, 2))), grows);
  EXPECT_EQ(of_loss(PoissonLoss(Vector::Zero(3))), shrinks);
  EXPECT_EQ(refusal([] { logistic(Matrix::Ones(3, 2), Vector::Ones(3), {}, Intercept::profiled); }),
            grows);
  EXPECT_EQ(best_intercept(HuberLoss(Vector::Zero(2), 1), Vector::Zero(2))[0], 0);
}

struct Profiled {
  std::string name;
  Composite f;
  Composite joint;  ///< the same with the intercept as its last variable
};

std::vector<Profiled> profiled_models() {
  Matrix a = random_matrix(kInterceptSamples, kInterceptSize, 4);
  a.col(2).array() += 3;  // a feature with a mean
  const Vector target = a * Vector::LinSpaced(kInterceptSize, -1, 1) +
                        2 * random_vector(kInterceptSamples, 5) +
                        Vector::Constant(kInterceptSamples, 1.5);
  const Vector labels = signs_of(target), classes = 0.5 * (labels.array() + 1);
  const LossOptions weighted{.weights = random_vector(kInterceptSamples, 6).cwiseAbs()};
  Matrix more(a.rows(), a.cols() + 1);
  more << a, Vector::Ones(a.rows());
  const SparseMatrix sparse = a.sparseView(0.7, 1.0);
  Matrix more_sparse = more;
  more_sparse.leftCols(a.cols()) = sparse;
  const Intercept yes = Intercept::profiled;
  return {{"logistic", logistic(a, labels, {}, yes), logistic(more, labels)},
          {"logistic_sparse", logistic(sparse, labels, weighted, yes),
           logistic(more_sparse, labels, weighted)},
          {"huber", huber(a, target, 0.5, {}, yes), huber(more, target, 0.5)},
          {"squared_hinge", squared_hinge(a, labels, weighted, yes),
           squared_hinge(more, labels, weighted)},
          {"poisson", poisson(0.2 * a, target.cwiseAbs(), {}, yes),
           poisson(Matrix(more * Vector(Vector::Constant(more.cols(), 0.2)).asDiagonal()),
                   target.cwiseAbs())},
          {"sigmoid", sigmoid(a, classes, {}, yes), sigmoid(more, classes)}};
}

TEST(ProfiledIntercept, GradientIsThatOfMinimum) {
  for (const auto& [name, f, joint] : profiled_models()) {
    const Vector x = 0.5 * random_vector(kInterceptSize, 7);
    EXPECT_EQ(check_gradient(f, x), std::vector<std::string>{}) << name;
    const Vector b = f.intercept(x);
    ASSERT_EQ(b.size(), 1);
    EXPECT_TRUE(joint.intercept(Vector::Zero(kInterceptSize + 1)).size() == 0);
    // At the joint point the derivative along b vanishes, and no b nearby is better.
    Vector point(kInterceptSize + 1), g(kInterceptSize + 1);
    const double scale = name == "poisson" ? 5 : 1;
    point << x, scale * b[0];
    joint.gradient(point, g);
    EXPECT_NEAR(g[kInterceptSize], 0, 1e-14) << name;
    EXPECT_NEAR(joint.value(point), f.value(x), 1e-14) << name;
    for (const double away : {-2.0, -0.1, -1e-3, 1e-3, 0.1, 2.0}) {
      point[kInterceptSize] = scale * (b[0] + away);
      EXPECT_GE(joint.value(point), f.value(x)) << name;
    }
  }
}

TEST(ProfiledIntercept, ReachesJointMinimum) {
  for (const auto& [name, f, joint] : profiled_models()) {
    if (name == "sigmoid") continue;  // nonconvex: two runs may end at different points
    const Options options{.gap_tolerance = 1e-10};
    const Result found = minimize(f, L1Ball(kInterceptSize, 1.5), options);
    const Result both =
        minimize(joint, Product(L1Ball(kInterceptSize, 1.5), Box(1, -40, 40)), options);
    EXPECT_EQ(found.direction, "corrective") << name;
    EXPECT_TRUE(is_converged(found.status)) << name << ": " << found.message;
    EXPECT_LE(found.counts.oracle_calls, 60) << name;
    EXPECT_NEAR(found.value, both.value, 1e-9) << name;
    const double scale = name == "poisson" ? 5 : 1;
    EXPECT_NEAR(scale * f.intercept(found.x)[0], both.x[kInterceptSize], 1e-3) << name;
  }
}

// d^2 f / dt^2 by differences of slopes, which are differences of changes themselves.
TEST(ProfiledIntercept, CurvatureMatchesDifferencesOfSlopes) {
  for (const auto& [name, f, joint] : profiled_models()) {
    if (name == "huber" || name == "squared_hinge") continue;  // the second derivative jumps
    const Vector x = 0.3 * random_vector(kInterceptSize, 8);
    const Vector end = random_vector(kInterceptSize, 9);
    const auto cursor = f.start(Atom(x), l2_norm());
    const Atom v(end);
    cursor->gradient();
    Line& line = cursor->look(toward(v));
    const double h = 1e-4;
    for (const double t : {0.2, 0.7}) {
      const double slope = (line.change(t + h) - line.change(t - h)) / (2 * h);
      const double curvature = (line.slope(t + h) - line.slope(t - h)) / (2 * h);
      const double size = std::abs(slope) + std::abs(curvature);
      EXPECT_NEAR(line.change(t), f.value(x + t * (end - x)) - f.value(x), 1e-13 * (1 + size))
          << name;
      EXPECT_NEAR(line.slope(t), slope, 1e-6 * size) << name << t;
      EXPECT_NEAR(line.derivatives(t)->slope, line.slope(t), 1e-13 * size) << name << t;
      EXPECT_NEAR(line.derivatives(t)->curvature, curvature, 1e-6 * size) << name << t;
    }
    EXPECT_NEAR(-line.directional_derivative(), -line.slope(0), 1e-14) << name;
  }
}

// For any short step, the change is accurate: the slope times t, plus half the curvature.
TEST(ProfiledIntercept, ChangeIsAccurateForShortSteps) {
  const Profiled model = profiled_models()[0];
  const auto cursor = model.f.start(Atom(Vector(Vector::Zero(kInterceptSize))), l2_norm());
  const Atom v(Vector(random_vector(kInterceptSize, 10)));
  cursor->gradient();
  Line& line = cursor->look(along(v));
  const Derivatives derivatives = *line.derivatives(0);
  for (const double t : {1e-5, 1e-9, 1e-13}) {
    const double exact = t * derivatives.slope + 0.5 * t * t * derivatives.curvature;
    EXPECT_NEAR(line.change(t), exact, 1e-14 * std::abs(exact) + 10 * t * t * t) << t;
  }
}

TEST(ProfiledIntercept, IgnoresConstantInOffset) {
  const Matrix a = random_matrix(kInterceptSamples, kInterceptSize, 11);
  const auto loss = std::make_shared<LogisticLoss>(signs_of(random_vector(kInterceptSamples, 12)));
  const auto map = std::make_shared<DenseMap>(a);
  const Vector offset = random_vector(kInterceptSamples, 13), x = random_vector(kInterceptSize, 14);
  const Composite f(loss, map, offset, Intercept::profiled);
  const Composite g(loss, map, offset.array() + 2.5, Intercept::profiled);
  EXPECT_NEAR(f.value(x), g.value(x), 1e-15);
  EXPECT_NEAR(f.intercept(x)[0], g.intercept(x)[0] + 2.5, 1e-13);
}

// f does not change with constants in columns, and has to be as accurate: 1e12 beside 1.
TEST(ProfiledIntercept, IsAccurateForColumnsFarFromZero) {
  const Matrix a = random_matrix(kInterceptSamples, kInterceptSize, 25);
  Matrix far = a;
  far.col(1).array() += 1e12;
  const Matrix near = (far.col(1).array() - 1e12).matrix();  // the column as rounded
  Matrix exact = a;
  exact.col(1) = near;
  const Vector labels = signs_of(random_vector(kInterceptSamples, 26));
  const Vector x = random_vector(kInterceptSize, 27);
  Vector g(kInterceptSize), of_exact(kInterceptSize);
  const Composite f = logistic(exact, labels, {}, Intercept::profiled);
  f.gradient(x, of_exact);
  const SparseMatrix sparse = far.sparseView(1, 0);
  const auto reduction = std::make_shared<const Reduction>(kInterceptSamples, 8);
  for (const Design& design :
       {Design(far), Design(sparse), Design(partition_rows(sparse, reduction)),
        Design(partition_rows(far, reduction))}) {
    const Composite moved = logistic(design, labels, {}, Intercept::profiled);
    EXPECT_NEAR(moved.value(x), f.value(x), 1e-14);
    moved.gradient(x, g);
    EXPECT_LE((g - of_exact).lpNorm<Eigen::Infinity>(), 1e-14);
    EXPECT_NEAR(moved.intercept(x)[0], f.intercept(x)[0] - 1e12 * x[1], 1e-3);
  }
}

// A constant feature is absorbed by the intercept: no gradient, no curvature.
TEST(ProfiledIntercept, HasLipschitzConstant) {
  Matrix a = random_matrix(kInterceptSamples, 3, 15);
  a.col(1).setConstant(100);
  const Vector labels = signs_of(random_vector(kInterceptSamples, 16));
  const Composite f = logistic(a, labels, {}, Intercept::profiled);
  const Matrix centered = a.rowwise() - a.colwise().mean();
  const double norm = acgd_test::jacobi_svd(centered).values[0];
  const double bound = 0.25 * norm * norm / static_cast<double>(kInterceptSamples);
  EXPECT_NEAR(*f.lipschitz(), bound, 1e-5 * bound);
  Vector g(3);
  f.gradient(Vector{{0.5, 0.25, -1}}, g);
  EXPECT_NEAR(g[1], 0, 1e-13);
}

}  // namespace
}  // namespace acgd_test
