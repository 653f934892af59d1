#include "acgd/step/line_search.hpp"

#include <cmath>
#include <limits>

#include "step/newton_search.hpp"
#include "step/unbounded.hpp"

namespace acgd {
namespace {

using Outcome = StepDecision::Outcome;

/// f falls at `low` and does not at `high`; a minimum of f along the line lies between.
struct Bracket {
  double low, low_slope;
  double high, high_slope;  ///< NaN slope: f is not finite there, or not below f(x)
  double low_change = 0;    ///< f(x + low d) - f(x)

  double width() const { return high - low; }

  /// The secant through both slopes, or the middle where one of them is missing or it leaves the
  /// bracket.
  double interpolate() const {
    const double t = low - low_slope * width() / (high_slope - low_slope);
    return t > low && t < high ? t : middle();
  }
  double middle() const { return low + 0.5 * width(); }
};

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

  /// The slope at which a search ends.
  double enough(const Line& line) const { return parameters_.tolerance * line.fall(); }

  static StepDecision closed_form(Line& line) {
    const double curvature = *line.curvature();
    const double t =
        curvature > 0 ? std::min(line.fall() / curvature, line.max_step()) : line.max_step();
    return {.length = t,
            .decreases = line.fall() > 0,
            .outcome = std::isfinite(t) ? Outcome::taken : Outcome::unbounded};
  }

  /// Looks for a t where f stops falling: the end of the line, or ever longer steps when it has
  /// none. Where f approaches a bound the slope dies out, and that is the longest step of use.
  StepDecision search(Line& line) const {
    const double shortest = std::numeric_limits<double>::min();
    Bracket bracket{0, -line.fall(), 0, 0};
    double t = std::isfinite(line.max_step()) ? line.max_step() : std::max(last_, shortest);
    for (;; t *= 4) {
      if (!std::isfinite(t)) return {.length = bracket.low, .outcome = Outcome::unbounded};
      const double slope = line.slope(t);
      const double change = line.change(t);
      const bool lower = is_lower(line, change);
      if (lower && std::abs(slope) <= enough(line)) return take(line, t, change);
      if (!(slope <= 0) || !lower) {
        if (!(slope > 0) && falls_for_ever(line, bracket.low, bracket.low_slope)) {
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
      // Interpolation that does not halve the bracket is followed by bisection.
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

  /// Where a bracket has become too narrow to shrink.
  static StepDecision at_low_end(const Line& line, const Bracket& bracket) {
    if (bracket.low > 0) return take(line, bracket.low, bracket.low_change);
    return {.outcome = Outcome::precision_limit};
  }

  /// The rounds were too few to find a length with a falling slope. The longest of t, t/2, t/4, ...
  /// at which f is smaller will do; f falls at 0, so there is one unless rounding hides it.
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

}  // namespace acgd
