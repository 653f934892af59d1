#pragma once

#include <optional>

#include "acgd/direction/direction_rule.hpp"
#include "acgd/objective/line.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

/// What f does along a line, and what its gradient says about that.
struct Rates {
  double measured;
  double promised;
};

/// By so much single precision, in which many functions are computed, is coarser than ours.
inline constexpr double single_precision = 0x1p29;

/// The two rates if they are more than 1 % apart: f(x + 2h d) - f(x) = 2h <grad f(x + h d), d> up
/// to h^3, for h = first and shorter ones. Where f turns within h that proves nothing, so the
/// shortest h speaks whose difference is not drowned by rounding.
std::optional<Rates> contradiction(Line& line, double first);

/// The two rates if they are more than a fifth apart, and are so, with the same rates, on three
/// scales h in a row: noise, kinks, walls and roots of a function look different on each. A line
/// that agrees at the first h costs one value and one gradient.
std::optional<Rates> settled_contradiction(Line& line, double first);

/// All that can be refused before anything is computed; throws InvalidInput.
void check_input(const Problem& problem, const Options& options);

/// A run at its first point.
struct FirstLook {
  const DirectionContext& context;
  const Objective& f;
  const Options& options;
};

/// Throws InvalidInput if the gradient contradicts f near x0, as far as Options::check_gradient
/// wants to know. f is looked at where a run would look: between x0 and points of the set, or along
/// them. The cursor, which has looked along the run's first direction, counts what that costs if it
/// is that of a black box, and looks along it again afterwards.
void check_first_gradient(const FirstLook& run, Cursor& cursor, OracleCalls& oracle,
                          const Direction& first);

/// Examines what the oracle of a run answers, and the point that these answers have led to.
class AnswerCheck {
 public:
  AnswerCheck(const Problem& problem, const Options& options)
      : set_(*problem.set), mode_(problem.mode), options_(options) {}

  /// Whether the answer of a duality gap is what it must be: in the set (asked at the first point, or at every one
  /// if the options say so), finite, and no worse than x, up to rounding and the little that x
  /// itself may be outside the set; over R^n no worse than 0, which is inside. An oracle that finds nothing better than the first point, and
  /// every one if the options say so, is asked for the answer to -g, too, which must not be better.
  std::optional<Stop> check(const Gradient& gradient, const DualityGap& duality_gap,
                            const Line& line, OracleCalls& oracle, Index iteration);

  /// Says so in the result of a run that ends in the set if its x is outside, as far as the set can
  /// tell of a vector.
  void check_end(Result& result) const;

 private:
  double tolerance() const;
  std::optional<Stop> check_inside(const Atom& atom, Index iteration) const;
  std::optional<Stop> check_opposite(const Gradient& gradient, const LmoResult& lmo, double slack,
                                     OracleCalls& oracle, Index iteration);

  std::optional<Stop> check_zero(const Gradient& gradient, const LmoResult& lmo,
                                 Index iteration) const;

  const Oracle& set_;
  Mode mode_;
  const Options& options_;
  Gradient negative_;
  LmoResult opposite_;
};

/// Whether a run ends because its rule has found no step, or none that the line has. The gap and its
/// rounding error tell whether it has converged there.
std::optional<Stop> check_step(const StepDecision& step, const Line& line, Index iteration,
                               const std::optional<double>& gap, double gap_noise);

}  // namespace acgd
