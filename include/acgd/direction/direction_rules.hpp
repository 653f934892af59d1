#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// d = v - x, the Frank-Wolfe direction. For constrained runs.
struct FrankWolfe {
  static constexpr std::string_view name = "frank-wolfe";
  static constexpr std::string_view sentence = "to the LMO's vertex v, d = v - x";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// d = v, normalized steepest descent. For runs over R^n with the unit ball of a norm.
struct SteepestDescent {
  static constexpr std::string_view name = "steepest-descent";
  static constexpr std::string_view sentence = "along the LMO's vertex v, d = v";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// d = v - x, or d = x - a with the active atom a of largest <g, a>: the one with the smaller
/// directional derivative (Guelat and Marcotte 1986; Lacoste-Julien and Jaggi 2015).
struct Away {
  static constexpr std::string_view name = "away";
  static constexpr std::string_view sentence =
      "the Frank-Wolfe step, or away from the worst active atom a, d = x - a: the steeper one";

  bool lazy = false;
  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// d = v - a: moves weight from the active atom a of largest <g, a> to the LMO's vertex v
/// (Lacoste-Julien and Jaggi 2015).
struct Pairwise {
  static constexpr std::string_view name = "pairwise";
  static constexpr std::string_view sentence =
      "weight goes from the worst active atom a to v, d = v - a";

  bool lazy = false;
  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// d = b - a between the best and the worst active atom, unless d = v - x has the smaller
/// directional derivative (Tsuji, Tanaka and Pokutta 2022).
struct BlendedPairwise {
  static constexpr std::string_view name = "blended-pairwise";
  static constexpr std::string_view sentence =
      "weight goes from the worst active atom to the best one, unless v gives a larger decrease";

  bool lazy = false;
  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// d = sum of p_i a_i over the active set, where p minimises the second-order model of f,
/// sum of <g, a_i> p_i + p'Hp / 2, over changes that keep the weights >= 0 with sum 1. A step of
/// length 1 is a Newton step on the convex hull of the atoms; on a quadratic it ends at the minimum
/// there.
///
/// The curvature of a function that is known by values and gradients is its product with the Hessian
/// (Objective::multiply_hessian()) or, without one, a limited-memory BFGS matrix from the gradients of
/// the run. Then the rule is a projected quasi-Newton method: the model is minimised over the active
/// set of a polytope, over the coordinates of a box or of R^n, and over any other set by LMO calls
/// with the gradient of the model. The step to v is taken until there is an estimate.
///
/// Other objectives must have curvature. Over boxes the variables are the coordinates. A set may
/// have a rule of its own (Oracle::corrective_rule()), to which the memory limits do not apply: over
/// traffic flows the variables are the flows on paths; over nuclear balls, spectraplexes,
/// spectrahedra and Fantopes they are the factors of x, and any objective will do. If a quadratic
/// has negative curvature, the rule continues as blended-pairwise.
struct Corrective {
  static constexpr std::string_view name = "corrective";
  static constexpr std::string_view sentence =
      "minimises a second-order model of f over the weights of all active atoms";

  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// Selects a rule: Corrective if the objective has curvature and the set rewards memory, else
/// BlendedPairwise over polytopes and FrankWolfe over other sets; SteepestDescent in unconstrained
/// runs.
struct Auto {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view sentence =
      "corrective or blended-pairwise over polytopes and group balls, frank-wolfe over other sets, "
      "steepest-descent "
      "where x is free";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// The direction rules of the library, with default parameters.
const std::vector<DirectionChoice>& known_direction_rules();

}  // namespace acgd
