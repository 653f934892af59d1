#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

struct GradientCheck {
  /// Seed of the random directions.
  std::uint64_t seed = 1;
  /// Number of coordinate directions: all coordinates if there are no more, else a random
  /// selection.
  int coordinates = 50;
  /// Number of random directions.
  int directions = 10;
  /// Step of the central difference (f(x+hu) - f(x-hu)) / 2h, relative to max(1, |x_i|). The
  /// truncation error is h^2/6 |f'''|, the rounding error eps |f| / h; h = eps^(1/3), about 6e-6,
  /// makes both about eps^(2/3) = 4e-11 for a function whose value and derivatives are of similar
  /// size.
  double step = 6.055454e-06;
  /// Allowed difference, relative to the larger of the slope and the mean size of the gradient's
  /// entries. It leaves a factor of 10^4 over the error above for badly scaled functions, and is
  /// far below the effect of real mistakes. An estimate of the rounding error of f is allowed in
  /// addition.
  double tolerance = 1e-6;
};

/// Compares the gradient at x with central differences of the value, along coordinates and random
/// directions. Also checks that gradient() overwrites its output, that all numbers are finite, and
/// that the gradient does not change faster than lipschitz() allows. Returns a sentence with
/// numbers for each kind of failure; empty if the check passed. Uses no test framework.
std::vector<std::string> check_gradient(const Objective& objective, const Vector& x,
                                        const GradientCheck& options = {});

/// Options of check_oracle().
struct OracleCheck {
  /// Seed of the random gradients and points.
  std::uint64_t seed = 1;
  /// Number of random gradients: normal, with zeros, with ties, and of very mixed sizes, in turn.
  int gradients = 24;
  /// Number of feasible points to compare LMO results with: half on the boundary, half between
  /// those.
  int points = 2000;
  /// Allowed error, relative to the size of the set and of the gradient.
  double tolerance = 1e-9;
};

/// Checks whether a set satisfies the contract of Oracle. Returns a sentence with numbers for each
/// kind of failure; empty if the check passed. Uses no test framework.
///
/// - every LMO result has the right size, is finite and feasible, also for a zero gradient; so is
///   start()
/// - no feasible point found independently of the LMO, and no LMO result for another gradient, has
///   a smaller <g, x>
/// - the value is minimum(g) where that is known, and the values for g and -g agree for any norm
///   ball; it is negative for g != 0 if 0 is in the interior
/// - scaling the gradient scales the value
/// - a second call gives the same bits; a call with a used LmoResult gives the same value
/// - points between feasible points are feasible
/// - faces(): every variable has a block, points mixed block by block are feasible, and the corners
///   and bounds of boxes are as declared
/// - minimize_several() returns the vertex of minimize() and at most the requested number of
///   others, each once and a point of its block
/// - a set that is declared a polytope returns the same vertex for most nearby gradients
/// - violations, and only they, have a detail
///
/// Checks that need membership are skipped for sets without it (NaN violation).
std::vector<std::string> check_oracle(const Oracle& oracle, const OracleCheck& options = {});

/// Expected properties of a step rule.
struct StepRuleCheck {
  bool monotone = true;       ///< whether it never increases f
  bool unconstrained = true;  ///< whether to test it without a maximum step, too
  int max_trials = 10000;     ///< maximum number of values and slopes per point
};

/// Tests a rule on lines that are convex, affine, concave, oscillating, flat, steep, tiny, huge,
/// and not finite beyond a point, with several points each. Returns a sentence for each failure: a
/// step outside [0, max_step] or not finite, an increase of f by a monotone rule, a claimed
/// decrease that did not happen, too many trials, or two fresh rules that decide differently.
std::vector<std::string> check_step_rule(const StepChoice& choice,
                                         const StepRuleCheck& expected = {});

}  // namespace acgd
