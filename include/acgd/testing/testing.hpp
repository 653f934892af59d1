#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

struct GradientCheck {
  /// The same seed looks along the same directions.
  std::uint64_t seed = 1;
  /// Coordinates to look along: all of them when there are no more, else as many drawn at random.
  int coordinates = 50;
  /// Random directions to look along.
  int directions = 10;
  /// Step of the central difference (f(x+hu) - f(x-hu)) / 2h, relative to max(1, |x_i|). Its error
  /// is h^2/6 |f'''| from curvature and eps |f| / h from rounding; h = eps^(1/3), about 6e-6, makes
  /// both about eps^(2/3) = 4e-11 for a function whose value and derivatives are of one size.
  double step = 6.055454e-06;
  /// Allowed difference, relative to the larger of the slope and the gradient's mean size: leaves a
  /// factor of 10^4 over the error above for badly scaled functions, and is far below any real
  /// mistake. The rounding error of f, which can be known, is allowed on top.
  double tolerance = 1e-6;
};

/// Compares the gradient at x with central differences of the value, along coordinates and along
/// random directions. Also: gradient() overwrites whatever it is given, everything is finite, and
/// the gradient does not change faster than lipschitz() promises. Returns a sentence for each kind
/// of failure, with numbers; nothing means that it passed. Uses no test framework.
std::vector<std::string> check_gradient(const Objective& objective, const Vector& x,
                                        const GradientCheck& options = {});

/// How thoroughly to examine a set.
struct OracleCheck {
  /// The same seed asks the same questions.
  std::uint64_t seed = 1;
  /// Random gradients to ask for: normal, with zeros, with ties, of very mixed sizes, in turn.
  int gradients = 24;
  /// Feasible points to compare the answers with: half on the boundary, half between those.
  int points = 2000;
  /// Allowed error, relative to the size of the set and of the gradient.
  double tolerance = 1e-9;
};

/// Examines whether a set keeps the promises of Oracle. Returns a sentence for each kind of
/// failure, with numbers; nothing means that it passed. Uses no test framework.
///
/// - every answer has the right size, is finite and feasible, also for a zero gradient; so is
/// start()
/// - no feasible point found without the oracle's help has a smaller <g, x>, nor has the answer to
///   any other gradient
/// - the value is -radius * dual_norm(g) for a NormBall, and that of g and -g agree for any norm
///   ball; it is below 0 for g != 0 where 0 is in the interior
/// - scaling the gradient does not change the value beyond that scaling
/// - asking again gives the same bits; asking with a used LmoResult gives the same value
/// - what lies between feasible points is feasible
/// - faces(): every variable has a block, points mixed block by block are feasible, corners and
///   bounds of boxes are what they are said to be
/// - minimize_several() gives the answer of minimize() and at most as many others as asked for: each once, a
///   point of its block
/// - a set that calls itself a polytope answers to nearby gradients with the same vertex, mostly
/// - violations come with a detail, and only they
///
/// A set that cannot tell who belongs to it is spared the questions that need it.
std::vector<std::string> check_oracle(const Oracle& oracle, const OracleCheck& options = {});

/// What a step rule is expected to do.
struct StepRuleCheck {
  bool monotone = true;       ///< whether it promises never to increase f
  bool unconstrained = true;  ///< whether to examine it without a longest step, too
  int max_trials = 10000;     ///< values and slopes it may ask for at one point
};

/// Puts a rule through lines that are convex, affine, concave, wavy, flat, steep, tiny, huge, and
/// not finite beyond a wall, several points each. Returns a sentence for each broken promise: a
/// length outside [0, max_step] or not finite, an increase of f by a monotone rule, a claimed
/// decrease that did not happen, too many trials, or two fresh rules that decide differently.
std::vector<std::string> check_step_rule(const StepChoice& choice,
                                         const StepRuleCheck& expected = {});

}  // namespace acgd
