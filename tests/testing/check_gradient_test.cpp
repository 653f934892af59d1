#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "acgd/objective/function.hpp"
#include "acgd/testing/testing.hpp"

namespace acgd {
namespace {

bool complains(const Objective& objective, const Vector& x, const std::string& kind) {
  const auto sentences = check_gradient(objective, x);
  return std::any_of(sentences.begin(), sentences.end(), [&](const std::string& sentence) {
    return sentence.starts_with(kind + ": ");
  });
}

double log_cosh(const Vector& x) { return x.array().cosh().log().sum(); }
Vector tanh_of(const Vector& x) { return x.array().tanh(); }

const std::vector<std::string> nothing;

TEST(CheckGradient, PassesCorrectGradients) {
  const Vector x = Vector::LinSpaced(5, -1, 2);
  EXPECT_EQ(check_gradient(Function(5, log_cosh, tanh_of), x), nothing);
  EXPECT_EQ(check_gradient(Function(
                               5, [](const Vector& y) { return y.squaredNorm(); },
                               [](const Vector& y) -> Vector { return 2 * y; }),
                           1e6 * x),
            nothing);
  EXPECT_EQ(
      check_gradient(Function(
                         1, [](const Vector& y) { return std::exp(10 * y[0]); },
                         [](const Vector& y) -> Vector { return 10 * (10 * y).array().exp(); }),
                     Vector::Ones(1)),
      nothing);
}

TEST(CheckGradient, PassesAtMinimumAndWithManyCoordinates) {
  const Function large(500, log_cosh, tanh_of);
  EXPECT_EQ(check_gradient(large, Vector::Zero(500)), nothing);
  EXPECT_EQ(check_gradient(large, Vector::LinSpaced(500, -3, 3)), nothing);
}

TEST(CheckGradient, PassesLargeConstantThatCostsDigits) {
  const Function shifted(
      5, [](const Vector& x) { return 1e8 + log_cosh(x); }, tanh_of);
  EXPECT_EQ(check_gradient(shifted, Vector::LinSpaced(5, -1, 2)), nothing);
}

TEST(CheckGradient, DetectsWrongFactor) {
  const Function wrong(5, log_cosh, [](const Vector& x) -> Vector { return 1.0001 * tanh_of(x); });
  EXPECT_TRUE(complains(wrong, Vector::LinSpaced(5, -1, 2), "gradient"));
}

TEST(CheckGradient, NamesWrongCoordinate) {
  const Function wrong(5, log_cosh, [](const Vector& x) -> Vector {
    Vector g = tanh_of(x);
    g[3] += 1e-3;
    return g;
  });
  const auto sentences = check_gradient(wrong, Vector::LinSpaced(5, -1, 2));
  ASSERT_FALSE(sentences.empty());
  EXPECT_NE(sentences.front().find("along coordinate 3 "), std::string::npos) << sentences.front();
}

TEST(CheckGradient, DetectsAddingInsteadOfOverwriting) {
  const Function adds(5, log_cosh, [](const Vector& x, Vector& g) { g += tanh_of(x); });
  EXPECT_TRUE(complains(adds, Vector::Ones(5), "overwrites"));
}

TEST(CheckGradient, ReportsNonFiniteValues) {
  const Function root(
      1, [](const Vector& x) { return std::sqrt(x[0]); },
      [](const Vector& x) -> Vector { return 0.5 / x.array().sqrt(); });
  EXPECT_TRUE(complains(root, Vector::Zero(1), "finite"));
}

TEST(CheckGradient, ReportsPointOfWrongSize) {
  EXPECT_TRUE(complains(Function(5, log_cosh, tanh_of), Vector::Ones(4), "size"));
}

/// log cosh has curvature at most 1.
class WithLipschitz final : public Function {
 public:
  explicit WithLipschitz(double lipschitz)
      : Function(5, log_cosh, tanh_of), lipschitz_(lipschitz) {}
  std::optional<double> lipschitz() const override { return lipschitz_; }

 private:
  double lipschitz_;
};

TEST(CheckGradient, ComparesWithLipschitzConstant) {
  EXPECT_EQ(check_gradient(WithLipschitz(1), Vector::Zero(5)), nothing);
  EXPECT_TRUE(complains(WithLipschitz(0.9), Vector::Zero(5), "lipschitz"));
}

}  // namespace
}  // namespace acgd
