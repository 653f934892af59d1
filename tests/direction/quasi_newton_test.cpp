// Corrective steps for functions that are known by values and gradients: the quasi-Newton matrix,
// its minimisation over boxes, and runs.
#include "objective/quasi_newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "active_set/projected_cg.hpp"
#include "direction/gaussian.hpp"
#include "support/problems.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

Vector column(const Matrix& m, Index j) { return m.col(j); }

/// B by the update formula of BFGS, from theta I.
Matrix bfgs(const Matrix& s, const Matrix& y) {
  const Index last = s.cols() - 1;
  const double theta = y.col(last).squaredNorm() / s.col(last).dot(y.col(last));
  Matrix b = theta * Matrix::Identity(s.rows(), s.rows());
  for (Index k = 0; k < s.cols(); ++k) {
    const Vector bs = b * s.col(k);
    b += y.col(k) * y.col(k).transpose() / s.col(k).dot(y.col(k)) -
         bs * bs.transpose() / s.col(k).dot(bs);
  }
  return b;
}

class QuasiNewtonMatrix : public testing::Test {
 protected:
  static constexpr Index kSize = 9;
  const Matrix root_ = gaussian(kSize, kSize, 1);
  const Matrix hessian_ = root_.transpose() * root_ + Matrix::Identity(kSize, kSize);
  const Matrix s_ = gaussian(kSize, 5, 2);
  const Matrix y_ = hessian_ * s_;
};

TEST_F(QuasiNewtonMatrix, EqualsUpdateFormula) {
  QuasiNewton estimate(kSize);
  for (Index k = 0; k < s_.cols(); ++k) {
    EXPECT_TRUE(estimate.add(column(s_, k), column(y_, k), 0, false));
  }
  const Matrix b = bfgs(s_, y_);
  Matrix products(kSize, kSize);
  Vector hd;
  for (Index j = 0; j < kSize; ++j) {
    estimate.multiply(Vector::Unit(kSize, j), hd);
    products.col(j) = hd;
  }
  EXPECT_LE((products - b).norm(), 1e-10 * b.norm());
  // The secant equation.
  estimate.multiply(column(s_, 4), hd);
  EXPECT_LE((hd - y_.col(4)).norm(), 1e-10 * y_.col(4).norm());
}

TEST_F(QuasiNewtonMatrix, GramMatrixAndImagesAgreeWithProducts) {
  QuasiNewton estimate(kSize);
  for (Index k = 0; k < s_.cols(); ++k) estimate.add(column(s_, k), column(y_, k), 0, false);
  const Matrix b = bfgs(s_, y_);
  std::vector<Atom> atoms(4);
  atoms[0].become_coordinate(kSize, 3, -2);
  atoms[1] = Atom(Vector(gaussian(kSize, 1, 3)));
  atoms[2].become_coordinate(kSize, 3, 1);
  auto& sparse = atoms[3].become_sparse(kSize);
  sparse.indices = {1, 3};
  sparse.values = {0.5, 4};
  std::vector<Term> terms;
  for (const Atom& atom : atoms) terms.push_back({.atom = &atom});
  Matrix h = Matrix::Zero(4, 4);
  estimate.gram(terms, 0, h);
  for (Index i = 0; i < 4; ++i) {
    Vector image = Vector::Zero(estimate.image_size());
    estimate.add_image(terms[i], 3, image);
    for (Index j = 0; j < 4; ++j) {
      const double exact = atoms[i].to_dense().dot(b * atoms[j].to_dense());
      EXPECT_NEAR(h(i, j), exact, 1e-9 * b.norm());
      EXPECT_NEAR(estimate.product(terms[j], image), 3 * exact, 1e-8 * b.norm());
    }
  }
}

// Where f is not convex, s'y may be negative.
TEST_F(QuasiNewtonMatrix, StaysPositiveDefinite) {
  QuasiNewton estimate(kSize);
  const Matrix y = gaussian(kSize, 200, 5), s = gaussian(kSize, 200, 6);
  Vector hd;
  for (Index k = 0; k < y.cols(); ++k) {
    estimate.add(column(s, k), column(y, k), 0, k % 2 == 0);
    if (!estimate.is_ready()) continue;
    for (Index j = 0; j < kSize; ++j) {
      estimate.multiply(Vector::Unit(kSize, j), hd);
      EXPECT_GT(hd[j], 0) << k;
    }
  }
  EXPECT_TRUE(estimate.is_ready());
}

TEST_F(QuasiNewtonMatrix, RefusesPairsWithoutInformation) {
  QuasiNewton estimate(kSize);
  EXPECT_FALSE(estimate.add(column(s_, 0), Vector::Zero(kSize), 0, false));
  EXPECT_FALSE(estimate.add(column(s_, 0), column(y_, 0), 2 * y_.col(0).norm(), false));
  EXPECT_FALSE(estimate.add(Vector::Zero(kSize), column(y_, 0), 0, false));
  EXPECT_FALSE(estimate.add(column(s_, 0), -column(y_, 0), 0, false));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(estimate.add(column(s_, 0), Vector::Constant(kSize, nan), 0, false));
}

/// Curvature of a dense matrix, by products alone.
class DenseCurvature final : public Curvature {
 public:
  explicit DenseCurvature(Matrix h) : h_(std::move(h)) {}
  bool is_constant() const override { return true; }
  void refresh() override {}
  Index image_size() const override { return 0; }
  void add_image(const Term&, double, VectorRef) override {}
  double product(const Term&, ConstVectorRef) override { return 0; }
  void gram(std::span<const Term>, Index, Matrix&) override {}
  double gram_cost(std::span<const Term>, Index) const override { return 0; }
  bool has_products() const override { return true; }
  void multiply(const Vector& d, Vector& hd) override { hd = h_ * d; }

 private:
  Matrix h_;
};

// The conditions of Karush, Kuhn and Tucker at the minimum.
TEST(ProjectedCg, EndsAtMinimumWithinBounds) {
  constexpr Index n = 30;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Matrix root = gaussian(n, n, seed);
    const Matrix h = root.transpose() * root + 0.1 * Matrix::Identity(n, n);
    const Vector g = 20 * gaussian(n, 1, seed + 100);
    const Vector lower = Vector::Constant(n, -0.5), upper = Vector::Constant(n, 1);
    const Vector x = seed % 2 == 0 ? Vector::Zero(n) : lower;
    DenseCurvature curvature(h);
    ProjectedCg model;
    model.minimize(curvature, {x, g, lower, upper}, 1e-9);
    const Vector& y = model.target();
    const Vector r = g + h * (y - x);
    for (Index i = 0; i < n; ++i) {
      EXPECT_GE(y[i], lower[i]);
      EXPECT_LE(y[i], upper[i]);
      const double multiplier = y[i] == lower[i]   ? std::min(r[i], 0.0)
                                : y[i] == upper[i] ? std::max(r[i], 0.0)
                                                   : r[i];
      EXPECT_LE(std::abs(multiplier), 1e-6 * g.norm());
    }
    const Vector p = y - x;
    EXPECT_NEAR(model.curvature(), p.dot(h * p), 1e-8 * p.dot(h * p));
    EXPECT_NEAR(model.decrease(), -g.dot(p) - 0.5 * p.dot(h * p), 1e-8 * model.decrease());
  }
}

/// f(x) = scale |x - target|^2 / 2 + constant with the weights 1, 2, 3, ... in the norm.
Function distance_to(const Vector& target, double scale = 1, double constant = 0) {
  const Vector weights = Vector::LinSpaced(target.size(), 1, static_cast<double>(target.size()));
  return {target.size(),
          [=](const Vector& x) {
            return 0.5 * scale * weights.dot((x - target).cwiseAbs2()) + constant;
          },
          [=](const Vector& x, Vector& g) { g = scale * weights.cwiseProduct(x - target); }};
}

Options corrective(double tolerance) {
  return {.direction = Corrective{}, .max_iterations = 500, .gap_tolerance = tolerance};
}

TEST(QuasiNewtonRun, FindsClosedFormOverBox) {
  const Vector target = 2 * gaussian(20, 1, 7);
  const Result result = minimize(distance_to(target), Box(20, -1, 1), corrective(1e-10));
  EXPECT_EQ(result.status, Status::gap_reached);
  EXPECT_LE((result.x - target.cwiseMax(-1).cwiseMin(1)).norm(), 1e-5);
  EXPECT_LE(result.counts.gradients, 30);
}

TEST(QuasiNewtonRun, FindsClosedFormOverR) {
  const Vector target = gaussian(20, 1, 7);
  const Result result =
      descend(distance_to(target), L2Ball(20, 1), Vector::Zero(20), corrective(1e-9));
  EXPECT_EQ(result.status, Status::gap_reached);
  EXPECT_LE((result.x - target).norm(), 1e-8);
  EXPECT_LE(result.counts.gradients, 40);
}

// With w_i (x_i - t_i) + lambda x_i = 0, x_i = w_i t_i / (w_i + lambda), and |x| = r.
TEST(QuasiNewtonRun, FindsClosedFormOverBall) {
  const Vector target = 3 * gaussian(20, 1, 7);
  const Vector weights = Vector::LinSpaced(20, 1, 20);
  double low = 0, high = 1e6;
  Vector x;
  for (int k = 0; k < 200; ++k) {
    const double lambda = 0.5 * (low + high);
    x = weights.cwiseProduct(target).cwiseQuotient((weights.array() + lambda).matrix());
    (x.norm() > 2 ? low : high) = lambda;
  }
  const Result result = minimize(distance_to(target), L2Ball(20, 2), corrective(1e-9));
  EXPECT_EQ(result.status, Status::gap_reached);
  EXPECT_LE((result.x - x).norm(), 1e-4);
  EXPECT_LE(result.counts.gradients, 40);
}

// With products of the exact Hessian, Newton's method minimises a quadratic in one step.
TEST(QuasiNewtonRun, UsesProductsWithHessian) {
  const Vector target = 2 * gaussian(20, 1, 7);
  const Function plain = distance_to(target);
  int products = 0;
  const Function f(
      20, [&](const Vector& x) { return plain.value(x); },
      [&](const Vector& x, Vector& g) { plain.gradient(x, g); },
      {.hessian_product = [&](const Vector&, const Vector& d, Vector& hd) {
        ++products;
        hd = Vector::LinSpaced(20, 1, 20).cwiseProduct(d);
      }});
  const Result box = minimize(f, Box(20, -1, 1), corrective(1e-4));
  EXPECT_EQ(box.status, Status::gap_reached);
  EXPECT_LE(box.counts.iterations, 3);
  EXPECT_LE((box.x - target.cwiseMax(-1).cwiseMin(1)).norm(), 1e-2);
  EXPECT_GT(products, 0);
  const Result free = descend(f, L2Ball(20, 1), Vector::Zero(20), corrective(1e-6));
  EXPECT_EQ(free.status, Status::gap_reached);
  EXPECT_LE(free.counts.iterations, 5);
  const Result ball = minimize(f, L2Ball(20, 2), corrective(1e-6));
  EXPECT_LE((ball.x - minimize(plain, L2Ball(20, 2), corrective(1e-6)).x).norm(), 1e-2);
  const Result simplex = minimize(f, Simplex(20), corrective(1e-8));
  EXPECT_EQ(simplex.status, Status::gap_reached);
}

TEST(QuasiNewtonRun, RejectsProductOfAnotherSize) {
  const Function f(
      2, [](const Vector& x) { return x.squaredNorm(); },
      [](const Vector& x, Vector& g) { g = 2 * x; },
      {.hessian_product = [](const Vector&, const Vector&, Vector& hd) { hd.setZero(3); }});
  EXPECT_THROW(minimize(f, Box(2, -1, 1), Vector{{0.5, 0.5}}, corrective(1e-6)), InvalidInput);
}

// Where f is not convex, runs end at stationary points: the gap is recomputed by the LMO.
TEST(QuasiNewtonRun, EndsStationaryWhereNotConvex) {
  const Function f = rosenbrock(12);
  const std::vector<std::shared_ptr<const Oracle>> sets = {
      std::make_shared<Box>(12, -0.8, 0.9), std::make_shared<L2Ball>(12, 1.5),
      std::make_shared<L1Ball>(12, 3.0), std::make_shared<Simplex>(12)};
  for (const auto& set : sets) {
    const Result result = minimize(f, *set, set->start(), corrective(1e-7));
    EXPECT_EQ(result.status, Status::gap_reached) << set->name();
    EXPECT_EQ(result.direction, "corrective");
    Vector g(12);
    f.gradient(result.x, g);
    EXPECT_LE(g.dot(result.x - linear_minimizer(*set, g)), 2e-7) << set->name();
    EXPECT_TRUE(set->contains(result.x, 1e-9)) << set->name();
    EXPECT_LE(result.counts.gradients, 200) << set->name();
  }
}

// Powers of 2 scale every number of a run without rounding.
TEST(QuasiNewtonRun, UnitsOfTheFunctionDoNotMatter) {
  const Vector target = 2 * gaussian(15, 1, 9);
  const std::vector<std::shared_ptr<const Oracle>> sets = {std::make_shared<Box>(15, -1, 1),
                                                           std::make_shared<L2Ball>(15, 1.5),
                                                           std::make_shared<Simplex>(15)};
  for (const auto& set : sets) {
    const Result one = minimize(distance_to(target), *set, corrective(1e-8));
    const Result other = minimize(distance_to(target, 0x1p20), *set, corrective(1e-8 * 0x1p20));
    EXPECT_EQ(one.x, other.x) << set->name();
    EXPECT_EQ(one.counts.gradients, other.counts.gradients) << set->name();
  }
}

TEST(QuasiNewtonRun, LargeConstantCostsNoDigitsOfX) {
  const Vector target = 2 * gaussian(15, 1, 9);
  const Result result = minimize(distance_to(target, 1, 1e8), Box(15, -1, 1), corrective(1e-6));
  EXPECT_EQ(result.status, Status::gap_reached);
  EXPECT_LE((result.x - target.cwiseMax(-1).cwiseMin(1)).norm(), 1e-3);
}

// The domain of f ends inside the box, where the first trial is.
TEST(QuasiNewtonRun, AvoidsPointsWithoutValue) {
  const Function f(
      2, [](const Vector& x) { return x[0] + x[1] - std::log(x[0]) - std::log(0.6 - x[1]); },
      [](const Vector& x, Vector& g) {
        g = Vector{{1 - 1 / x[0], 1 + 1 / (0.6 - x[1])}};
      });
  const Result result = minimize(f, Box(2, -1, 2), Vector{{0.1, 0.5}}, corrective(1e-7));
  EXPECT_EQ(result.status, Status::gap_reached);
  EXPECT_NEAR(result.x[0], 1, 1e-4);
  EXPECT_NEAR(result.x[1], -1, 1e-4);
}

// Callables of single precision end, and near the solution.
TEST(QuasiNewtonRun, EndsInSinglePrecision) {
  const Vector target = 2 * gaussian(10, 1, 4);
  const Function exact = distance_to(target);
  const auto single = [](double v) { return static_cast<double>(static_cast<float>(v)); };
  const Function f(
      10, [&](const Vector& x) { return single(exact.value(x)); },
      [&](const Vector& x, Vector& g) {
        exact.gradient(x, g);
        g = g.unaryExpr(single);
      });
  for (const auto& set : std::vector<std::shared_ptr<const Oracle>>{
           std::make_shared<Box>(10, -1, 1), std::make_shared<L2Ball>(10, 1.5)}) {
    const Result result = minimize(f, *set, {.direction = Corrective{}, .max_iterations = 500});
    EXPECT_TRUE(is_converged(result.status)) << to_string(result.status);
    EXPECT_LE(result.counts.gradients, 200);
    const Result fine = minimize(exact, *set, corrective(1e-10));
    EXPECT_LE((result.x - fine.x).norm(), 1e-2);
  }
}

// A resumed run has the bits of one that was not interrupted.
TEST(QuasiNewtonRun, ResumesWithTheSameBits) {
  const Function f = rosenbrock(12);
  const std::vector<std::shared_ptr<const Oracle>> sets = {std::make_shared<Box>(12, -0.8, 0.9),
                                                           std::make_shared<L2Ball>(12, 1.5),
                                                           std::make_shared<L1Ball>(12, 3.0)};
  for (const auto& set : sets) {
    for (const bool free : {false, true}) {
      const Start start = free ? Start(Vector(Vector::Constant(12, 0.3))) : Start(set->start());
      const Mode mode = free ? Mode::unconstrained : Mode::constrained;
      std::vector<std::shared_ptr<const Checkpoint>> saved;
      Options options = corrective(1e-8);
      options.checkpoint = {.every = 7, .save = [&](const Checkpoint& checkpoint) {
                              saved.push_back(std::make_shared<const Checkpoint>(checkpoint));
                            }};
      const Result whole = solve(mode, f, *set, start, options);
      ASSERT_GT(saved.size(), 1u);
      for (const auto& checkpoint : saved) {
        Options again = corrective(1e-8);
        again.resume = checkpoint;
        const Result result = solve(mode, f, *set, start, again);
        EXPECT_EQ(result.x, whole.x) << set->name();
        EXPECT_EQ(result.counts.gradients, whole.counts.gradients) << set->name();
      }
    }
  }
}

}  // namespace
}  // namespace acgd_test
