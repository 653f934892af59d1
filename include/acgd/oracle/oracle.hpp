#pragma once

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/core/gradient.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

class DirectionRule;
struct DirectionContext;

/// Structure of the vertices of a set C = C_1 x C_2 x ...: the variables are partitioned into
/// independent blocks, each with its own atoms and weights.
struct Faces {
  enum class Kind {
    list,     ///< no structure: vertices are stored as the LMO returns them
    corners,  ///< vertices are multiples of unit vectors; weights are read off x
    box,      ///< each variable has its own interval
  };
  struct Block {
    Kind kind = Kind::list;
    // For corners:
    double scale = 1;             ///< the vertices are scale e_j,
    bool both_signs = false;      ///< and -scale e_j,
    bool has_origin = false;      ///< and 0 is in the block
    bool has_own_scales = false;  ///< the vertices are upper_j e_j, and lower_j e_j if lower_j < 0

    bool operator==(const Block&) const = default;
  };

  std::vector<Block> blocks = {Block{}};
  /// Block of each variable. Empty: a single block.
  std::vector<Index> block_of = {};
  /// Bounds of each variable if a block is a box, and the vertices of corners with scales of their
  /// own; else empty. 0 for variables of other blocks.
  Vector lower = {};
  Vector upper = {};

  Index block(Index variable) const { return block_of.empty() ? 0 : block_of[variable]; }
};

/// Result and per-run state of LMO calls. The set itself is immutable.
class LmoResult {
 public:
  /// Out: the minimiser. In: the previous one, as a warm start.
  Atom atom;
  /// In: allowed suboptimality of <g, atom>. Closed-form LMOs ignore it.
  double accuracy = 0;
  /// Out: bound on the suboptimality. Closed-form LMOs leave it 0.
  double error = 0;

  /// Out, of minimize_several(): further vertices with small <g, v>, in no order. Only the first
  /// other_count are valid; the rest is reused memory.
  std::vector<Atom> others;
  std::size_t other_count = 0;
  Atom& add_other();

  /// Scratch memory of the oracle, created on first use.
  template <class T>
  T& memory() {
    if (T* memory = std::any_cast<T>(&memory_)) return *memory;
    return memory_.emplace<T>();
  }

 private:
  std::any memory_;
};

/// Constraint violation of a point.
struct Violation {
  /// 0 inside, else the violation of the most violated constraint in its units. NaN: unknown.
  double distance = 0;
  /// Description of the violated constraint; empty inside.
  std::string detail;
  /// Scale of the distance: the extent of the set in the same units. Composed sets report it, since
  /// their parts may differ in scale; 0: the extent of the whole set.
  double size = 0;
};

/// A compact convex set C, accessed through its linear minimisation oracle (LMO). Immutable: one
/// object may serve concurrent runs.
class Oracle {
 public:
  virtual ~Oracle() = default;

  /// The set and its parameters, as in "l1 ball of radius 50 in R^123".
  virtual std::string name() const = 0;
  virtual Index dimension() const = 0;

  /// lmo.atom = argmin { <g, v> : v in C }. Ties go to the smallest index. A zero gradient gives a
  /// finite point of C.
  virtual void minimize(const Gradient& gradient, LmoResult& lmo) const = 0;

  /// Like minimize(), and puts up to `most` further distinct vertices with small <g, v> into
  /// lmo.others, from one pass over the gradient. If C has several blocks (faces()), each is a
  /// vertex of one block and 0 in the others; if it is 0 in its block as well, it is an
  /// Atom::Coordinate with value 0 at a variable of that block. Default: none.
  virtual void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
    static_cast<void>(most);
    lmo.other_count = 0;
    minimize(gradient, lmo);
  }

  virtual Violation violation(ConstVectorRef x) const = 0;
  /// The same for an atom; by default it is converted to a dense vector.
  virtual Violation violation_of(const Atom& x) const { return violation(x.to_dense()); }

  /// Whether violation() of one point is cheap beside a run. Not so for large balls of singular
  /// values: it takes all of these.
  virtual bool has_cheap_violation() const { return true; }

  /// Whether x is in C up to `tolerance`; true if membership is unknown.
  bool contains(ConstVectorRef x, double tolerance = 1e-9) const {
    return !(violation(x).distance > tolerance);
  }

  /// min { <g, v> : v in C } in closed form, independent of minimize(); absent if there is none.
  virtual std::optional<double> minimum(ConstVectorRef g) const {
    static_cast<void>(g);
    return std::nullopt;
  }

  /// min { s >= 0 : x in s C } for a set that contains 0, infinite if there is none; absent if it
  /// has no closed form, or one that is expensive beside a run.
  virtual std::optional<double> gauge(ConstVectorRef x) const {
    static_cast<void>(x);
    return std::nullopt;
  }

  /// Moves x back into C if it is outside by rounding error, and returns whether x changed. Does
  /// not change points inside, or more than 1e-12 outside relative to the size of C. Must not
  /// allocate. Default: does nothing.
  virtual bool recenter(VectorRef x) const {
    static_cast<void>(x);
    return false;
  }

  /// A vertex (or boundary point), the default starting point.
  virtual Atom start() const;

  /// Whether C is the hull of finitely many points: then methods with an active set converge
  /// faster.
  virtual bool is_polytope() const { return false; }
  /// Whether an active set and the curvature of f speed up runs over C.
  virtual bool rewards_memory() const { return is_polytope(); }
  /// Structure of the vertices; by default a single block without structure.
  virtual Faces faces() const { return {}; }
  /// A direction rule for corrective steps that uses more structure of C than its faces; null if
  /// there is none.
  virtual std::unique_ptr<DirectionRule> corrective_rule(const DirectionContext& context) const;

  /// Whether C = -C with 0 in the interior, so that it is a ball of a norm.
  virtual bool is_norm_ball() const { return false; }
  /// Whether x is known to be in the interior of C; false if unknown or if C has no interior. If 0
  /// is interior, C is the unit ball of a gauge and supports steepest descent.
  virtual bool is_interior(ConstVectorRef x) const { return is_norm_ball() && x.isZero(0); }

  /// Whether minimize() accepts sparse gradients.
  virtual bool accepts_sparse_gradients() const { return false; }
};

/// argmin { <g, v> : v in C } as a dense vector. Convenience function; allocates.
Vector linear_minimizer(const Oracle& oracle, ConstVectorRef gradient);

}  // namespace acgd
