#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "acgd/atom/atom.hpp"
#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/core/description.hpp"
#include "acgd/core/gradient.hpp"
#include "acgd/objective/cursor.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// How much a direction rule may remember. Every rule with a memory has these two; where vertices
/// are read off x there is nothing to bound.
struct MemoryLimits {
  Index max_atoms = 10000;
  Index max_bytes = Index{1} << 30;

  /// The rows of any rule that has these members, and `lazy` perhaps.
  template <class Rule>
  static Description describe(Rule& rule) {
    Description rows;
    if constexpr (requires { rule.lazy; }) {
      rows.push_back({"lazy", rule.lazy, range::any,
                      "calls the LMO only where no active atom promises enough"});
    }
    rows.push_back({"max_atoms", rule.max_atoms, range::from_2,
                    "keeps at most so many atoms: then the lightest of them are merged into one"});
    rows.push_back({"max_bytes", rule.max_bytes, range::from_1,
                    "keeps atoms of at most so many bytes, merged likewise"});
    return rows;
  }
};

/// The oracle of one run, as its direction rule asks it: every call is counted and timed.
class OracleCalls {
 public:
  explicit OracleCalls(const Oracle& set) : set_(set) {}

  const Oracle& set() const { return set_; }

  /// lmo.atom = argmin { <g, v> : v in C }, up to lmo.accuracy; lmo.error says how close.
  void ask(const Gradient& gradient, LmoResult& lmo);

  /// The same, and in lmo.others up to `most` atoms more, where the set has them for the price of
  /// one: a single call.
  void call_several(const Gradient& gradient, Index most, LmoResult& lmo);

  /// How accurate an answer has to be at this point to be of use to the run: LmoResult::accuracy.
  double accuracy() const { return accuracy_; }
  void set_accuracy(double accuracy) { accuracy_ = accuracy; }

  /// Whether a rule that calls the LMO only now and then has to call it at this point: the run is
  /// about to end here, and without a duality gap nobody knows how far x is from the minimum.
  bool is_required() const { return is_required_; }
  void set_required(bool required) { is_required_ = required; }

  std::int64_t count() const { return count_; }
  double seconds() const { return seconds_; }

  void visit(Archive& archive) { archive(count_, seconds_); }

 private:
  const Oracle& set_;
  double accuracy_ = 0;
  bool is_required_ = false;
  std::int64_t count_ = 0;
  double seconds_ = 0;
};

/// What an answer v of the oracle to grad f(x) proves. With gap = <grad f(x), x - v>, for convex f:
/// f(x) - min f <= gap + lmo->error. A run over R^n has gap = -<grad f(x), v>, a dual norm.
struct DualityGap {
  const LmoResult* lmo = nullptr;
  /// Absent where d leads to v itself: then the gap is the fall of f along d, which the line knows.
  std::optional<double> gap = {};

  /// The rounding error to expect in `gap`, if that is given. Where sums cancel inside f, the line
  /// to v knows better.
  double noise = 0;

  double gap_from(const Line& line) const { return gap ? *gap : -line.directional_derivative(); }
  double noise_from(const Line& to_v) const { return std::max(noise, to_v.derivative_noise()); }
};

enum class MoveKind {
  frank_wolfe,       ///< to the LMO's vertex v: d = v - x
  steepest_descent,  ///< the same where x is free: d = v
  away,              ///< from an atom a that x is made of: d = x - a
  pairwise,          ///< weight goes from one such atom to another: d = b - a
  corrective,        ///< any change of the weights of the atoms that x is made of
};

/// Where an iteration goes.
struct Move {
  Direction direction = {};
  /// Absent when the LMO was not called at x. Nobody repeats an earlier one in its place.
  std::optional<DualityGap> duality_gap = {};
  MoveKind kind = MoveKind::frank_wolfe;
  /// d' H d if d minimises a second-order model of f: Line::model_curvature().
  std::optional<double> curvature = {};
};

/// A direction rule at work in one run. It owns its state, the atoms of its directions included.
/// At each point, in order: choose(), look along the move, perhaps visit(), moved(). choose() and the
/// look are repeated where the LMO's vertex was not accurate enough, or is missing.
class DirectionRule {
 public:
  DirectionRule() = default;
  DirectionRule(const DirectionRule&) = delete;  // a move points at the rule's own atoms
  DirectionRule& operator=(const DirectionRule&) = delete;
  virtual ~DirectionRule() = default;

  /// Sets move_ to where to go from the point at which the cursor stands. The oracle may be asked
  /// any number of times, or not at all; what it answers goes into an LmoResult of the rule's own.
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

/// Any direction rule, as a value: FrankWolfe{}, SteepestDescent{}, Auto{} and structs of your own convert to it.
using DirectionChoice = Choice<DirectionRule, DirectionContext>;

}  // namespace acgd
