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

/// Rates of change of f along a line: measured by values, and predicted by the gradient.
struct Rates {
  double measured;
  double promised;
};

/// Ratio of the rounding errors of single and double precision.
inline constexpr double single_precision = 0x1p29;

/// The two rates if they differ by more than 1 %: f(x + 2h d) - f(x) = 2h <grad f(x + h d), d> up
/// to h^3, for h = first and shorter ones. f may vary within a long h, so the shortest h decides
/// whose difference exceeds the rounding error.
std::optional<Rates> contradiction(Line& line, double first);

/// The two rates if they differ by more than 20 %, with the same rates on three scales h in a row:
/// noise, kinks, singularities and roots of a function differ between scales. A line that agrees at
/// the first h costs one value and one gradient.
std::optional<Rates> settled_contradiction(Line& line, double first);

/// Checks all input before f is evaluated; throws InvalidInput.
void check_input(const Problem& problem, const Options& options);

/// A run at x0.
struct FirstLook {
  const DirectionContext& context;
  const Objective& f;
  const Options& options;
};

/// Throws InvalidInput if the gradient contradicts f near x0, as closely as Options::check_gradient
/// requires. Evaluates f where a run would: between x0 and points of the set, or along them. A
/// black-box cursor counts these evaluations, and looks along the run's first direction again
/// afterwards.
void check_first_gradient(const FirstLook& run, Cursor& cursor, OracleCalls& oracle,
                          const Direction& first);

/// Checks the vertices that the LMO returns, and the final x.
class AnswerCheck {
 public:
  AnswerCheck(const Problem& problem, const Options& options)
      : set_(*problem.set), mode_(problem.mode), options_(options) {}

  /// Checks that the vertex is in the set (at x0, or always with Options::check_oracle), finite,
  /// and no worse than x up to rounding and the feasibility tolerance; over R^n, no worse than 0.
  /// If the LMO finds nothing better than x0, or always with check_oracle, it is also called for
  /// -g, whose vertex must not be better.
  std::optional<Stop> check(const Gradient& gradient, const DualityGap& duality_gap,
                            const Line& line, OracleCalls& oracle, Index iteration);

  /// Sets status and message if the final x is outside the set, as far as the set can check a
  /// vector.
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

/// Ends the run if the step rule found no step, or an invalid one. The gap and its rounding error
/// decide whether it has converged.
std::optional<Stop> check_step(const StepDecision& step, const Line& line, Index iteration,
                               const std::optional<double>& gap, double gap_noise);

}  // namespace acgd
