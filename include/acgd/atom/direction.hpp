#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "acgd/atom/atom.hpp"

namespace acgd {

/// Identifies an atom of the active set. Its owner must not change the atom before it has called
/// release() of the cursor for the id.
using AtomId = std::int64_t;
inline constexpr AtomId kNoAtom = -1;

/// weight * atom
struct Term {
  const Atom* atom = nullptr;
  double weight = 1;
  AtomId id = kNoAtom;

  bool is_active() const { return id != kNoAtom; }
};

/// Direction of a step: d = sum of weight_i atom_i + point_weight * x. Does not own the atoms,
/// which must not change while the direction is in use.
struct Direction {
  std::vector<Term> terms = {};
  double point_weight = 0;
  double max_step = 1;

  /// The atom if there is only one and its weight is 1; else null.
  const Atom* single() const {
    return terms.size() == 1 && terms[0].weight == 1 ? terms[0].atom : nullptr;
  }
  /// Factor of x after a step of length t: x + t d = shrink(t) x + t (sum of weight_i atom_i)
  double shrink(double t) const { return 1 + t * point_weight; }
  /// Whether x + t d is exactly the sum of the terms (for toward(), the atom), which can then be
  /// assigned without rounding errors.
  bool lands(double t) const { return t == 1 && point_weight == -1; }

  /// d = sum of weight_i atom_i
  void assign_terms_to(VectorRef d) const;
  /// x += scale * sum of weight_i atom_i
  void add_terms_to(VectorRef x, double scale) const;
};

/// d = v - x, the conditional gradient direction; a full step lands on v.
inline Direction toward(const Atom& v) { return {{{&v}}, -1.0, 1.0}; }

/// d = v, normalized steepest descent when v = argmin { <g, v> : ||v|| <= 1 }.
inline Direction along(const Atom& v) {
  return {{{&v}}, 0.0, std::numeric_limits<double>::infinity()};
}

}  // namespace acgd
