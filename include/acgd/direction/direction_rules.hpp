#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// d = v - x, the conditional gradient direction. For runs that stay in the set.
struct FrankWolfe {
  static constexpr std::string_view name = "frank-wolfe";
  static constexpr std::string_view sentence = "to the LMO's vertex v, d = v - x";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// d = v, normalized steepest descent. For runs over all of R^n, with the unit ball of a norm.
struct SteepestDescent {
  static constexpr std::string_view name = "steepest-descent";
  static constexpr std::string_view sentence = "along the LMO's vertex v, d = v";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// d = v - x, or d = x - a with the active atom a of the largest <g, a>, whichever falls faster
/// (Guelat and Marcotte 1986; Lacoste-Julien and Jaggi 2015).
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

/// d = v - a: weight goes from the active atom a of the largest <g, a> to the LMO's vertex v
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

/// d = b - a between the best and the worst active atom, unless d = v - x promises more (Tsuji, Tanaka
/// and Pokutta 2022).
struct BlendedPairwise {
  static constexpr std::string_view name = "blended-pairwise";
  static constexpr std::string_view sentence =
      "weight goes from the worst active atom to the best one, unless v promises more";

  bool lazy = false;
  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// d = sum of p_i a_i over all active atoms, where p minimises the second-order model of f,
/// <g, a_i>'p + p'Hp / 2, among the changes of the weights that leave them >= 0 and their sum 1. A
/// step of length 1 is a Newton step on the face that the atoms span; on a quadratic it ends there.
///
/// Needs an objective that knows its curvature. Over boxes the unknowns are the coordinates
/// themselves; over sums of sets (Oracle::summands()), where H is diagonal, they are the shares of the
/// points of every part, which are kept as long as they have one: limits of memory say nothing there.
/// Where a quadratic turns out to have negative curvature the rule goes on as blended-pairwise.
struct Corrective {
  static constexpr std::string_view name = "corrective";
  static constexpr std::string_view sentence =
      "minimises a second-order model of f over the weights of all active atoms";

  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

/// What is best for the problem: where the objective knows its curvature, Corrective over sets that
/// reward memory; else over polytopes BlendedPairwise, over other sets FrankWolfe; SteepestDescent where x is free.
struct Auto {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view sentence =
      "corrective or blended-pairwise over polytopes and group balls, frank-wolfe over other sets, "
      "steepest-descent "
      "where x is free";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
