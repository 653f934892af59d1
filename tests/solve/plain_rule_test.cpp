// The adaptive rules are the paper's, row by row. Each run is compared with a plain one in long
// double, and with twenty in double from starts perturbed by an ulp: the rows agree as well as
// those of the plain runs agree with each other, and the runs end at the same point.
#include "solve/plain_rule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>

#include "acgd/objective/function.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/test_functions.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "solve/plain_data.hpp"
#include "solve/plain_functions.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

using plain::Strategy;

Matrix gaussian(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(random); });
}

constexpr Index kSamples = 40, kVariables = 15;
Matrix data() { return gaussian(kSamples, kVariables, 101); }
Vector targets() { return gaussian(kSamples, 1, 102); }
Vector classes() {
  return targets().unaryExpr([](double y) { return y > 0 ? 1.0 : 0.0; });
}
Vector labels() { return 2 * classes() - Vector::Ones(kSamples); }
Matrix indefinite() {
  const Matrix b = gaussian(kVariables, kVariables, 103);
  return b + b.transpose();
}

struct Case {
  const char* name = nullptr;
  plain::Problem<double> in_double = {};
  plain::Problem<long double> in_long_double = {};
  std::shared_ptr<const Objective> objective = {};
  std::shared_ptr<const Oracle> set = {};
  Index size = kVariables;
  double start = 1;  ///< size of the entries of x0
  bool is_far =
      false;  ///< then rounding errors of the iterations decide where runs end, not those of x0

  Vector draw_start(unsigned seed) const {
    const Vector x0 = start * gaussian(size, 1, seed);
    return in_double.constrained ? (x0.cwiseAbs() / x0.lpNorm<1>()).eval() : x0;
  }
};

void PrintTo(const Case& problem, std::ostream* out) { *out << problem.name; }

enum class Ball { l1, l2, linf, simplex };

template <Ball ball, class Real>
plain::VectorOf<Real> minimizer(const plain::VectorOf<Real>& g) {
  if (ball == Ball::l1) return plain::l1_oracle(g, 2);
  if (ball == Ball::l2) return plain::l2_oracle(g);
  if (ball == Ball::linf) return plain::linf_oracle(g);
  return plain::simplex_oracle(g);
}

std::shared_ptr<const Oracle> library_set(Ball ball, Index size) {
  if (ball == Ball::l1) return std::make_shared<L1Ball>(size, 2.0);
  if (ball == Ball::l2) return std::make_shared<L2Ball>(size, 1.0);
  if (ball == Ball::linf) return std::make_shared<LinfBall>(size, 1.0);
  return std::make_shared<Simplex>(size);
}

template <Ball ball, template <class> class F, class Real>
plain::Problem<Real> problem_of(const F<Real>& f, Mode mode) {
  return {.value = [f](const plain::VectorOf<Real>& x) { return f.value(x); },
          .gradient = [f](const plain::VectorOf<Real>& x) { return f.gradient(x); },
          .oracle = minimizer<ball, Real>,
          .constrained = mode == Mode::constrained};
}

/// The library's objective, and its formula.
template <Ball ball, template <class> class F, class Library, class... Data>
Case make(const char* name, Mode mode, Library library, const Data&... data) {
  Case made{.name = name,
            .in_double = problem_of<ball>(F<double>{data...}, mode),
            .in_long_double = problem_of<ball>(F<long double>{data...}, mode)};
  made.size = library.dimension();
  made.objective = std::make_shared<Library>(std::move(library));
  made.set = library_set(ball, made.size);
  return made;
}

/// A function as a user would define it.
template <template <class> class F>
Function black_box(Index n) {
  return Function(
      n, [](const Vector& x) { return F<double>{}.value(x); },
      [](const Vector& x, Vector& g) { g = F<double>{}.gradient(x); });
}

Case from_afar(Case problem, const char* name, double start) {
  problem.name = name;
  problem.start = start;
  problem.is_far = true;
  return problem;
}

std::vector<Case> cases() {
  constexpr Mode free = Mode::unconstrained, within = Mode::constrained;
  std::vector<Case> all = {
      make<Ball::l2, plain::Rosenbrock>("rosenbrock", free, Rosenbrock(100)),
      make<Ball::l2, plain::Levy>("levy", free, Levy(100)),
      make<Ball::l2, plain::Zakharov>("zakharov", free, Zakharov(100)),
      make<Ball::l2, plain::SumOfSquares>("sum_of_squares", free, SumOfSquares(50)),
      make<Ball::l1, plain::LeastSquares>("least_squares_l1", free, LeastSquares(data(), targets()),
                                          data(), targets()),
      make<Ball::l2, plain::LeastSquares>("least_squares_l2", free, LeastSquares(data(), targets()),
                                          data(), targets()),
      make<Ball::linf, plain::LeastSquares>("least_squares_linf", free,
                                            LeastSquares(data(), targets()), data(), targets()),
      make<Ball::l2, plain::Sigmoid>("sigmoid", free, sigmoid(data(), classes()), data(),
                                     classes()),
      make<Ball::l1, plain::LeastSquares>("lasso", within, LeastSquares(data(), targets()), data(),
                                          targets()),
      make<Ball::l1, plain::Logistic>("logistic", within, logistic(data(), labels()), data(),
                                      labels()),
      make<Ball::l1, plain::Sigmoid>("sigmoid_l1", within, sigmoid(data(), classes()), data(),
                                     classes()),
      make<Ball::simplex, plain::Quadratic>("simplex_quadratic", within,
                                            Quadratic(2 * indefinite(), Vector::Zero(kVariables)),
                                            indefinite()),
  };
  all[1].start = 5;
  // Gradients that shrink by 1e12 and more during the run.
  const std::vector<Case> near = all;
  all.push_back(from_afar(near[0], "rosenbrock_from_afar", 1e4));
  all.push_back(from_afar(near[2], "zakharov_from_afar", 1e3));
  all.push_back(from_afar(near[3], "sum_of_squares_from_afar", 1e3));
  all.push_back(
      from_afar(make<Ball::l2, plain::Quartic>("quartic", free, black_box<plain::Quartic>(20)),
                "quartic_from_afar", 1e6));
  return all;
}

StepChoice rule(Strategy strategy, const plain::Inputs& inputs) {
  const double epsilon = inputs.epsilon;
  const std::optional<double> t_max =
      std::isfinite(inputs.t_max) ? std::optional(inputs.t_max) : std::nullopt;
  if (strategy == Strategy::constant) {
    return AdaptiveConstant{.delta = 1e-10, .epsilon = epsilon, .t_max = t_max};
  }
  if (strategy == Strategy::adjustable) {
    return AdaptiveAdjustable{.delta = 1e-10, .epsilon = epsilon, .t_max = t_max};
  }
  return Backtracking{.epsilon = epsilon, .t_max = t_max};
}

/// Every entry one double up or down.
Vector perturbed_by_ulp(Vector x, unsigned seed) {
  std::mt19937_64 random(seed);
  for (double& entry : x) {
    const double up = std::numeric_limits<double>::infinity();
    entry = std::nextafter(entry, random() % 2 == 0 ? up : -up);
  }
  return x;
}

double relative(double a, double b) { return std::abs(a - b) / std::abs(b); }

double difference(const plain::Row& row, const plain::Row& other) {
  return std::max({relative(row.value, other.value), relative(row.gap, other.gap),
                   relative(row.step, other.step), relative(row.lipschitz, other.lipschitz)});
}

class PlainRule : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr int kRuns = 20, kIterations = 400;
  static constexpr double kChaos = 1e-3;

  void compare(Strategy strategy, unsigned seed, const plain::Inputs& inputs = {});
  /// The rows up to where plain runs in double disagree.
  int compare_rows(const Trace& trace) const;

  plain::Run exact_;
  std::vector<plain::Run> doubles_;
};

void PlainRule::compare(Strategy strategy, unsigned seed, const plain::Inputs& inputs) {
  const Case& problem = GetParam();
  const Vector x0 = problem.draw_start(seed);
  exact_ = plain::run<long double>(problem.in_long_double, x0.cast<long double>(), strategy,
                                   kIterations, inputs);
  doubles_.clear();
  for (unsigned i = 0; i < kRuns; ++i) {
    doubles_.push_back(plain::run<double>(problem.in_double, perturbed_by_ulp(x0, i), strategy,
                                          kIterations, inputs));
  }
  const Options options{.direction = acgd_test::Straight{},
                        .step = rule(strategy, inputs),
                        .max_iterations = kIterations,
                        .gap_tolerance = 1e-6,
                        .trace = true};
  Problem solved{problem.objective, problem.set, x0,
                 problem.in_double.constrained ? Mode::constrained : Mode::unconstrained};
  if (inputs.x_previous.size() > 0) solved.x_previous = Atom(inputs.x_previous);
  const Result result = solve(solved, options);
  EXPECT_GE(compare_rows(result.trace), 10) << "too few rows to tell";
  // Runs with short steps end far from the solution.
  if (problem.is_far || std::isfinite(inputs.t_max)) return;
  const auto [least, most] = std::minmax_element(
      doubles_.begin(), doubles_.end(),
      [](const auto& a, const auto& b) { return a.final_value < b.final_value; });
  const double width = most->final_value - least->final_value;
  const double rounding = 1e-12 * std::abs(exact_.final_value);
  EXPECT_GE(result.value, least->final_value - width - rounding) << result.message;
  EXPECT_LE(result.value, most->final_value + width + rounding) << result.message;
}

int PlainRule::compare_rows(const Trace& trace) const {
  double rounding = 0;
  for (std::size_t k = 0; k + 1 < trace.size() && k < exact_.rows.size(); ++k) {
    const plain::Row& exact = exact_.rows[k];
    for (const plain::Run& run : doubles_) {
      if (k >= run.rows.size() || run.rows[k].backtracks != exact.backtracks) return int(k);
      rounding = std::max(rounding, difference(run.rows[k], exact));
    }
    if (rounding > kChaos) return int(k);
    const Record& r = trace[k];
    EXPECT_EQ(r.backtracks, exact.backtracks) << "iteration " << k;
    EXPECT_LE(difference({r.value, r.gap, r.step, r.lipschitz, r.backtracks}, exact),
              10 * rounding + 1e-13)
        << "iteration " << k;
    if (HasFailure()) return int(k);
  }
  return std::numeric_limits<int>::max();
}

TEST_P(PlainRule, AdaptiveConstantMatchesPaper) {
  for (const unsigned seed : {1U, 2U, 3U}) compare(Strategy::constant, seed);
}

TEST_P(PlainRule, AdaptiveAdjustableMatchesPaper) {
  for (const unsigned seed : {4U, 5U, 6U}) compare(Strategy::adjustable, seed);
}

TEST_P(PlainRule, BacktrackingMatchesPaper) {
  for (const unsigned seed : {7U, 8U, 9U}) compare(Strategy::backtracking, seed);
}

TEST_P(PlainRule, MaximumStepAndProbeOfAlgorithm3MatchPaper) {
  if (GetParam().is_far) GTEST_SKIP() << "runs would not end";
  for (const Strategy strategy :
       {Strategy::constant, Strategy::adjustable, Strategy::backtracking}) {
    compare(strategy, 10, {.epsilon = 0.2, .t_max = 0.05});
  }
}

TEST_P(PlainRule, PreviousPointMatchesPaper) {
  for (const Strategy strategy : {Strategy::constant, Strategy::adjustable}) {
    compare(strategy, 11, {.x_previous = GetParam().draw_start(12)});
  }
}

INSTANTIATE_TEST_SUITE_P(Paper, PlainRule, ::testing::ValuesIn(cases()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace acgd
