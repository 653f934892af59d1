// The classic functions: minima, gradients, and O(n) sums against the published formulas.
#include "acgd/objective/test_functions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/testing/testing.hpp"

namespace acgd {
namespace {

using std::numbers::pi;

double naive_rosenbrock(const Vector& x) {
  double sum = 0;
  for (Index i = 0; i + 1 < x.size(); ++i) {
    sum += 100 * std::pow(x[i + 1] - std::pow(x[i], 2), 2) + std::pow(1 - x[i], 2);
  }
  return sum;
}

/// With the given angle of the sine in its sum.
template <class Angle>
double naive_levy_with(const Vector& x, Angle angle) {
  const auto w = [&x](Index i) { return 1 + (x[i] - 1) / 4; };
  const Index n = x.size();
  double sum = std::pow(std::sin(pi * w(0)), 2);
  for (Index i = 0; i + 1 < n; ++i) {
    sum += std::pow(w(i) - 1, 2) * (1 + 10 * std::pow(std::sin(angle(w, i)), 2));
  }
  return sum + std::pow(w(n - 1) - 1, 2) * (1 + std::pow(std::sin(2 * pi * w(n - 1)), 2));
}

double naive_levy(const Vector& x) {
  return naive_levy_with(x, [](const auto& w, Index i) { return pi * w(i + 1); });
}

double naive_levy_textbook(const Vector& x) {
  return naive_levy_with(x, [](const auto& w, Index i) { return pi * w(i) + 1; });
}

double naive_zakharov(const Vector& x) {
  double squares = 0, weighted = 0;
  for (Index i = 0; i < x.size(); ++i) {
    squares += std::pow(x[i], 2);
    weighted += 0.5 * static_cast<double>(i + 1) * x[i];
  }
  return squares + std::pow(weighted, 2) + std::pow(weighted, 4);
}

/// Every sum x_1 + ... + x_i from its beginning: O(n^2).
double naive_sum_of_squares(const Vector& x) {
  double sum = std::pow(x[0] - 3, 2);
  for (Index i = 1; i < x.size(); ++i) {
    sum += std::pow(x[0] - 3 - 2 * std::pow(x.head(i + 1).sum(), 2), 2);
  }
  return sum;
}

/// The derivative by x_k of every term in turn: O(n^2).
Vector naive_sum_of_squares_gradient(const Vector& x) {
  Vector g = Vector::Zero(x.size());
  g[0] = 2 * (x[0] - 3);
  for (Index i = 1; i < x.size(); ++i) {
    const double s = x.head(i + 1).sum();
    const double residual = x[0] - 3 - 2 * s * s;
    for (Index k = 0; k <= i; ++k) g[k] += 2 * residual * ((k == 0 ? 1 : 0) - 4 * s);
  }
  return g;
}

struct Classic {
  std::string name;
  std::unique_ptr<Objective> (*make)(Index dimension);
  double (*formula)(const Vector& x);
  Vector (*minimiser)(Index dimension);
  Index smallest;
};

template <class F>
std::unique_ptr<Objective> make(Index dimension) {
  return std::make_unique<F>(dimension);
}

Vector ones(Index n) { return Vector::Ones(n); }
Vector zeros(Index n) { return Vector::Zero(n); }
Vector three_and_back(Index n) {
  Vector x = Vector::Zero(n);
  x[0] = 3;
  if (n > 1) x[1] = -3;
  return x;
}

void PrintTo(const Classic& classic, std::ostream* out) { *out << classic.name; }

class ClassicFunction : public ::testing::TestWithParam<Classic> {};

TEST_P(ClassicFunction, HasKnownMinimum) {
  for (const Index n : {GetParam().smallest, Index{2}, Index{7}, Index{100}}) {
    const auto f = GetParam().make(n);
    const Vector x = GetParam().minimiser(n);
    EXPECT_EQ(f->dimension(), n);
    EXPECT_EQ(f->value(x), 0);
    Vector g = Vector::Constant(n, 99);
    f->gradient(x, g);
    EXPECT_LE(g.lpNorm<Eigen::Infinity>(), 1e-14);
  }
}

TEST_P(ClassicFunction, MatchesFormula) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (const Index n : {GetParam().smallest, Index{3}, Index{50}}) {
    const auto f = GetParam().make(n);
    for (int i = 0; i < 20; ++i) {
      const Vector x = Vector::NullaryExpr(n, [&] { return 2 * normal(random); });
      const double expected = GetParam().formula(x);
      EXPECT_NEAR(f->value(x), expected, 1e-12 * expected);
    }
  }
}

TEST_P(ClassicFunction, GradientAgreesWithDifferences) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  for (const Index n : {GetParam().smallest, Index{3}, Index{40}}) {
    const auto f = GetParam().make(n);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Vector x = Vector::NullaryExpr(n, [&] { return normal(random); });
      for (const std::string& failure : check_gradient(*f, x, {.seed = seed})) {
        ADD_FAILURE() << "n = " << n << ": " << failure;
      }
    }
  }
}

TEST_P(ClassicFunction, RejectsTooFewDimensions) {
  EXPECT_THROW(GetParam().make(GetParam().smallest - 1), InvalidInput);
}

TEST_P(ClassicFunction, DescendsFromNearMinimiser) {
  const Index n = 4;
  const auto f = GetParam().make(n);
  const Vector x0 = GetParam().minimiser(n) + Vector::Constant(n, 0.05);
  const Result result = descend(*f, L2Ball(n, 1), x0, {.max_iterations = 20000});
  // The sum of squares is flat to fourth order at its minimiser: convergence is slow.
  EXPECT_LT(result.value, 1e-6 * f->value(x0)) << result.message;
}

INSTANTIATE_TEST_SUITE_P(
    Functions, ClassicFunction,
    ::testing::Values(Classic{"rosenbrock", make<Rosenbrock>, naive_rosenbrock, ones, 2},
                      Classic{"levy", make<Levy>, naive_levy, ones, 1},
                      Classic{"levy_textbook", make<LevyTextbook>, naive_levy_textbook, ones, 1},
                      Classic{"zakharov", make<Zakharov>, naive_zakharov, zeros, 1},
                      Classic{"sum_of_squares", make<SumOfSquares>, naive_sum_of_squares,
                              three_and_back, 1}),
    [](const auto& classic) { return classic.param.name; });

// By hand: w = (2, 1.5) gives sin^2(2 pi) + 1 (1 + 10 sin^2(1.5 pi)) + 1/4 (1 + sin^2(3 pi)), and
// w = 1.25 gives sin^2(1.25 pi) + 1/16 (1 + sin^2(2.5 pi)).
TEST(Levy, HasHandComputedValues) {
  EXPECT_NEAR(Levy(2).value(Vector{{5, 3}}), 11.25, 1e-12);
  EXPECT_NEAR(Levy(1).value(Vector{{2}}), 0.5 + 0.125, 1e-12);
  // The textbook's sine is that of 2 pi + 1.
  EXPECT_NEAR(LevyTextbook(2).value(Vector{{5, 3}}), 1.25 + 10 * std::pow(std::sin(1.0), 2), 1e-12);
}

TEST(SumOfSquares, GradientMatchesNaiveDoubleSum) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const Index n : {1, 2, 3, 20, 200}) {
    const SumOfSquares f(n);
    const Vector x = Vector::NullaryExpr(n, [&] { return normal(random); });
    Vector g = Vector::Constant(n, 99);
    f.gradient(x, g);
    const Vector expected = naive_sum_of_squares_gradient(x);
    EXPECT_LE((g - expected).lpNorm<Eigen::Infinity>(), 1e-12 * expected.lpNorm<Eigen::Infinity>());
  }
}

}  // namespace
}  // namespace acgd
