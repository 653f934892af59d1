#include "acgd/step/secant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "step/unbounded.hpp"

namespace acgd {
namespace {

using Outcome = StepDecision::Outcome;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// How much longer than the longer of its two points, and shorter than the shorter one, a secant may
// go; and how much shorter than the longer one at most.
constexpr double kLonger = 4;
constexpr double kMuchShorter = 1e-4;
// Where the slope is not finite no secant goes through: so many times shorter.
constexpr double kOutOfTheWall = 16;
// A slope that rises evenly and has kept so much of the first one at b is not 0 before 2 b.
constexpr double kKept = 0.5;

class SecantStep final : public StepRule {
 public:
  explicit SecantStep(const Secant& parameters) : parameters_(parameters) {}

  StepDecision choose(Line& line) override {
    StepDecision decision{.length = zero_of_slope(line)};
    if (!std::isfinite(decision.length)) {
      decision.outcome = Outcome::unbounded;
      return decision;
    }
    // Without a bracket the slope may vanish at a maximum, or where f is not even finite.
    double change = line.change(decision.length);
    for (; !(change <= line.change_noise()); change = line.change(decision.length)) {
      decision.length /= 2;
      ++decision.backtracks;
      if (decision.length < std::numeric_limits<double>::min()) {
        decision.outcome = Outcome::precision_limit;
        return decision;
      }
    }
    // A long way, halved where f was not finite: it may fall on until numbers end.
    if (decision.backtracks > 0 && decision.length > last_ &&
        falls_for_ever(line, decision.length, line.slope(decision.length))) {
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
    const double enough = parameters_.tolerance * line.fall();
    double before = 0, slope_before = -line.fall();
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
      // On a line without an end lengths at least double as long as there is no zero to approach:
      // these rounds end with the numbers.
      if (std::isinf(line.max_step()) && slope < -kKept * line.fall() && next > t) --round;
      before = t;
      slope_before = slope;
      t = next;
    }
    return t;
  }

  /// The zero of the secant, at most four times as long as the longer of its two points and not
  /// ten thousand times shorter: where the slope explodes, the secant ends next to 0 and stays
  /// there. Where the slope does not rise there is no zero, and longer is better.
  static double next_length(const Line& line, double a, double slope_a, double b, double slope_b) {
    const double rise = (slope_b - slope_a) / (b - a);
    const double longest = std::min(kLonger * std::max(a, b), line.max_step());
    if (!(rise > 0)) return longest;
    const double shortest = slope_b < -kKept * line.fall()
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

}  // namespace acgd
