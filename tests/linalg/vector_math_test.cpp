#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "linalg/kernels.hpp"
#include "linalg/lanes.hpp"

namespace acgd {
namespace {

using Real = long double;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The functions that losses evaluate for each sample.
void sigmoids(const double* x, double* y, Index n) {
  for (Index i = 0; i < n; ++i) y[i] = lane::sigmoid(x[i]);
}

struct FunctionCase {
  std::string label;
  void (*compute)(const double*, double*, Index);
  Real (*exact)(Real);
  double allowed_ulps;
  double smallest_result;  ///< below it a result may be rounded to zero
};

void PrintTo(const FunctionCase& function, std::ostream* out) { *out << function.label; }

class EveryFunction : public testing::TestWithParam<FunctionCase> {
 protected:
  void expect_accurate(const std::vector<double>& x) {
    std::vector<double> y(x.size());
    function_.compute(x.data(), y.data(), static_cast<Index>(x.size()));
    double worst = 0;
    double worst_at = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double error = ulps(y[i], function_.exact(x[i]));
      if (!(error <= worst)) worst = error, worst_at = x[i];
    }
    EXPECT_LE(worst, function_.allowed_ulps) << "at " << worst_at;
  }

  double ulps(double found, Real exact) const {
    const double rounded = static_cast<double>(exact);
    if (found == rounded || (std::isnan(found) && std::isnan(exact))) return 0;
    if (!std::isfinite(rounded)) return kInfinity;
    const double size = std::abs(rounded);
    if (size < function_.smallest_result && found == 0) return 0;
    return static_cast<double>(std::abs(found - exact) /
                               (Real{std::nextafter(size, kInfinity)} - size));
  }

  std::mt19937_64 random_{3};
  const FunctionCase& function_ = GetParam();
};

TEST_P(EveryFunction, IsAccurateOverItsRange) {
  for (const double reach : {1.0, 40.0, 760.0}) {
    std::uniform_real_distribution<double> uniform(-reach, reach);
    std::vector<double> x(20'001);
    for (double& entry : x) entry = uniform(random_);
    expect_accurate(x);
  }
}

TEST_P(EveryFunction, IsAccurateAtEveryMagnitude) {
  std::uniform_real_distribution<double> exponent(-1074, 1024);
  std::vector<double> x(20'001);
  for (double& entry : x) entry = std::exp2(exponent(random_)) * (random_() % 2 == 0 ? 1 : -1);
  expect_accurate(x);
}

TEST_P(EveryFunction, IsExactAtEndsOfRange) {
  std::vector<double> x = {kInfinity, -kInfinity, std::nan(""), std::nan("1234"), 800,   -800,
                           709.78,    709.79,     -745.13,      -745.14,          -1,    -2,
                           1e308,     -1e308,     5e-324,       -5e-324,          1e-300};
  for (const double end : {-1.0, 0.0, 709.0, 709.782712893384, -708.0, -708.4, -745.133}) {
    x.insert(x.end(), {std::nextafter(end, -kInfinity), end, std::nextafter(end, kInfinity)});
  }
  expect_accurate(x);
}

TEST_P(EveryFunction, PreservesSignOfZero) {
  const double x[] = {0.0, -0.0};
  double y[2];
  function_.compute(x, y, 2);
  for (int i = 0; i < 2; ++i) {
    const auto exact = static_cast<double>(function_.exact(x[i]));
    EXPECT_EQ(y[i], exact);
    EXPECT_EQ(std::signbit(y[i]), std::signbit(exact));
  }
}

TEST_P(EveryFunction, ResultDoesNotDependOnPositionOrAliasing) {
  std::uniform_real_distribution<double> uniform(-5, 5);
  std::vector<double> x(151);
  for (double& entry : x) entry = uniform(random_);
  std::vector<double> whole(x.size());
  function_.compute(x.data(), whole.data(), 151);
  for (std::size_t i = 0; i < x.size(); ++i) {
    double alone = 0;
    function_.compute(&x[i], &alone, 1);
    EXPECT_TRUE(alone == whole[i] || (std::isnan(alone) && std::isnan(whole[i])));
  }
  std::vector<double> in_place = x;
  function_.compute(in_place.data(), in_place.data(), 151);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_TRUE(in_place[i] == whole[i] || (std::isnan(in_place[i]) && std::isnan(whole[i])));
  }
}

// Only a subnormal result may be 0 instead, and only in the sigmoid.
INSTANTIATE_TEST_SUITE_P(
    All, EveryFunction,
    testing::Values(FunctionCase{"exp", vector_exp, [](Real x) { return std::exp(x); }, 2, 0},
                    FunctionCase{"sigmoid", sigmoids, [](Real x) { return 1 / (1 + std::exp(-x)); },
                                 3, 4e-308}),
    [](const auto& test) { return test.param.label; });

}  // namespace
}  // namespace acgd
