// A gradient that contradicts f is rejected at the first iteration; no other one is.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/test_functions.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"
#include "support/not_finite.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::kInfinity;

/// ||x - center||^2 with its gradient times a factor.
Function with_gradient_times(double factor, Vector center) {
  return Function(
      center.size(), [center](const Vector& x) { return (x - center).squaredNorm(); },
      [center, factor](const Vector& x, Vector& g) { g = 2 * factor * (x - center); });
}

const Vector kCenter{{0.3, -0.2, 0.9}};
const Options kBrief{.direction = FrankWolfe{}, .max_iterations = 3};

TEST(GradientCheck, RejectsWrongGradientsByDefault) {
  for (const double factor : {2.0, 0.5, -1.0, 0.0, 1e6}) {
    SCOPED_TRACE(factor);
    const Function f = with_gradient_times(factor, kCenter);
    for (const Vector& x0 : {Vector(Vector::Unit(3, 0)), Vector(Vector::Constant(3, 1.0 / 3))}) {
      EXPECT_THROW(minimize(f, Simplex(3), x0, {.direction = FrankWolfe{}}), InvalidInput);
      EXPECT_THROW(descend(f, L2Ball(3, 1.0), x0), InvalidInput);
    }
    EXPECT_NO_THROW(
        minimize(f, Simplex(3), Vector::Unit(3, 0),
                 {.direction = FrankWolfe{}, .max_iterations = 3, .check_gradient = false}));
  }
}

// On the simplex x'x has its largest value at a vertex: with the wrong sign that is the solution.
TEST(GradientCheck, UsesOtherDirectionIfFirstIsZero) {
  for (const double factor : {-1.0, 0.0}) {
    const Function f = with_gradient_times(factor, Vector::Zero(3));
    EXPECT_THROW(minimize(f, Simplex(3), Vector::Unit(3, 0), {.direction = FrankWolfe{}}),
                 InvalidInput)
        << factor;
  }
  const Function right = with_gradient_times(1, Vector::Unit(3, 0));
  EXPECT_EQ(minimize(right, Simplex(3), Vector::Unit(3, 0), {.direction = FrankWolfe{}}).status,
            Status::gap_reached);
  EXPECT_EQ(descend(right, L2Ball(3, 1.0), Vector::Unit(3, 0)).status, Status::gap_reached);
}

// d = (0, 1) - (1, 0); f changes at the rate <2 x0, d> = -2, and the gradient gives -4.
TEST(GradientCheck, ErrorShowsBothRates) {
  const std::string complaint = acgd_test::refusal([] {
    minimize(with_gradient_times(2, Vector::Zero(2)), Simplex(2), Vector::Unit(2, 0),
             {.direction = FrankWolfe{}});
  });
  EXPECT_EQ(complaint,
            "gradient: contradicts f near x0, where f changes at the rate -2 along a line and the "
            "gradient says -4; check_gradient = false would let it pass");
}

TEST(GradientCheck, ChecksMoreOnRequest) {
  const Function f = with_gradient_times(1.05, kCenter);
  EXPECT_NO_THROW(minimize(f, Simplex(3), Vector::Unit(3, 0), kBrief));
  EXPECT_THROW(minimize(f, Simplex(3), Vector::Unit(3, 0),
                        {.direction = FrankWolfe{}, .check_gradient = true}),
               InvalidInput);
}

TEST(GradientCheck, CostsOneCountedValueAndGradient) {
  const Vector center{{0.2, 0.3, 0.5}};
  int values = 0, gradients = 0;
  const Function f(
      3, [&](const Vector& x) { return ++values, (x - center).squaredNorm(); },
      [&](const Vector& x, Vector& g) { ++gradients, g = 2 * (x - center); });
  const auto run = [&](std::optional<bool> check) {
    values = gradients = 0;
    return minimize(f, Simplex(3), Vector::Unit(3, 0),
                    {.direction = FrankWolfe{},
                     .step = OpenLoop{},
                     .max_iterations = 7,
                     .gap_tolerance = 0,
                     .check_gradient = check,
                     .trace = true});
  };
  const Result plain = run(false);
  EXPECT_EQ(gradients, 8);
  EXPECT_EQ(values, 8);
  const Result checked = run(std::nullopt);
  EXPECT_EQ(gradients, 9);
  EXPECT_EQ(values, 9);
  EXPECT_EQ(checked.counts.gradients, plain.counts.gradients + 1);
  EXPECT_EQ(checked.counts.trials, plain.counts.trials + 1);
  // And nothing else differs.
  EXPECT_EQ(checked.x, plain.x);
  ASSERT_EQ(checked.trace.size(), plain.trace.size());
  for (std::size_t k = 0; k < plain.trace.size(); ++k) {
    EXPECT_EQ(checked.trace[k].value, plain.trace[k].value);
    EXPECT_EQ(checked.trace[k].gap, plain.trace[k].gap);
    EXPECT_TRUE(k == 7 || checked.trace[k].step == plain.trace[k].step);
  }
}

TEST(GradientCheck, LibraryFunctionsAreNotChecked) {
  const auto run = [](std::optional<bool> check) {
    return descend(Rosenbrock(4), L2Ball(4, 1.0), Vector::Zero(4),
                   {.max_iterations = 5, .check_gradient = check});
  };
  EXPECT_EQ(run(std::nullopt).counts.gradients, run(false).counts.gradients);
}

/// Pseudo-random in (-1, 1), a function of x.
double hash(const Vector& x) {
  std::uint64_t bits = 0x9e3779b97f4a7c15u;
  for (const double entry : x) {
    std::uint64_t word = 0;
    std::memcpy(&word, &entry, sizeof word);
    bits = (bits ^ word) * 0xbf58476d1ce4e5b9u;
    bits ^= bits >> 29;
  }
  return static_cast<double>(bits >> 11) * 0x1p-52 - 1;
}

/// Accepted in both modes from many starts.
void expect_accepted(const Function::Value& value, const Function::GradientFilled& gradient) {
  const Function f(3, value, gradient);
  for (int i = 0; i < 100; ++i) {
    Vector x0 = Vector::NullaryExpr(
        3, [&](Index j) { return 1 + std::sin(1.0 + i * 7 + static_cast<double>(j) * 3); });
    x0 /= x0.sum();
    EXPECT_NO_THROW(minimize(f, Simplex(3), x0, {.direction = FrankWolfe{}, .max_iterations = 0}))
        << x0.transpose();
    EXPECT_NO_THROW(descend(f, L2Ball(3, 1.0), x0, {.max_iterations = 0})) << x0.transpose();
  }
  EXPECT_NO_THROW(minimize(f, Simplex(3), Vector::Unit(3, 0),
                           {.direction = FrankWolfe{}, .max_iterations = 0}));
}

double square(const Vector& x) { return (x - kCenter).squaredNorm(); }
void square_gradient(const Vector& x, Vector& g) { g = 2 * (x - kCenter); }

TEST(GradientCheck, AcceptsNoise) {
  for (const double size : {1e-14, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1.0}) {
    SCOPED_TRACE(size);
    expect_accepted([=](const Vector& x) { return square(x) + size * hash(x); }, square_gradient);
    if (size > 0.1) continue;
    expect_accepted(square, [=](const Vector& x, Vector& g) {
      square_gradient(x, g);
      g *= 1 + size * hash(x);
    });
  }
}

TEST(GradientCheck, AcceptsCoarselyRoundedValues) {
  const auto single = [](double constant) {
    return [constant](const Vector& x) -> double {
      return static_cast<float>(constant) + (x - kCenter).cast<float>().squaredNorm();
    };
  };
  const auto single_gradient = [](const Vector& x, Vector& g) {
    g = (2 * (x - kCenter).cast<float>()).cast<double>();
  };
  for (const double constant : {0.0, 1.0, 1e3, 1e6}) {
    expect_accepted(single(constant), single_gradient);
    expect_accepted([=](const Vector& x) { return constant + square(x); }, single_gradient);
  }
  for (const double digits : {1e1, 1e2, 1e3, 1e4, 1e6}) {
    expect_accepted([=](const Vector& x) { return std::round(digits * square(x)) / digits; },
                    square_gradient);
  }
  for (const double constant : {1e4, 1e8, 1e12, 1e16}) {
    expect_accepted([=](const Vector& x) { return constant + square(x); }, square_gradient);
  }
}

TEST(GradientCheck, AcceptsKinksDomainBoundariesAndRoots) {
  // The sum of |x_i - c_i|, with kinks next to some starts and at others.
  for (const double away : {0.0, 1e-6, 1e-5, 1e-4, 1e-3}) {
    const Vector c = Vector::Constant(3, away);
    expect_accepted([=](const Vector& x) { return (x - c).lpNorm<1>(); },
                    [=](const Vector& x, Vector& g) { g = (x - c).cwiseSign(); });
  }
  // f ends at x_1 = 0.3, or is infinite beyond.
  for (const double beyond : {kInfinity, std::nan("")}) {
    expect_accepted(
        [=](const Vector& x) { return x[0] < 0.3 ? -std::log(0.3 - x[0]) - x[1] : beyond; },
        [=](const Vector& x, Vector& g) { g << (x[0] < 0.3 ? 1 / (0.3 - x[0]) : beyond), -1, 0; });
  }
  // Unbounded slopes at the boundary of the simplex.
  for (const double power : {0.1, 0.5, 0.9}) {
    const auto positive = [](const Vector& x) { return x.cwiseMax(1e-200).array().eval(); };
    expect_accepted([=](const Vector& x) { return -positive(x).pow(power).sum(); },
                    [=](const Vector& x, Vector& g) { g = -power * positive(x).pow(power - 1); });
  }
}

TEST(GradientCheck, WorksInEveryUnit) {
  for (const double unit : {1e-100, 1e-30, 1e-10, 1e10, 1e30, 1e100}) {
    for (const double scale : {1e-80, 1.0, 1e80}) {
      for (const double factor : {1.0, 2.0}) {
        const Function f(
            3, [=](const Vector& x) { return scale * (x / unit - kCenter).squaredNorm(); },
            [=](const Vector& x, Vector& g) {
              g = 2 * scale * factor / unit * (x / unit - kCenter);
            });
        const auto run = [&] {
          minimize(f, Box(3, -unit, unit), Vector(Vector::Constant(3, 0.5 * unit)),
                   {.direction = FrankWolfe{}, .max_iterations = 0});
        };
        SCOPED_TRACE(testing::Message() << unit << " " << scale << " " << factor);
        if (factor == 1) {
          EXPECT_NO_THROW(run());
        } else {
          EXPECT_THROW(run(), InvalidInput);
        }
      }
    }
  }
}

// Defined on the simplex only.
TEST(GradientCheck, EvaluatesOnlyFeasiblePoints) {
  const Function entropy(
      3,
      [](const Vector& x) {
        if (x.minCoeff() < 0 || std::abs(x.sum() - 1) > 1e-9) throw std::domain_error("outside");
        return (x.array() + 0.1).log().matrix().dot(x);
      },
      [](const Vector& x, Vector& g) {
        g = (x.array() + 0.1).log() + x.array() / (x.array() + 0.1);
      });
  for (const auto check : {std::optional<bool>(), std::optional<bool>(true)}) {
    const Result result = minimize(entropy, Simplex(3), Vector::Unit(3, 0),
                                   {.direction = FrankWolfe{}, .check_gradient = check});
    EXPECT_TRUE(is_converged(result.status)) << result.message;
  }
}

}  // namespace
}  // namespace acgd
