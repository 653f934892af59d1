// Functions without a lower bound, or without a minimum.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "acgd/objective/models.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

/// value(x_1) + value(x_2)
Function twice(double (*value)(double), double (*slope)(double)) {
  return Function(
      2, [=](const Vector& x) { return value(x[0]) + value(x[1]); },
      [=](const Vector& x, Vector& g) { g << slope(x[0]), slope(x[1]); });
}

/// The searching rules without a Lipschitz constant.
std::vector<std::pair<std::string, StepChoice>> searches() {
  return {{"line-search", LineSearch{}}, {"secant", Secant{}}};
}

// f decreases forever and stays above 0: log(1 + e^-x), e^-x, 1 / (1 + x^2), sqrt(1 + x^2) - x.
TEST(Unbounded, UnattainedInfimumIsApproached) {
  const std::vector<Function> functions = {
      twice([](double x) { return std::log1p(std::exp(-x)); },
            [](double x) { return -1 / (1 + std::exp(x)); }),
      twice([](double x) { return std::exp(-x); }, [](double x) { return -std::exp(-x); }),
      twice([](double x) { return 1 / (1 + x * x); },
            [](double x) { return -2 * x / std::pow(1 + x * x, 2); }),
      twice([](double x) { return 1 / (std::sqrt(1 + x * x) + x); },
            [](double x) { return x / std::sqrt(1 + x * x) - 1; })};
  for (const auto& [name, step] : searches()) {
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const Result result =
          descend(functions[i], L2Ball(2, 1.0), Vector{{0.5, 0.5}}, {.step = step});
      EXPECT_EQ(result.status, Status::gap_reached) << name << " " << i << " " << result.message;
      EXPECT_LT(result.value, 0.01) << name << " " << i;
    }
    const Composite separable = logistic(Matrix(Matrix::Identity(2, 2)), Vector::Ones(2));
    const Result result = descend(separable, L2Ball(2, 1.0), Vector::Zero(2), {.step = step});
    EXPECT_EQ(result.status, Status::gap_reached) << name << " " << result.message;
    EXPECT_LT(result.value, 1e-5) << name;
  }
}

// -x'x, a linear function, -e^x, and one whose formula is infinity minus infinity far out.
TEST(Unbounded, FunctionsWithoutBoundAreUnbounded) {
  const std::vector<Function> functions = {
      twice([](double x) { return -x * x; }, [](double x) { return -2 * x; }),
      twice([](double x) { return 3 - 2 * x; }, [](double) { return -2.0; }),
      twice([](double x) { return -std::exp(x); }, [](double x) { return -std::exp(x); }),
      twice([](double x) { return std::exp(x) - std::exp(2 * x); },
            [](double x) { return std::exp(x) - 2 * std::exp(2 * x); })};
  for (const auto& [name, step] : searches()) {
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const Result result = descend(functions[i], L2Ball(2, 1.0), Vector{{1, 1}}, {.step = step});
      EXPECT_EQ(result.status, Status::unbounded) << name << " " << i << " " << result.message;
      EXPECT_TRUE(std::isfinite(result.value) && result.x.allFinite()) << name << " " << i;
    }
  }
}

TEST(Unbounded, LinearFunctionOnLineIsUnboundedBelow) {
  const auto f = acgd_test::quadratic(Matrix::Zero(2, 2), Vector::Ones(2));
  const Result result = descend(f, L2Ball(2, 1.0), Vector::Zero(2), {.step = LineSearch{}});
  EXPECT_EQ(result.status, Status::unbounded) << result.message;
}

}  // namespace
}  // namespace acgd
