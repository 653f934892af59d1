#include "acgd/step/line_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "step/line_search.hpp"

namespace acgd {

namespace {

// Maximum number of Newton rounds. Smooth f needs about three; more indicate kinks, or no minimum
// nearby.
constexpr int kMostRounds = 12;

struct Knot {
  double t;
  double slope;
  double curvature;

  /// Zero of the linear model of the slope.
  double newton() const { return t - slope / curvature; }
};

/// Cubic Hermite interpolant of t as a function of the slope, with dt/dslope = 1/curvature at both
/// knots, evaluated at slope 0.
double inverse_cubic(const Knot& a, const Knot& b) {
  const double span = b.slope - a.slope;
  const double s = -a.slope / span;  // position of slope 0 between a (0) and b (1)
  const double rate_a = span / a.curvature, rate_b = span / b.curvature;
  const double r = 1 - s;
  return a.t * (1 + 2 * s) * r * r + rate_a * s * r * r + b.t * s * s * (3 - 2 * s) -
         rate_b * s * s * r;
}

double next_length(const Knot& a, const Knot& b) {
  return a.curvature > 0 && a.slope != b.slope ? inverse_cubic(a, b) : b.newton();
}

}  // namespace

std::optional<double> newton_search(Line& line, double enough, int max_rounds) {
  const auto start = line.derivatives(0);
  if (!start || !(start->curvature > 0)) return std::nullopt;
  const double noise = line.slope_noise();
  Knot before{0, line.directional_derivative(), start->curvature};
  double low = 0, high = std::numeric_limits<double>::infinity();
  double t = std::min(before.newton(), line.max_step());
  for (int round = 0; round < std::min(max_rounds, kMostRounds); ++round) {
    const auto derivatives = line.derivatives(t);
    const Knot here{t, derivatives->slope, derivatives->curvature};
    if (here.slope == std::numeric_limits<double>::infinity()) {  // beyond the domain of f
      high = t;
      t = low + 0.5 * (high - low);
      continue;
    }
    if (!std::isfinite(here.slope) || !(here.curvature > 0)) return std::nullopt;
    if (std::abs(here.slope) <= enough || std::abs(here.slope) <= noise) return t;
    if (here.slope < 0 && t == line.max_step()) return t;
    (here.slope < 0 ? low : high) = t;
    double next = next_length(before, here);
    if (!(next > low && next < high)) {
      next = std::isfinite(high) ? low + 0.5 * (high - low) : 4 * t;
    }
    next = std::min(next, line.max_step());
    if (next == t) return t;
    before = here;
    t = next;
  }
  return std::nullopt;
}

namespace {

using Outcome = StepDecision::Outcome;

/// f decreases at `low` and not at `high`: a minimum of f along the line lies between.
struct Bracket {
  double low, low_slope;
  double high, high_slope;  ///< NaN slope: f is not finite there, or not below f(x)
  double low_change = 0;    ///< f(x + low d) - f(x)

  double width() const { return high - low; }

  /// Zero of the secant of both slopes, or the midpoint where a slope is missing or the zero is
  /// outside the bracket.
  double interpolate() const {
    const double t = low - low_slope * width() / (high_slope - low_slope);
    return t > low && t < high ? t : middle();
  }
  double middle() const { return low + 0.5 * width(); }
};

// Exact line search (Nocedal and Wright, "Numerical Optimization", chapter 3), gap = -<g, d>:
// 1. If f is quadratic along the line: t = gap / d'Hd, at most max_step.
// 2. If f has second derivatives along the line: newton_search(), accepted unless f increases.
// 3. Otherwise bracket a zero of the slope: try max_step, or t, 4 t, 16 t, ... from the last length
//    on a line without an end.
// 4. Shrink the bracket by secant steps, or by bisection after one that did not halve it, until
//    |slope| <= tolerance * gap.
// 5. If no trial had a negative slope and a smaller f, halve the upper end until f decreases.
class LineSearchStep final : public StepRule {
 public:
  explicit LineSearchStep(const LineSearch& parameters) : parameters_(parameters) {}

  StepDecision choose(Line& line) override {
    const StepDecision decision = decide(line);
    if (decision.outcome == Outcome::taken) last_ = decision.length;
    return decision;
  }
  bool descends() const override { return true; }

  void visit(Archive& archive) override {
    archive.expect("step rule", LineSearch::name);
    expect(archive, parameters_);
    archive(last_);
  }

 private:
  StepDecision decide(Line& line) const {
    if (line.curvature()) return closed_form(line);
    const auto t = newton_search(line, enough(line), parameters_.max_rounds);
    if (!t) return search(line);
    const double change = line.change(*t);
    return is_lower(line, change) ? take(line, *t, change) : search(line);
  }

  /// Largest |slope| that ends the search.
  double enough(const Line& line) const {
    return parameters_.tolerance * -line.directional_derivative();
  }

  static StepDecision closed_form(Line& line) {
    const double curvature = *line.curvature();
    const double t = curvature > 0
                         ? std::min(-line.directional_derivative() / curvature, line.max_step())
                         : line.max_step();
    return {.length = t,
            .decreases = line.directional_derivative() < 0,
            .outcome = std::isfinite(t) ? Outcome::taken : Outcome::unbounded};
  }

  /// Brackets a t where f stops decreasing: tries max_step, or ever longer steps if that is
  /// infinite. Where f approaches an infimum, the slope tends to 0 and ends the search.
  StepDecision search(Line& line) const {
    const double shortest = std::numeric_limits<double>::min();
    Bracket bracket{0, line.directional_derivative(), 0, 0};
    double t = std::isfinite(line.max_step()) ? line.max_step() : std::max(last_, shortest);
    for (;; t *= 4) {
      if (!std::isfinite(t)) return {.length = bracket.low, .outcome = Outcome::unbounded};
      const double slope = line.slope(t);
      const double change = line.change(t);
      const bool lower = is_lower(line, change);
      if (lower && std::abs(slope) <= enough(line)) return take(line, t, change);
      if (!(slope <= 0) || !lower) {
        if (!(slope > 0) && is_unbounded_along(line, bracket.low, bracket.low_slope)) {
          return {.length = bracket.low, .outcome = Outcome::unbounded};
        }
        bracket.high = t;
        bracket.high_slope = slope > 0 && lower ? slope : std::nan("");
        return shrink(line, bracket);
      }
      if (t == line.max_step()) return take(line, t, change);
      bracket.low = t;
      bracket.low_slope = slope;
      bracket.low_change = change;
    }
  }

  StepDecision shrink(Line& line, Bracket bracket) const {
    const double enough_slope = enough(line);
    double width_before = 2 * bracket.width();
    for (int round = 0; round < parameters_.max_rounds; ++round) {
      // Bisects after an interpolation that did not halve the bracket.
      const bool slow = bracket.width() > 0.5 * width_before;
      width_before = bracket.width();
      const double t = slow && round > 0 ? bracket.middle() : bracket.interpolate();
      if (t <= bracket.low || t >= bracket.high) return at_low_end(line, bracket);
      const double slope = line.slope(t);
      const double change = std::isfinite(slope) ? line.change(t) : std::nan("");
      if (is_lower(line, change)) {
        if (std::abs(slope) <= enough_slope || std::abs(slope) <= line.slope_noise()) {
          return take(line, t, change);
        }
        if (slope < 0) {
          bracket.low = t;
          bracket.low_slope = slope;
          bracket.low_change = change;
          continue;
        }
        bracket.high_slope = slope;
      } else {
        bracket.high_slope = std::nan("");
      }
      bracket.high = t;
    }
    return bracket.low > 0 ? at_low_end(line, bracket) : halve(line, bracket.high);
  }

  /// Result for a bracket that is too narrow to shrink.
  static StepDecision at_low_end(const Line& line, const Bracket& bracket) {
    if (bracket.low > 0) return take(line, bracket.low, bracket.low_change);
    return {.outcome = Outcome::precision_limit};
  }

  /// max_rounds trials found no length with a negative slope. Takes the longest of t, t/2, t/4, ...
  /// at which f is smaller. f decreases at 0, so there is one unless rounding hides it.
  static StepDecision halve(Line& line, double t) {
    for (int backtracks = 0; t >= std::numeric_limits<double>::min(); ++backtracks, t /= 2) {
      const double change = line.change(t);
      if (change < 0) {
        StepDecision decision = take(line, t, change);
        decision.backtracks = backtracks;
        return decision;
      }
      if (change == 0) break;
    }
    return {.outcome = Outcome::precision_limit};
  }

  static bool is_lower(const Line& line, double change) { return change <= line.change_noise(); }

  static StepDecision take(const Line& line, double t, double change) {
    return {.length = t, .decreases = std::isfinite(change) && -change > line.change_noise()};
  }

  LineSearch parameters_;
  double last_ = 1;
};

}  // namespace

std::unique_ptr<StepRule> LineSearch::begin(const StepContext&) const {
  return std::make_unique<LineSearchStep>(*this);
}

namespace {

using Outcome = StepDecision::Outcome;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Bounds of a secant step: at most kLonger times the longer of its two points, at least the shorter
// one divided by kLonger and kMuchShorter times the longer one.
constexpr double kLonger = 4;
constexpr double kMuchShorter = 1e-4;
// Divisor of t where the slope is infinite.
constexpr double kOutOfTheWall = 16;
// A slope that increases linearly and is still this fraction of the first one at b has its zero at
// 2 b or beyond.
constexpr double kLeastSlopeShare = 0.5;

// Secant method on the slope, gap = -<g, d>:
// 1. Start from the points 0 and the last length.
// 2. Replace them by the last point and the zero of the secant, clamped by next_length(), until
//    |slope| <= tolerance * gap.
// 3. Halve t until f does not increase.
class SecantStep final : public StepRule {
 public:
  explicit SecantStep(const Secant& parameters) : parameters_(parameters) {}

  StepDecision choose(Line& line) override {
    StepDecision decision{.length = zero_of_slope(line)};
    if (!std::isfinite(decision.length)) {
      decision.outcome = Outcome::unbounded;
      return decision;
    }
    // Without a bracket the slope may vanish at a maximum, or where f is not finite.
    double change = line.change(decision.length);
    for (; !(change <= line.change_noise()); change = line.change(decision.length)) {
      decision.length /= 2;
      ++decision.backtracks;
      if (decision.length < std::numeric_limits<double>::min()) {
        decision.outcome = Outcome::precision_limit;
        return decision;
      }
    }
    // A long step that was halved until f was finite: f may decrease as far as doubles reach.
    if (decision.backtracks > 0 && decision.length > last_ &&
        is_unbounded_along(line, decision.length, line.slope(decision.length))) {
      decision.outcome = Outcome::unbounded;
      return decision;
    }
    decision.decreases = std::isfinite(change) && -change > line.change_noise();
    last_ = decision.length;
    return decision;
  }
  bool descends() const override { return true; }

  void visit(Archive& archive) override {
    archive.expect("step rule", Secant::name);
    expect(archive, parameters_);
    archive(last_);
  }

 private:
  double zero_of_slope(Line& line) const {
    const double enough = parameters_.tolerance * -line.directional_derivative();
    double before = 0, slope_before = line.directional_derivative();
    double t = std::min(last_, line.max_step());
    for (int round = 0; round < parameters_.max_rounds; ++round) {
      const double slope = line.slope(t);
      if (!(std::abs(slope) > enough && std::abs(slope) > line.slope_noise())) return t;
      if (std::isinf(slope)) {
        if (line.change(t) == -kInfinity) return kInfinity;
        t /= kOutOfTheWall;
        continue;
      }
      const double next = next_length(line, before, slope_before, t, slope);
      if (next == t || !std::isfinite(next)) return next;
      // On a line without an end t at least doubles while no zero is near. These rounds are not
      // counted; they end when t overflows.
      if (std::isinf(line.max_step()) && slope < kLeastSlopeShare * line.directional_derivative() &&
          next > t)
        --round;
      before = t;
      slope_before = slope;
      t = next;
    }
    return t;
  }

  /// Zero of the secant, at most 4 times the longer of its two points and at least 1e-4 of it:
  /// where the slope explodes, the unclamped secant stays near 0. Where the slope does not increase
  /// there is no zero, and the longest step is taken.
  static double next_length(const Line& line, double a, double slope_a, double b, double slope_b) {
    const double rise = (slope_b - slope_a) / (b - a);
    const double longest = std::min(kLonger * std::max(a, b), line.max_step());
    if (!(rise > 0)) return longest;
    const double shortest = slope_b < kLeastSlopeShare * line.directional_derivative()
                                ? std::min(2 * b, longest)
                                : std::max(std::min(a, b) / kLonger, kMuchShorter * std::max(a, b));
    return std::clamp(b - slope_b / rise, shortest, longest);
  }

  Secant parameters_;
  double last_ = 1;
};

}  // namespace

std::unique_ptr<StepRule> Secant::begin(const StepContext&) const {
  return std::make_unique<SecantStep>(*this);
}

Description LineSearch::describe() {
  return {{"tolerance", tolerance, range::positive, "search until |slope| <= tolerance * gap"},
          {"max_rounds", max_rounds, range::from_1, "slopes tried at each iteration"}};
}

Description Secant::describe() {
  return {{"tolerance", tolerance, range::positive, "stop at |slope| <= tolerance * gap"},
          {"max_rounds", max_rounds, range::from_1, "secant steps at each iteration"}};
}

}  // namespace acgd
