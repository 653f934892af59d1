// The exact line search on functions that provide their curvature along a line.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

constexpr Index kRows = 200, kCols = 15;

/// A loss that counts passes of the line search over its samples, and may hide its second
/// derivative.
class CountedLoss : public Loss {
 public:
  CountedLoss(std::shared_ptr<const Loss> loss, bool bends)
      : loss_(std::move(loss)), bends_(bends) {}

  Index size() const override { return loss_->size(); }
  double value(ConstVectorRef z) const override { return loss_->value(z); }
  void derivative(ConstVectorRef z, VectorRef r) const override { loss_->derivative(z, r); }
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override {
    ++passes;
    return loss_->change(z, r, w, t);
  }
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override {
    ++passes;
    return loss_->slope(z, w, t);
  }
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override {
    if (!bends_) return std::nullopt;
    ++passes;
    return loss_->derivatives(z, w, t);
  }

  mutable int passes = 0;

 private:
  std::shared_ptr<const Loss> loss_;
  bool bends_;
};

struct Model {
  std::string name;
  std::shared_ptr<const Loss> loss;
  double most_passes;  ///< per iteration, on average; kinks need more
};

Matrix samples() {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(kRows, kCols, [&] { return normal(random); });
}

std::vector<Model> models() {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  const Vector targets = samples() * Vector::LinSpaced(kCols, -1, 1) +
                         Vector::NullaryExpr(kRows, [&] { return 2 * normal(random); });
  const Vector labels = targets.cwiseSign(), classes = 0.5 * (labels.array() + 1);
  return {{"logistic", std::make_shared<LogisticLoss>(labels), 4.6},
          {"sigmoid", std::make_shared<SigmoidLoss>(classes), 4.6},
          {"huber", std::make_shared<HuberLoss>(targets, 0.5), 5.2},
          {"squared_hinge", std::make_shared<SquaredHingeLoss>(labels), 5.2},
          {"poisson", std::make_shared<PoissonLoss>(targets.cwiseAbs().array().round()), 4.6}};
}

/// The exact search, recording the slope at the end of each step.
StepChoice watched_search() {
  return StepChoice([search = std::shared_ptr<StepRule>(LineSearch{}.begin({}))](Line& line) {
    const StepDecision decision = search->choose(line);
    const double slope = line.slope(decision.length);
    const bool at_the_end = decision.length == line.max_step() && slope <= 0;
    EXPECT_TRUE(at_the_end ||
                std::abs(slope) <= 1e-9 * -line.directional_derivative() + 4 * line.slope_noise())
        << "slope " << slope << " at " << decision.length << ", gap "
        << -line.directional_derivative();
    EXPECT_LE(line.change(decision.length), line.change_noise());
    return decision.length;
  });
}

TEST(NewtonSearch, EndsWhereSlopeVanishes) {
  for (const Model& model : models()) {
    SCOPED_TRACE(model.name);
    const Composite f(model.loss, std::make_shared<DenseMap>(samples()));
    const Options options{
        .direction = acgd_test::Straight{}, .step = watched_search(), .max_iterations = 100};
    minimize(f, L1Ball(kCols, 3.0), options);
    descend(f, L2Ball(kCols, 1.0), Vector::Zero(kCols), options);
  }
}

TEST(NewtonSearch, NeedsAboutFourPasses) {
  for (const Model& model : models()) {
    SCOPED_TRACE(model.name);
    const auto run = [&](bool bends, bool constrained) {
      const auto loss = std::make_shared<CountedLoss>(model.loss, bends);
      const Composite f(loss, std::make_shared<DenseMap>(samples()));
      const Options options{.direction = acgd_test::Straight{},
                            .step = LineSearch{},
                            .max_iterations = 100,
                            .gap_tolerance = 1e-4};
      const Result result = constrained
                                ? minimize(f, L1Ball(kCols, 3.0), options)
                                : descend(f, L2Ball(kCols, 1.0), Vector::Zero(kCols), options);
      return loss->passes / static_cast<double>(result.counts.iterations);
    };
    for (const bool constrained : {true, false}) {
      EXPECT_LE(run(true, constrained), model.most_passes) << constrained;
      EXPECT_GE(run(false, constrained), 1.3 * run(true, constrained)) << constrained;
    }
  }
}

// The minimum that the bracketing search finds.
TEST(NewtonSearch, FindsSameMinimumAsBracketingSearch) {
  for (const Model& model : models()) {
    const auto run = [&](bool bends) {
      const Composite f(std::make_shared<CountedLoss>(model.loss, bends),
                        std::make_shared<DenseMap>(samples()));
      return minimize(f, L2Ball(kCols, 0.5),
                      {.direction = acgd_test::Straight{},
                       .step = LineSearch{},
                       .max_iterations = 2000,
                       .gap_tolerance = 1e-8});
    };
    EXPECT_NEAR(run(true).value, run(false).value, 1e-7) << model.name;
  }
}

}  // namespace
}  // namespace acgd
