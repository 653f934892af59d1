// Runs on sums: closed forms, invariances, and one x for all parts.
#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "objective/sum_examples.hpp"

namespace acgd {
namespace {

using acgd_test::random_matrix;
using acgd_test::random_vector;
using Parts = std::vector<Sum::Part>;

constexpr Index kSumRunSize = 30;

/// ||x - centre||^2 / 2
Sum::Part distance_from(const Vector& centre) {
  return std::make_shared<Quadratic>(Matrix(Matrix::Identity(centre.size(), centre.size())),
                                     Vector(-centre), 0.5 * centre.squaredNorm());
}

/// The nearest point of { x >= 0, sum x = 1 }, by bisection for the threshold.
Vector nearest_on_simplex(const Vector& x) {
  double low = x.minCoeff() - 1, high = x.maxCoeff();
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    ((x.array() - middle).max(0).sum() > 1 ? low : high) = middle;
  }
  return (x.array() - low).max(0);
}

// ||x - c||^2 / 2 + l/2 ||x||^2 is (1 + l)/2 ||x - c / (1 + l)||^2 plus a constant.
TEST(SumRuns, DistancePlusRidgeEndsAtProjection) {
  const Vector centre = random_vector(kSumRunSize, 1);
  const auto ridge = std::make_shared<Ridge>(kSumRunSize, 3);
  for (const Parts& parts :
       {Parts{distance_from(centre), ridge}, Parts{ridge, distance_from(centre)}}) {
    const Sum f(parts);
    const Options options{.max_iterations = 20000, .gap_tolerance = 1e-12};
    const Vector aim = centre / 4;
    const Result ball = minimize(f, L2Ball(kSumRunSize, 0.5), options);
    EXPECT_LE((ball.x - 0.5 * aim.normalized()).norm(), 1e-6) << ball.message;
    const Result simplex = minimize(f, Simplex(kSumRunSize), options);
    EXPECT_LE((simplex.x - nearest_on_simplex(aim)).norm(), 1e-6) << simplex.message;
    const Result free = descend(f, L2Ball(kSumRunSize, 1), Vector::Ones(kSumRunSize),
                                {.max_iterations = 200, .gradient_tolerance = 1e-10});
    EXPECT_LE((free.x - aim).norm(), 1e-9) << free.message;
  }
}

TEST(SumRuns, RidgeAloneEndsAtShortestPoint) {
  const auto ridge = std::make_shared<Ridge>(kSumRunSize, 3);
  for (const Sum& f : {Sum({ridge}), Sum({ridge}, {2}), Sum({ridge, ridge}, {1, 5})}) {
    const Result result = minimize(f, Simplex(kSumRunSize), {.gap_tolerance = 1e-12});
    EXPECT_LE((result.x.array() - 1.0 / kSumRunSize).matrix().norm(), 1e-6);
  }
}

Vector run_signs() {
  return random_vector(60, 3).unaryExpr([](double v) -> double { return v > 0 ? 1 : -1; });
}

std::shared_ptr<const Composite> run_logistic() {
  return std::make_shared<Composite>(logistic(random_matrix(60, kSumRunSize, 2), run_signs()));
}

/// The records of two runs agree up to rounding.
void expect_same_up_to_rounding(const Result& one, const Result& other, double scale) {
  ASSERT_EQ(one.trace.size(), other.trace.size());
  for (std::size_t k = 0; k < one.trace.size(); ++k) {
    const double value = scale * one.trace[k].value;
    EXPECT_NEAR(value, other.trace[k].value, 1e-10 * std::abs(value)) << "iteration " << k;
  }
  EXPECT_LE((one.x - other.x).norm(), 1e-8);
}

std::vector<Options> run_rules() {
  std::vector<Options> all;
  for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(LineSearch{}),
                                 StepChoice(Backtracking{}), StepChoice(Short{})}) {
    all.push_back(
        {.direction = FrankWolfe{}, .step = step, .max_iterations = 30, .gap_tolerance = 0});
  }
  return all;
}

TEST(SumRuns, FunctionTwiceEqualsTwiceFunction) {
  const Matrix a = random_matrix(60, kSumRunSize, 4);
  const Vector b = random_vector(60, 5);
  const auto once = std::make_shared<LeastSquares>(a, b);
  const LeastSquares twice(a, b, {.factor = 2});
  for (const Options& options : run_rules()) {
    for (const std::shared_ptr<const Oracle>& set :
         std::vector<std::shared_ptr<const Oracle>>{std::make_shared<L1Ball>(kSumRunSize, 0.7),
                                                    std::make_shared<L2Ball>(kSumRunSize, 0.3)}) {
      expect_same_up_to_rounding(minimize(Sum({once, once}), *set, options),
                                 minimize(twice, *set, options), 1);
      expect_same_up_to_rounding(minimize(Sum({once}, {2}), *set, options),
                                 minimize(twice, *set, options), 1);
      expect_same_up_to_rounding(minimize(Sum({once}), *set, options),
                                 minimize(*once, *set, options), 1);
    }
  }
}

TEST(SumRuns, DoNotDependOnOrderOfParts) {
  const auto loss = run_logistic();
  const auto squares =
      std::make_shared<LeastSquares>(random_matrix(60, kSumRunSize, 4), random_vector(60, 5));
  const auto ridge = std::make_shared<Ridge>(kSumRunSize, 0.5);
  const Sum one({loss, squares, ridge}, {3, 0.1, 1}), other({ridge, squares, loss}, {1, 0.1, 3});
  for (const Options& options : run_rules()) {
    expect_same_up_to_rounding(minimize(one, L1Ball(kSumRunSize, 2), options),
                               minimize(other, L1Ball(kSumRunSize, 2), options), 1);
  }
}

/// Records the cursors that it starts.
class Watched final : public Objective {
 public:
  explicit Watched(Sum::Part f) : f_(std::move(f)) {}
  Index dimension() const override { return f_->dimension(); }
  double value(const Vector& x) const override { return f_->value(x); }
  bool has_proven_gradient() const override { return true; }
  void gradient(const Vector& x, Vector& g) const override { f_->gradient(x, g); }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override {
    auto cursor = f_->start(x0, std::move(norm));
    seen_ = cursor.get();
    return cursor;
  }
  const Vector& x() const { return *seen_->x(); }

 private:
  Sum::Part f_;
  mutable const Cursor* seen_ = nullptr;
};

TEST(SumRuns, ShareXBetweenParts) {
  const auto columns =
      std::make_shared<LeastSquares>(random_matrix(60, kSumRunSize, 4), random_vector(60, 5),
                                     LeastSquaresOptions{.route = LeastSquaresRoute::gram_columns});
  std::vector<std::shared_ptr<const Watched>> watched;
  Parts parts = {std::make_shared<Ridge>(kSumRunSize, 0.1)};
  for (const Sum::Part& f : Parts{columns, run_logistic(), std::make_shared<Zakharov>(kSumRunSize),
                                  distance_from(random_vector(kSumRunSize, 6))}) {
    watched.push_back(std::make_shared<const Watched>(f));
    parts.push_back(watched.back());
  }
  const Sum f(parts);
  for (const DirectionChoice& direction : {DirectionChoice(FrankWolfe{}), DirectionChoice(Away{}),
                                           DirectionChoice(BlendedPairwise{})}) {
    for (const std::shared_ptr<const Oracle>& set :
         std::vector<std::shared_ptr<const Oracle>>{std::make_shared<L1Ball>(kSumRunSize, 2),
                                                    std::make_shared<LinfBall>(kSumRunSize, 0.1)}) {
      Index records = 0;
      minimize(f, *set,
               {.direction = direction,
                .max_iterations = 350,
                .gap_tolerance = 0,
                .observer = [&](const Record&) {
                  for (const auto& part : watched) EXPECT_EQ(part->x(), watched[0]->x());
                  return ++records < 0;
                }});
      EXPECT_GT(records, 10);
    }
  }
}

TEST(SumRuns, CorrectiveDirectionConvergesFast) {
  const auto ridge = std::make_shared<Ridge>(kSumRunSize, 0.05);
  const auto squares =
      std::make_shared<LeastSquares>(random_matrix(60, kSumRunSize, 4), random_vector(60, 5));
  const L1Ball ball(kSumRunSize, 1.5);
  for (const Sum& f : {Sum({run_logistic(), ridge}), Sum({squares, ridge})}) {
    const Result result = minimize(
        f, ball, {.direction = Corrective{}, .max_iterations = 100, .gap_tolerance = 1e-8});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    // The duality gap recomputed from the formula.
    Vector g(kSumRunSize);
    f.gradient(result.x, g);
    EXPECT_LE(g.dot(result.x) + 1.5 * g.lpNorm<Eigen::Infinity>(), 1.1e-8);
    EXPECT_LE(result.x.lpNorm<1>(), 1.5 * (1 + 1e-12));
  }
}

// On the elastic net a ridge makes f strongly convex: two runs end at the same point.
TEST(SumRuns, OverBoxUseDiagonalModel) {
  const Vector centre = random_vector(kSumRunSize, 7);
  const auto loss = std::make_shared<Composite>(std::make_shared<SquaredLoss>(centre),
                                                std::make_shared<IdentityMap>(kSumRunSize));
  const Sum f({loss, std::make_shared<Ridge>(kSumRunSize, 2)});
  // Of each variable (x - c)^2 + x^2, minimal at c / 2.
  const Result result =
      minimize(f, Box(kSumRunSize, -0.2, 0.3), {.direction = Corrective{}, .gap_tolerance = 1e-10});
  const Vector exact = (centre / 2).cwiseMax(-0.2).cwiseMin(0.3);
  EXPECT_LE((result.x - exact).norm(), 1e-5) << result.message;
}

}  // namespace
}  // namespace acgd
