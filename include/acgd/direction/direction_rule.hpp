#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
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

/// Memory limits of the active set of a direction rule. They do not apply to blocks whose vertices
/// are read off x.
struct MemoryLimits {
  Index max_atoms = 10000;
  Index max_bytes = Index{1} << 30;

  /// The rows of any rule with these members and, optionally, `lazy`.
  template <class Rule>
  static Description describe(Rule& rule) {
    Description rows;
    if constexpr (requires { rule.lazy; }) {
      rows.push_back({"lazy", rule.lazy, range::any,
                      "call the LMO only if no active atom gives sufficient decrease"});
    }
    rows.push_back(
        {"max_atoms", rule.max_atoms, range::from_2,
         "maximum size of the active set; beyond it the atoms of smallest weight are merged"});
    rows.push_back(
        {"max_bytes", rule.max_bytes, range::from_1,
         "maximum memory of the active set in bytes; beyond it atoms are merged likewise"});
    return rows;
  }
};

/// The LMO of one run, as used by its direction rule: counts and times every call.
class OracleCalls {
 public:
  explicit OracleCalls(const Oracle& set) : set_(set) {}

  const Oracle& set() const { return set_; }

  /// lmo.atom = argmin { <g, v> : v in C } up to lmo.accuracy; lmo.error bounds the error.
  void call(const Gradient& gradient, LmoResult& lmo);

  /// The same, with up to `most` further vertices in lmo.others where the set can provide them at
  /// the cost of a single call.
  void call_several(const Gradient& gradient, Index most, LmoResult& lmo);

  /// Counts and times another form of the call, for rules of a set of their own.
  void count_call(const std::function<void()>& call);

  /// Accuracy required of the LMO at this point: LmoResult::accuracy.
  double accuracy() const { return accuracy_; }
  void set_accuracy(double accuracy) { accuracy_ = accuracy; }

  /// The duality gap at which the run ends, as far as it is known at this point.
  double final_gap() const { return final_gap_; }
  void set_final_gap(double gap) { final_gap_ = gap; }

  /// Whether a rule that takes long should return what it has: the run is interrupted, or out of
  /// time.
  bool is_stopping() const { return is_stopping_ && is_stopping_(); }
  void set_stopping(std::function<bool()> is_stopping) { is_stopping_ = std::move(is_stopping); }

  /// Whether a lazy rule must call the LMO at this point: the run is about to end here and needs a
  /// duality gap.
  bool is_required() const { return is_required_; }
  void set_required(bool required) { is_required_ = required; }

  std::int64_t count() const { return count_; }
  double seconds() const { return seconds_; }

  void visit(Archive& archive) { archive(count_, seconds_); }

 private:
  const Oracle& set_;
  double accuracy_ = 0;
  double final_gap_ = 0;
  std::function<bool()> is_stopping_;
  bool is_required_ = false;
  std::int64_t count_ = 0;
  double seconds_ = 0;
};

/// Duality gap from the LMO's vertex v at x: gap = <grad f(x), x - v>. For convex f,
/// f(x) - min f <= gap + lmo->error. In a run over R^n, gap = -<grad f(x), v>, a dual norm.
struct DualityGap {
  const LmoResult* lmo = nullptr;
  /// Absent where d leads to v itself: then the gap is minus the directional derivative along d.
  std::optional<double> gap = {};

  /// Estimated rounding error of `gap`, if that is given. Line::derivative_noise() of the line to v
  /// also covers cancellation inside f.
  double noise = 0;

  double gap_from(const Line& line) const { return gap ? *gap : -line.directional_derivative(); }
  double noise_from(const Line& to_v) const { return std::max(noise, to_v.derivative_noise()); }
};

enum class MoveKind {
  frank_wolfe,       ///< to the LMO's vertex v: d = v - x
  steepest_descent,  ///< the same in unconstrained runs: d = v
  away,              ///< away from an active atom a: d = x - a
  pairwise,          ///< moves weight from one active atom to another: d = b - a
  corrective,        ///< any change of the weights of the active set
};

/// The direction of an iteration, with the duality gap at its start.
struct Move {
  Direction direction = {};
  /// Absent if the LMO was not called at x; an earlier gap is never reused.
  std::optional<DualityGap> duality_gap = {};
  MoveKind kind = MoveKind::frank_wolfe;
  /// d'Hd if d minimises a second-order model of f: Line::model_curvature().
  std::optional<double> curvature = {};
};

/// State of a direction rule in one run, including the atoms of its directions. The order of calls
/// at each point is choose(), evaluation of the line, optionally visit(), moved(). choose() and the
/// evaluation are repeated if the LMO's vertex was missing or not accurate enough.
class DirectionRule {
 public:
  DirectionRule() = default;
  DirectionRule(const DirectionRule&) = delete;  // a move points at the rule's own atoms
  DirectionRule& operator=(const DirectionRule&) = delete;
  virtual ~DirectionRule() = default;

  /// Sets move_ to the direction from the cursor's point. May call the LMO any number of times, or
  /// not at all; the rule owns the LmoResult.
  virtual void choose(Cursor& at, OracleCalls& oracle) = 0;
  /// The chosen move, valid until the next choose(). Loading from an archive restores it.
  const Move& move() const { return move_; }

  /// Called after the step to x + t d. t == max_step drops an atom that d leads away from. Returns
  /// whether x must be recentred at once: the entries of a dropped atom must be exactly 0.
  virtual bool moved(double t) {
    static_cast<void>(t);
    return false;
  }

  /// Removes accumulated rounding errors from x; returns whether x changed. Called periodically in
  /// constrained runs. Must not allocate.
  virtual bool recenter(const Oracle& set, VectorRef x) { return set.recenter(x); }

  /// Number of gradients of f that choose() has computed apart from those of the cursor.
  virtual std::int64_t gradient_count() const { return 0; }

  /// Name of the rule, such as "pairwise"; for auto, that of the rule it selected.
  virtual std::string_view name() const { return "custom"; }
  /// Writes the active set at the current point x, if the rule has one.
  virtual void store(const Vector& x, WeightedAtoms& atoms) const {
    static_cast<void>(x), static_cast<void>(atoms);
  }

  /// Saves or loads the rule's identity, parameters and state: the last move, whose line a resumed
  /// run evaluates again, and the atoms. By default throws InvalidInput.
  virtual void visit(Archive& archive);

 protected:
  Move move_;
};

class Objective;

inline const WeightedAtoms kNoAtoms = {};

/// Properties of the run that are available to a rule at its start.
struct DirectionContext {
  bool constrained = true;  ///< x stays in the set; otherwise the set is the unit ball of a norm
  const Oracle& set;
  const Atom& x0;
  /// Active set at x0 if the caller provides it, else empty.
  const WeightedAtoms& atoms = kNoAtoms;
  /// Whether the cursor of the run provides a Curvature.
  bool has_curvature = false;
  /// Whether f is known by values and gradients, so that its curvature is estimated, or given by
  /// products with dense vectors.
  bool has_products = false;
  /// f, if it is known.
  const Objective* objective = nullptr;

  /// d = v - x in constrained runs, else d = v.
  Direction straight_to(const Atom& v) const { return constrained ? toward(v) : along(v); }
};

/// Any direction rule, as a value: FrankWolfe{}, SteepestDescent{}, Auto{} and user-defined structs
/// convert to it.
using DirectionChoice = Choice<DirectionRule, DirectionContext>;

}  // namespace acgd
