// With tolerance 0 a run continues until rounding ends it. On problems with linear convergence the
// final gap is at most 1e-12 of the first one, and the status reports it.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"

namespace acgd {
namespace {

constexpr Index kSamples = 60;
constexpr Index kVariables = 8;

Matrix gaussian(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(random); });
}

Matrix data() { return gaussian(kSamples, kVariables, 1); }
Vector targets() { return gaussian(kSamples, 1, 2); }
Vector labels() {
  return targets().unaryExpr([](double y) { return y > 0 ? 1.0 : -1.0; });
}

std::shared_ptr<const Objective> with(std::shared_ptr<const Loss> loss) {
  return std::make_shared<Composite>(std::move(loss), std::make_shared<DenseMap>(data()));
}

std::shared_ptr<const Objective> least_squares(LeastSquaresRoute route) {
  return std::make_shared<LeastSquares>(std::make_shared<DenseMap>(data()), targets(),
                                        LeastSquaresOptions{.route = route});
}

std::shared_ptr<const Objective> completion() {
  const Matrix truth = gaussian(9, 2, 3) * gaussian(2, 7, 4);
  std::vector<Observation> observed;
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 7; ++j) observed.push_back({i, j, truth(i, j)});
  }
  return std::make_shared<MatrixCompletion>(9, 7, std::move(observed));
}

struct Case {
  const char* name;
  std::function<std::shared_ptr<const Objective>()> objective;
};

void PrintTo(const Case& problem, std::ostream* out) { *out << problem.name; }

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"logistic", [] { return with(std::make_shared<LogisticLoss>(labels())); }},
      {"sigmoid", [] { return with(std::make_shared<SigmoidLoss>(0.5 * (labels().array() + 1))); }},
      {"huber", [] { return with(std::make_shared<HuberLoss>(targets(), 1.0)); }},
      {"squared", [] { return with(std::make_shared<SquaredLoss>(targets())); }},
      {"squared_hinge", [] { return with(std::make_shared<SquaredHingeLoss>(labels())); }},
      {"poisson",
       [] { return with(std::make_shared<PoissonLoss>(targets().cwiseAbs().array().round())); }},
      {"quadratic",
       [] {
         return std::make_shared<Quadratic>(data().transpose() * data(), gaussian(8, 1, 5).col(0));
       }},
      {"least_squares_composite", [] { return least_squares(LeastSquaresRoute::composite); }},
      {"least_squares_gram", [] { return least_squares(LeastSquaresRoute::gram_matrix); }},
      {"least_squares_columns", [] { return least_squares(LeastSquaresRoute::gram_columns); }},
      {"balancing",
       [] { return std::make_shared<MatrixBalancing>(gaussian(8, 8, 6).cwiseAbs().eval()); }},
      {"completion", completion},
  };
  return all;
}

class PrecisionLimit : public ::testing::TestWithParam<Case> {
 protected:
  PrecisionLimit() : f_(GetParam().objective()) {}

  bool is_completion() const { return GetParam().name == std::string("completion"); }

  Result run(double radius, const StepChoice& step) const {
    Options options{.direction = FrankWolfe{},
                    .step = step,
                    .max_iterations = 20000,
                    .gap_tolerance = 0,
                    .trace = true};
    if (is_completion()) return minimize(*f_, NuclearBall(9, 7, 10 * radius), options);
    return minimize(*f_, L2Ball(kVariables, radius), Vector::Unit(kVariables, 0) * (radius / 2),
                    options);
  }

  /// f must be strongly convex on the ball: not the squared sigmoid error of a distant point.
  std::vector<double> radii() const {
    if (GetParam().name == std::string("sigmoid")) return {0.2};
    return {0.2, 20};  // the minimum on the boundary, and inside
  }

  std::shared_ptr<const Objective> f_;
};

void expect_precision_limit(const Result& result) {
  EXPECT_TRUE(result.status == Status::precision_limit || result.status == Status::gap_reached)
      << to_string(result.status) << ": " << result.message;
  EXPECT_NE(result.message.find("gap"), std::string::npos) << result.message;
  EXPECT_LE(result.best_gap, 1e-12 * result.trace.front().gap);
  EXPECT_LE(result.gap, 1e-11 * result.trace.front().gap);
}

TEST_P(PrecisionLimit, AdaptiveRulesReachItWithFewBacktracks) {
  for (const double radius : radii()) {
    for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{}),
                                   StepChoice(Backtracking{})}) {
      const Result result = run(radius, step);
      expect_precision_limit(result);
      for (const Record& record : result.trace) {
        ASSERT_LE(record.backtracks, 8) << "iteration " << record.iteration;
      }
    }
  }
}

// The theorems' bound: L_k <= beta (L + delta) with the global constant L, to the last iteration.
TEST_P(PrecisionLimit, LipschitzEstimateStaysBounded) {
  const std::optional<double> lipschitz = f_->lipschitz();
  if (!lipschitz) GTEST_SKIP() << "has no global constant";
  for (const double radius : radii()) {
    for (const StepChoice& step :
         {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{})}) {
      for (const Record& record : run(radius, step).trace) {
        ASSERT_FALSE(record.lipschitz > 2 * (*lipschitz + 1e-10) * (1 + 1e-9))
            << "iteration " << record.iteration;
      }
    }
  }
}

TEST_P(PrecisionLimit, SearchesReachIt) {
  for (const double radius : radii()) {
    for (const StepChoice& step : {StepChoice(LineSearch{}), StepChoice(Secant{})}) {
      expect_precision_limit(run(radius, step));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Objectives, PrecisionLimit, ::testing::ValuesIn(cases()),
                         [](const auto& test) { return std::string(test.param.name); });

// For any rounding error of the gradient, a run with tolerance 0 takes less than a million
// iterations.
TEST(Stall, NoisyFunctionEndsAtItsPrecision) {
  const Vector center = Vector::LinSpaced(5, -1, 1);
  const Function f(
      5, [&](const Vector& x) { return static_cast<float>(0.5 * (x - center).squaredNorm()); },
      [&](const Vector& x, Vector& g) { g = (x - center).cast<float>().cast<double>(); });
  for (const StepChoice& step :
       {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{}),
        StepChoice(Backtracking{}), StepChoice(LineSearch{}), StepChoice(Secant{})}) {
    const Result result = minimize(
        f, L2Ball(5, 3.0), Vector::Unit(5, 0),
        {.direction = FrankWolfe{}, .step = step, .max_iterations = 1000000, .gap_tolerance = 0});
    EXPECT_TRUE(result.status == Status::precision_limit || result.status == Status::gap_reached)
        << result.message;
    EXPECT_LT(result.counts.iterations, 100000);
    EXPECT_LT((result.x - center).norm(), 1e-3);
  }
}

// Slow progress is not a stall: with the minimum on a face of the simplex the gap decreases like
// 1/k, and the large constant hides the decreases of f.
TEST(Stall, SlowConvergenceIsNoStall) {
  const Vector center = Vector::LinSpaced(20, 0.3, -0.5);
  const Function f(
      20, [&](const Vector& x) { return 1e8 + (x - center).squaredNorm(); },
      [&](const Vector& x, Vector& g) { g = 2 * (x - center); });
  for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{}),
                                 StepChoice(Backtracking{})}) {
    const Result result = minimize(
        f, Simplex(20), Vector::Unit(20, 19),
        {.direction = FrankWolfe{}, .step = step, .max_iterations = 5000, .gap_tolerance = 1e-12});
    EXPECT_EQ(result.status, Status::iteration_limit) << result.message;
    EXPECT_LT(result.best_gap, 1e-3);
  }
}

}  // namespace
}  // namespace acgd
