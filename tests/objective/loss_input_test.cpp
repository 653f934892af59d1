#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using acgd_test::refusal;

TEST(LossInput, ErrorNamesInvalidSample) {
  EXPECT_EQ(refusal([] { SquaredLoss(Vector{{1.0, nan}}); }), "targets[1] = nan: must be finite");
  EXPECT_EQ(refusal([] { HuberLoss(Vector{{-infinity}}, 1); }),
            "targets[0] = -inf: must be finite");
  EXPECT_EQ(refusal([] {
              LogisticLoss(Vector{{1.0, -1.0, 0.0}});
            }),
            "labels[2] = 0: must be -1 or +1");
  EXPECT_EQ(refusal([] { SquaredHingeLoss(Vector{{2.0}}); }), "labels[0] = 2: must be -1 or +1");
  EXPECT_EQ(refusal([] {
              PoissonLoss(Vector{{3.0, -1.0}});
            }),
            "counts[1] = -1: must be >= 0 and finite");
}

// (1e-160)^2 is 0 in double precision, (1e160)^2 infinite. Other losses take no square, and the
// other blocks may have larger targets.
TEST(LossInput, SquaresOfTargetsMustBeFinite) {
  const std::string rule =
      " in size, must be 0 or between 1e-150 and 1e+150, because squares are taken of them: "
      "measure them in another unit";
  const Vector small{{1e-160, 0.0}};
  EXPECT_EQ(refusal([&] { (void)SquaredLoss(small); }),
            "targets: the largest entry is 1e-160" + rule);
  EXPECT_EQ(refusal([&] {
              HuberLoss(Vector{{-1e160, 0.0}}, 1);
            }),
            "targets: the largest entry is 1e+160" + rule);
  EXPECT_EQ(refusal([&] { (void)DenseMap(Matrix(1e-43 * small)); }),
            "matrix: the largest entry is 1e-203" + rule);
  EXPECT_EQ(refusal([&] { (void)SparseMap(SparseMatrix(Matrix(1e-43 * small).sparseView(1, 0))); }),
            "matrix: the largest entry is 1e-203" + rule);
  EXPECT_EQ(SquaredLoss(small, {.total = 1}).size(), 2);
  EXPECT_EQ(SquaredLoss(Vector::Zero(2)).size(), 2);
  EXPECT_EQ(SigmoidLoss(small).size(), 2);
}

// sigmoid(0) = 1/2: (1/2 + 1)^2, (1/2 - 1)^2, (1/2 - 0)^2 and (1/2 - 1/4)^2; -1 is not mapped to 0.
TEST(LossInput, SigmoidTargetsAreUsedUnchanged) {
  const Vector zero = Vector::Zero(2);
  EXPECT_DOUBLE_EQ(SigmoidLoss(Vector{{-1.0, 1.0}}).value(zero), (2.25 + 0.25) / 2);
  EXPECT_DOUBLE_EQ(SigmoidLoss(Vector{{0.0, 1.0}}).value(zero), 0.25);
  EXPECT_DOUBLE_EQ(SigmoidLoss(Vector{{0.25, 1.0}}).value(zero), (0.0625 + 0.25) / 2);
  EXPECT_EQ(refusal([] { SigmoidLoss(Vector{{0.0, nan}}); }), "targets[1] = nan: must be finite");
}

TEST(LossInput, RhoMustBePositive) {
  EXPECT_EQ(refusal([] { HuberLoss(Vector{{1.0}}, 0); }), "rho = 0: must be positive and finite");
  EXPECT_EQ(refusal([] { HuberLoss(Vector{{1.0}}, infinity); }),
            "rho = inf: must be positive and finite");
}

TEST(LossInput, WeightsMustBeNonNegativeAndOnePerSample) {
  const auto with = [](Vector weights) {
    return refusal([&] { LogisticLoss(Vector{{1.0, -1.0}}, {.weights = weights}); });
  };
  EXPECT_EQ(with(Vector{{1.0, -0.5}}), "weights[1] = -0.5: must be >= 0 and finite");
  EXPECT_EQ(with(Vector{{nan, 1.0}}), "weights[0] = nan: must be >= 0 and finite");
  EXPECT_EQ(with(Vector{{1.0, 1.0, 1.0}}),
            "weights: has 3 entries, must have one per sample, 2, or none");
  EXPECT_EQ(with(Vector{{0.0, 0.0}}), "weights: are all 0, at least one must be positive");
  EXPECT_EQ(with(Vector{{1e308, 1e308}}),
            "the sum of the weights = inf: must be positive and finite");
  EXPECT_EQ(with(Vector{{0.0, 2.0}}), "");
}

TEST(LossInput, RejectsZeroSamples) {
  EXPECT_EQ(refusal([] { SquaredLoss(Vector{}); }),
            "targets: none, a loss needs at least one sample");
}

TEST(LossDefaults, ScalingIsThatOfPublications) {
  EXPECT_EQ(SquaredLoss(Vector{{1.0, 3.0}}).value(Vector{{2.0, 0.0}}), 10);
  EXPECT_EQ(SquaredLoss(Vector{{1.0, 3.0}}, {.scaling = Scaling::mean}).value(Vector{{2.0, 0.0}}),
            5);
  const Vector zero = Vector::Zero(2);
  EXPECT_DOUBLE_EQ(LogisticLoss(Vector{{1.0, -1.0}}).value(zero), std::log(2));
  EXPECT_DOUBLE_EQ(SigmoidLoss(Vector{{0.0, 1.0}}).value(zero), 0.25);
  EXPECT_DOUBLE_EQ(HuberLoss(Vector{{3.0, 0.5}}, 1).value(zero), (2.5 + 0.125) / 2);
  EXPECT_DOUBLE_EQ(SquaredHingeLoss(Vector{{1.0, -1.0}}).value(Vector{{3.0, 1.0}}), 2);
  EXPECT_DOUBLE_EQ(PoissonLoss(Vector{{2.0, 0.0}}).value(Vector{{1.0, 0.0}}),
                   (std::exp(1) - 2 + 1) / 2);
}

// z + t w is rounded by up to 5e-14 here, and e^(z + t w) would change by as much, relatively.
TEST(PoissonLoss, LongMovesAreAsAccurateAsExponential) {
  const PoissonLoss loss(Vector{{3.0}});
  Vector r(1);
  for (const double from : {0.1, -3.7, 17.3}) {
    const Vector z{{from}};
    loss.derivative(z, r);
    for (const double move : {2.3, 55.55, 301.7, 611.1}) {
      const long double a = from, b = move;
      const auto exact = static_cast<double>(std::exp(a) * std::expm1(b) - 3 * b);
      EXPECT_NEAR(loss.change(z, r, Vector{{1.0}}, move), exact, 1e-15 * std::abs(exact))
          << from << " " << move;
    }
  }
}

TEST(PoissonLoss, OverflowsOnlyWhereFormulaDoes) {
  const PoissonLoss loss(Vector{{1.0}});
  Vector r(1);
  const Vector z{{-800.0}};
  const Vector w{{1.0}};
  loss.derivative(z, r);
  EXPECT_EQ(loss.change(z, r, w, 2000), infinity);
  EXPECT_NEAR(loss.change(z, r, w, 900), std::exp(100), 1e-13 * std::exp(100));
  EXPECT_NEAR(loss.change(z, r, w, 700), -700, 1e-12);
}

TEST(LogisticLoss, HandlesInfiniteSteps) {
  const LogisticLoss loss(Vector{{1.0}});
  Vector r(1);
  for (const double z : {-40.0, -1.0, 0.0, 2.0}) {
    loss.derivative(Vector{{z}}, r);
    for (const double t : {1e10, 1e200, infinity}) {
      const double value = std::log1p(std::exp(-z));
      EXPECT_NEAR(loss.change(Vector{{z}}, r, Vector{{1.0}}, t), -value, 1e-15 * value);
    }
    EXPECT_EQ(loss.change(Vector{{z}}, r, Vector{{-1.0}}, infinity), infinity);
  }
}

}  // namespace
}  // namespace acgd
