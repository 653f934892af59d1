#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "acgd/atom/atom.hpp"
#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/core/description.hpp"
#include "acgd/direction/oracle_calls.hpp"
#include "acgd/objective/cursor.hpp"

namespace acgd {

/// What an answer v of the oracle to grad f(x) proves. With gap = <grad f(x), x - v>, for convex f:
/// f(x) - min f <= gap + answer->error. A run over R^n has gap = -<grad f(x), v>, a dual norm.
struct Certificate {
  const OracleCall* answer = nullptr;
  /// Absent where d leads to v itself: then the gap is the fall of f along d, which the line knows.
  std::optional<double> gap = {};

  /// The rounding error to expect in `gap`, if that is given. Where sums cancel inside f, the line
  /// to v knows better.
  double noise = 0;

  double gap_from(const Line& line) const { return gap ? *gap : line.fall(); }
  double noise_from(const Line& to_v) const { return std::max(noise, to_v.fall_noise()); }
};

enum class MoveKind {
  toward,      ///< to the oracle's answer v: d = v - x
  along,       ///< the same where x is free: d = v
  away,        ///< from an atom a that x is made of: d = x - a
  pairwise,    ///< weight goes from one such atom to another: d = b - a
  corrective,  ///< any change of the weights of the atoms that x is made of
};

/// Where an iteration goes.
struct Move {
  Direction direction = {};
  /// Absent when the oracle was not asked at x. Nobody repeats an earlier one in its place.
  std::optional<Certificate> certificate = {};
  MoveKind kind = MoveKind::toward;
  /// d' H d if d minimises a second-order model of f: Line::model_curvature().
  std::optional<double> curvature = {};
};

/// A direction rule at work in one run. It owns its state, the atoms of its directions included.
/// At each point, in order: choose(), look along the move, perhaps visit(), moved(). choose() and the
/// look are repeated where the oracle's answer was not accurate enough, or is missing.
class DirectionRule {
 public:
  DirectionRule() = default;
  DirectionRule(const DirectionRule&) = delete;  // a move points at the rule's own atoms
  DirectionRule& operator=(const DirectionRule&) = delete;
  virtual ~DirectionRule() = default;

  /// Sets move_ to where to go from the point at which the cursor stands. The oracle may be asked
  /// any number of times, or not at all; what it answers goes into an OracleCall of the rule's own.
  virtual void choose(Cursor& at, OracleCalls& oracle) = 0;
  /// What was chosen: good until the next choose(). A rule that was loaded has it again.
  const Move& move() const { return move_; }

  /// The run is now at x + t d. t == max_step leaves an atom that d leads away from. Returns whether
  /// x is to be recentred at once: where an atom was left, its entries of x are to be 0, not rounded.
  virtual bool moved(double t) {
    static_cast<void>(t);
    return false;
  }

  /// Removes from x what rounding has added to it, and says whether that changed x. Asked now and
  /// then where x must stay in the set. Must not allocate.
  virtual bool recenter(const Oracle& set, VectorRef x) { return set.recenter(x); }

  /// "pairwise": what this rule is called, and, of auto, what it has chosen to be.
  virtual std::string_view name() const { return "custom"; }
  /// The atoms that x is made of, if the rule remembers them. x is where the run stands.
  virtual void store(const Vector& x, WeightedAtoms& atoms) const {
    static_cast<void>(x), static_cast<void>(atoms);
  }

  /// Which rule it is, its parameters, and what it remembers: the move last chosen, along which a
  /// resumed run looks again, and the atoms. By default refuses with InvalidInput.
  virtual void visit(Archive& archive);

 protected:
  Move move_;
};

inline const WeightedAtoms kNoAtoms = {};

/// What a rule may ask of the run before it begins.
struct DirectionContext {
  bool constrained = true;  ///< x stays in the set; else the set is the unit ball of a norm
  const Oracle& set;
  const Atom& x0;
  /// What x0 is made of, where the caller knows; else empty.
  const WeightedAtoms& atoms = kNoAtoms;
  /// Whether the cursor of the run has a Curvature.
  bool has_curvature = false;
  /// Whether that is diagonal.
  bool has_diagonal_curvature = false;

  /// d = v - x where x stays in the set, else d = v.
  Direction straight_to(const Atom& v) const { return constrained ? toward(v) : along(v); }
};

/// Any direction rule, as a value: Toward{}, Along{}, Auto{} and structs of your own convert to it.
using DirectionChoice = Choice<DirectionRule, DirectionContext>;

}  // namespace acgd
