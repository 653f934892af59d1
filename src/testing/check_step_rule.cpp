#include "testing/check_step_rule.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "acgd/solve/solve.hpp"
#include "acgd/testing/testing.hpp"
#include "core/compose.hpp"

namespace acgd {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// f along a line with f'(0) = -1, before scaling.
struct Shape {
  const char* name;
  std::function<double(double)> value;  ///< f(t) - f(0)
  std::function<double(double)> slope;
};

const std::vector<Shape>& shapes() {
  static const double nan = std::nan("");
  static const std::vector<Shape> all = {
      {"parabola", [](double t) { return -t + t * t; }, [](double t) { return -1 + 2 * t; }},
      {"flat parabola", [](double t) { return -t + 1e-8 * t * t; },
       [](double t) { return -1 + 2e-8 * t; }},
      {"steep parabola", [](double t) { return -t + 1e12 * t * t; },
       [](double t) { return -1 + 2e12 * t; }},
      {"affine, flat after 3", [](double t) { return -std::min(t, 3.0); },
       [](double t) { return t < 3 ? -1.0 : 0.0; }},
      {"concave, then rising", [](double t) { return -t - t * t + 0.1 * t * t * t * t; },
       [](double t) { return -1 - 2 * t + 0.4 * t * t * t; }},
      {"quartic", [](double t) { return -t + 50 * t * t * t * t; },
       [](double t) { return -1 + 200 * t * t * t; }},
      {"wavy", [](double t) { return -std::sin(9 * t) / 9 + 0.1 * t * t; },
       [](double t) { return -std::cos(9 * t) + 0.2 * t; }},
      {"wall at 0.3", [](double t) { return t < 0.3 ? -t + 0.5 * t * t : nan; },
       [](double t) { return t < 0.3 ? -1 + t : nan; }},
      {"infinite after 0.2", [](double t) { return t < 0.2 ? -t + t * t : kUnbounded; },
       [](double t) { return t < 0.2 ? -1 + 2 * t : kUnbounded; }},
  };
  return all;
}

/// f along this shape, scaled to the directional derivative -gap.
ModelLine line_of(const Shape& shape, double gap, double max_step) {
  ModelLine line(gap, max_step);
  line.f = [&shape, gap](double t) { return gap * shape.value(t); };
  line.f_slope = [&shape, gap](double t) { return gap * shape.slope(t); };
  return line;
}

std::vector<StepDecision> drive(StepRule& rule, const Shape& shape, double gap, Mode mode,
                                const StepRuleCheck& expected,
                                std::vector<std::string>& complaints) {
  const double max_step = mode == Mode::constrained ? 1 : kUnbounded;
  const auto complain = [&](int point, const std::string& what) {
    complaints.push_back(compose("{}, gap {}, {}, point {}: {}", shape.name, gap,
                                 mode == Mode::constrained ? "constrained" : "unconstrained", point,
                                 what));
  };
  std::vector<StepDecision> decisions;
  for (int point = 0; point < 25; ++point) {
    ModelLine line = line_of(shape, gap, max_step);
    // Norm of the difference from the previous gradient.
    if (point > 0) {
      line.change_of_gradient = point % 7 == 0 ? 0 : gap * std::pow(10.0, point % 5 - 2);
    }
    const StepDecision decision = rule.choose(line);
    decisions.push_back(decision);
    const int evaluations = line.trials + line.slopes;
    if (evaluations > expected.max_trials) {
      complain(point, compose("asked for {} values and slopes", evaluations));
    }
    if (decision.outcome != StepDecision::Outcome::taken) continue;
    const double t = decision.length;
    if (!(std::isfinite(t) && t >= 0 && t <= max_step)) {
      complain(point, compose("length {} is not in [0, {}]", t, max_step));
      continue;
    }
    const double change = line.f(t);
    if (expected.monotone && !(change <= 0)) {
      complain(point, compose("length {} changes f by {}", t, change));
    }
    if (decision.decreases && !(change < 0)) {
      complain(point, compose("claims a decrease, but length {} changes f by {}", t, change));
    }
  }
  return decisions;
}

bool same_bits(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same(const StepDecision& a, const StepDecision& b) {
  return same_bits(a.length, b.length) && same_bits(a.lipschitz, b.lipschitz) &&
         a.backtracks == b.backtracks && a.outcome == b.outcome;
}

}  // namespace

std::vector<std::string> check_step_rule(const StepChoice& choice, const StepRuleCheck& expected) {
  std::vector<std::string> complaints;
  for (const Mode mode : {Mode::constrained, Mode::unconstrained}) {
    if (mode == Mode::unconstrained && !expected.unconstrained) continue;
    for (const Shape& shape : shapes()) {
      for (const double gap : {1e-12, 1.0, 1e12}) {
        const StepContext context{.constrained = mode == Mode::constrained, .max_iterations = 100};
        const auto rule = choice.begin(context);
        const auto twin = choice.begin(context);
        const auto decisions = drive(*rule, shape, gap, mode, expected, complaints);
        std::vector<std::string> again;
        const auto repeated = drive(*twin, shape, gap, mode, expected, again);
        for (std::size_t i = 0; i < decisions.size(); ++i) {
          if (!same(decisions[i], repeated[i])) {
            complaints.push_back(
                compose("{}, gap {}, point {}: two fresh rules differ", shape.name, gap, i));
          }
        }
      }
    }
  }
  return complaints;
}

}  // namespace acgd
