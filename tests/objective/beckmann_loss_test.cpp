// Beckmann's function of flows: formulas in extended precision, closed forms, and invalid input.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/testing/testing.hpp"
#include "acgd/traffic/traffic.hpp"
#include "objective/loss_cases.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using Real = long double;

constexpr double kUlp = std::numeric_limits<double>::epsilon();

/// Every case of the power: constant, small integers by products, and others.
const std::vector<LinkCost>& links_of_every_power() {
  static const std::vector<LinkCost> links = [] {
    std::vector<LinkCost> all;
    for (const double power : {0.0, 0.5, 1.0, 1.7, 2.0, 3.0, 4.0, 4.924, 5.0, 16.0, 17.0, 30.5}) {
      all.push_back({.free_flow_time = 6, .b = 0.15, .power = power, .capacity = 2.5});
      all.push_back({.free_flow_time = 2, .b = 3, .power = power, .capacity = 0.7, .fixed = 0.25});
    }
    all.push_back({.free_flow_time = 5, .b = 0, .power = 4, .capacity = 0});
    all.push_back({.free_flow_time = 0, .b = 0.15, .power = 4, .capacity = 0});
    all.push_back({.free_flow_time = 0, .b = 0.15, .power = 4, .capacity = 1, .fixed = 2});
    return all;
  }();
  return links;
}

Real exact_time(const LinkCost& link, Real flow) {
  const Real slowdown = Real{link.free_flow_time} * link.b;
  if (slowdown == 0) return Real{link.free_flow_time} + link.fixed;
  const Real load = std::max<Real>(flow, 0) / link.capacity;
  return link.free_flow_time + slowdown * std::pow(load, Real{link.power}) + link.fixed;
}

Real exact_integral(const LinkCost& link, Real flow) {
  const Real slowdown = Real{link.free_flow_time} * link.b;
  Real sum = (Real{link.free_flow_time} + link.fixed) * flow;
  if (slowdown == 0) return sum;
  if (link.power == 0) return sum + slowdown * flow;
  const Real load = std::max<Real>(flow, 0) / link.capacity;
  return sum +
         slowdown * link.capacity / (Real{link.power} + 1) * std::pow(load, Real{link.power} + 1);
}

Vector flow_of(double value) { return Vector::Constant(1, value); }

TEST(BeckmannLoss, MatchesFormula) {
  for (const LinkCost& link : links_of_every_power()) {
    const BeckmannLoss loss({link});
    for (const double flow : {0.0, 1e-8, 0.3, 1.0, 2.5, 7.0}) {
      SCOPED_TRACE(testing::Message() << "power " << link.power << ", flow " << flow);
      const auto value = static_cast<double>(exact_integral(link, flow));
      EXPECT_NEAR(loss.value(flow_of(flow)), value, 32 * kUlp * value);
      Vector time(1);
      loss.derivative(flow_of(flow), time);
      EXPECT_NEAR(time[0], static_cast<double>(exact_time(link, flow)), 32 * kUlp * time[0]);
      EXPECT_NEAR(loss.slope(flow_of(0), flow_of(2), flow / 2), 2 * time[0], 32 * kUlp * time[0]);
      EXPECT_NEAR(loss.total_time(flow_of(flow)), flow * (time[0] - link.fixed),
                  32 * kUlp * flow * time[0]);
    }
  }
}

/// As integrals of the exact cost: quadrature avoids the difference of two values.
TEST(BeckmannLoss, ChangeIsAccurateForShortSteps) {
  for (const LinkCost& link : links_of_every_power()) {
    const BeckmannLoss loss({link});
    LossCase formula;
    formula.derivative = [&link](Real z, Real) { return exact_time(link, z); };
    formula.kinks = [](Real) { return std::vector<Real>{0}; };
    for (const double flow : {0.4, 1.0, 6.0}) {
      for (const double way : {-0.3, -0.01, 0.02, 0.3}) {
        for (const double t : {1.0, 0.5, 1e-3, 1e-8, 1e-13, 1e-18, 1e-100}) {
          SCOPED_TRACE(testing::Message() << "power " << link.power << ", flow " << flow
                                          << ", move " << way << " * " << t);
          Vector time(1);
          loss.derivative(flow_of(flow), time);
          const auto exact = static_cast<double>(exact_change(formula, flow, 0, Real{t} * way));
          EXPECT_NEAR(loss.change(flow_of(flow), time, flow_of(way), t), exact,
                      64 * kUlp * std::abs(exact));
        }
      }
    }
  }
}

TEST(BeckmannLoss, ChangeIsAccurateFromAndToEmptyLinks) {
  for (const LinkCost& link : links_of_every_power()) {
    const BeckmannLoss loss({link});
    Vector time(1);
    for (const double flow : {1e-9, 0.3, 40.0}) {
      SCOPED_TRACE(testing::Message() << "power " << link.power << ", flow " << flow);
      const auto all = static_cast<double>(exact_integral(link, flow));
      loss.derivative(flow_of(flow), time);
      EXPECT_NEAR(loss.change(flow_of(flow), time, flow_of(-flow), 1), -all, 64 * kUlp * all);
      loss.derivative(flow_of(0), time);
      EXPECT_NEAR(loss.change(flow_of(0), time, flow_of(flow), 1), all, 64 * kUlp * all);
      // A flow that rounding leaves below 0 costs as much as an empty link.
      const double across = static_cast<double>(exact_time(link, 0) * 1e-12L) + all;
      EXPECT_NEAR(loss.change(flow_of(-1e-12), time, flow_of(flow + 1e-12), 1), across,
                  64 * kUlp * across + 1e-15 * (1 + all));
    }
  }
}

TEST(BeckmannLoss, GradientMatchesValue) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> flow(0.1, 3);
  const Composite f = traffic(links_of_every_power());
  for (int k = 0; k < 5; ++k) {
    Vector x(f.dimension());
    for (double& entry : x) entry = flow(random);
    EXPECT_EQ(check_gradient(f, x), std::vector<std::string>());
  }
}

TEST(BeckmannLoss, SecondDerivativeIsSlopeOfCost) {
  for (const LinkCost& link : links_of_every_power()) {
    const BeckmannLoss loss({link});
    Vector d(1);
    for (const double flow : {0.3, 1.0, 4.0}) {
      SCOPED_TRACE(testing::Message() << "power " << link.power << ", flow " << flow);
      const Real h = 1e-6L * flow;
      const auto quotient =
          static_cast<double>((exact_time(link, flow + h) - exact_time(link, flow - h)) / (2 * h));
      loss.second_derivative(flow_of(flow), d);
      const double rounding = 1e-8 * quotient + 1e-10;  // of t, over h
      EXPECT_NEAR(d[0], quotient, rounding);
      const auto bend = loss.derivatives(flow_of(flow - 0.2), flow_of(0.1), 2);
      ASSERT_TRUE(bend);
      EXPECT_NEAR(bend->curvature, 0.01 * quotient, rounding);
      EXPECT_NEAR(bend->slope, 0.1 * static_cast<double>(exact_time(link, flow)),
                  1e-12 * bend->slope);
    }
  }
}

TEST(BeckmannLoss, SecondDerivativeIsFiniteOnEmptyLink) {
  for (const LinkCost& link : links_of_every_power()) {
    const BeckmannLoss loss({link});
    Vector d(1);
    for (const double flow : {0.0, -1e-12}) {
      loss.second_derivative(flow_of(flow), d);
      const bool steep = link.free_flow_time * link.b != 0 && link.power > 0 && link.power <= 1;
      EXPECT_TRUE(std::isfinite(d[0])) << "power " << link.power;
      EXPECT_EQ(d[0] > 0, steep) << "power " << link.power;
    }
  }
}

TEST(BeckmannLoss, HasLipschitzConstantForLinearCosts) {
  const LinkCost linear{.free_flow_time = 3, .b = 2, .power = 1, .capacity = 4};
  const LinkCost constant{.free_flow_time = 3, .b = 2, .power = 0, .capacity = 4};
  const LinkCost steep{.free_flow_time = 3, .b = 2, .power = 4, .capacity = 4};
  EXPECT_EQ(BeckmannLoss({linear, constant}).lipschitz(), 1.5);
  EXPECT_EQ(BeckmannLoss({constant}).lipschitz(), 0.0);
  EXPECT_FALSE(BeckmannLoss({linear, steep}).lipschitz());
  EXPECT_TRUE(traffic({linear}).is_convex());
  EXPECT_TRUE(traffic({linear}).has_curvature());
}

TEST(BeckmannLoss, PropagatesNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double power : {0.5, 1.0, 4.0, 20.0}) {
    const BeckmannLoss loss({{.free_flow_time = 1, .b = 1, .power = power, .capacity = 1}});
    Vector time(1);
    loss.derivative(flow_of(nan), time);
    EXPECT_TRUE(std::isnan(time[0]));
    EXPECT_TRUE(std::isnan(loss.value(flow_of(nan))));
    EXPECT_TRUE(std::isnan(loss.change(flow_of(nan), time, flow_of(1), 1)));
    EXPECT_TRUE(std::isnan(loss.slope(flow_of(nan), flow_of(1), 1)));
  }
}

TEST(BeckmannLoss, RejectsInvalidCosts) {
  const auto refused = [](LinkCost link, const std::string& sentence) {
    EXPECT_EQ(acgd_test::refusal([&] { BeckmannLoss({{.free_flow_time = 1}, link}); }), sentence);
  };
  const std::string rule = ": must be >= 0 and finite";
  const LinkCost good{.free_flow_time = 1, .b = 1, .power = 4, .capacity = 2};
  LinkCost bad = good;
  bad.power = -1;
  refused(bad, "links[1].power = -1" + rule);
  bad = good;
  bad.capacity = -3;
  refused(bad, "links[1].capacity = -3" + rule);
  bad = good;
  bad.b = std::numeric_limits<double>::infinity();
  refused(bad, "links[1].b = inf" + rule);
  bad = good;
  bad.free_flow_time = std::numeric_limits<double>::quiet_NaN();
  refused(bad, "links[1].free_flow_time = nan" + rule);
  bad = good;
  bad.fixed = -0.5;
  refused(bad, "links[1].fixed = -0.5" + rule);
  bad = good;
  bad.capacity = 0;
  refused(bad, "links[1].capacity = 0: must be positive, or b = 0 for a link without congestion");
  EXPECT_EQ(acgd_test::refusal([] { BeckmannLoss(std::vector<LinkCost>()); }),
            "links: must not be empty");
}

}  // namespace
}  // namespace acgd
