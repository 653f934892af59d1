#pragma once

#include <any>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/core/gradient.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// What a set knows of how its points are made of vertices. C = C_1 x C_2 x ...: its variables fall
/// into blocks that are free of each other, and every block has atoms and weights of its own.
struct Faces {
  enum class Kind {
    list,     ///< nothing: the vertices are kept as the oracle gives them
    corners,  ///< the vertices are multiples of unit vectors: they are read off x
    box,      ///< every variable has an interval of its own
  };
  struct Block {
    Kind kind = Kind::list;
    // Of corners:
    double scale = 1;         ///< the vertices are scale e_j,
    bool both_signs = false;  ///< and -scale e_j,
    bool has_origin = false;  ///< and 0 is in the block, too

    bool operator==(const Block&) const = default;
  };

  std::vector<Block> blocks = {Block{}};
  /// The block of each variable. Empty: there is but one.
  std::vector<Index> block_of = {};
  /// The bounds of each variable, if a block is a box; else empty. 0 for variables of other blocks.
  Vector lower = {};
  Vector upper = {};

  Index block(Index variable) const { return block_of.empty() ? 0 : block_of[variable]; }
};

class LmoResult;

/// C = a_1 P_1 + a_2 P_2 + ...: a sum of sets in the same variables, where P_k is the hull of points
/// of zeros and ones (the paths from one node to another, say) and a_k > 0 an amount. An answer of the
/// oracle is a sum of points too, one of each part; here they are told apart.
class Summands {
 public:
  /// A variable. Half as long as an Index: there may be millions of them in memory.
  using Entry = std::int32_t;

  virtual ~Summands() = default;

  /// How many parts there are.
  virtual Index count() const = 0;
  virtual double amount(Index part) const = 0;

  /// lmo.atom = Oracle::start(), told apart like the answer to a gradient.
  virtual void begin(LmoResult& lmo) const = 0;

  /// Of the answer last given by minimize(): <g, p> for its point p of a part,
  virtual double cost(LmoResult& lmo, Index part) const = 0;
  /// and the variables that are 1 in it, in an order of the set's own, appended to a list.
  virtual void append(LmoResult& lmo, Index part, std::vector<Entry>& ones) const = 0;

  /// Whether these variables, in any order and each once, are the ones of a point of the part.
  virtual bool has_point(Index part, std::span<const Entry> ones) const = 0;
};

/// What one run keeps of its oracle from call to call. The set itself never changes.
class LmoResult {
 public:
  /// Out: the minimiser. In: the previous one, a warm start.
  Atom atom;
  /// In: <g, atom> may exceed the minimum by this much. Closed forms ignore it.
  double accuracy = 0;
  /// Out: a bound on how much it does. Closed forms leave it 0.
  double error = 0;

  /// Out, of minimize_several(): other vertices that promise much, in no order. The first other_count of
  /// them; the rest is memory.
  std::vector<Atom> others;
  std::size_t other_count = 0;
  Atom& add_other() {
    if (other_count == others.size()) others.emplace_back();
    return others[other_count++];
  }

  /// The oracle's own scratch, made on first use.
  template <class T>
  T& memory() {
    if (T* kept = std::any_cast<T>(&memory_)) return *kept;
    return memory_.emplace<T>();
  }

 private:
  std::any memory_;
};

class Summands;

/// How far a point is outside a set.
struct Violation {
  /// 0 inside; in the units of the constraint that is violated most. NaN: the set cannot tell.
  double distance = 0;
  /// Which constraint, with numbers; empty inside.
  std::string detail;
  /// What the distance compares with: how far points of the set are apart in its units. A set that is
  /// made of others says so, for theirs may be of any sizes; 0: as far as those of the whole set.
  double size = 0;
};

/// A compact convex set C, touched only through its linear minimisation oracle.
/// Immutable: one object may serve any number of runs at once.
class Oracle {
 public:
  virtual ~Oracle() = default;

  /// The set and its parameters, as in "l1 ball of radius 50 in R^123".
  virtual std::string name() const = 0;
  virtual Index dimension() const = 0;

  /// lmo.atom = argmin { <g, v> : v in C }. Among several minimisers the one of smallest index.
  /// A zero gradient gives a finite point of C.
  virtual void minimize(const Gradient& gradient, LmoResult& lmo) const = 0;

  /// The same, and in lmo.others up to `most` vertices more, each once, with <g, v> well below
  /// <g, x> for many an x: for one pass over the gradient what would take many calls. If C has
  /// several blocks (faces()), each is a vertex of one of them and 0 in the others; one that is 0
  /// there, too, is an Atom::Coordinate with value 0 at a variable of its block. By default there are
  /// none.
  virtual void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
    static_cast<void>(most);
    lmo.other_count = 0;
    minimize(gradient, lmo);
  }

  virtual Violation violation(ConstVectorRef x) const = 0;
  /// The same of a point in its own shape; by default the shape is given up.
  virtual Violation violation_of(const Atom& x) const { return violation(x.to_dense()); }

  /// Whether x is in C up to `tolerance`; yes when the set cannot tell.
  bool contains(ConstVectorRef x, double tolerance = 1e-9) const {
    return !(violation(x).distance > tolerance);
  }

  /// Pulls x, which rounding has carried out of C, back into it, and says whether that changed x.
  /// Leaves alone what is inside, and what is more than 1e-12 outside, relative to the size of C:
  /// that was not rounding. Must not allocate. By default nothing.
  virtual bool recenter(VectorRef x) const {
    static_cast<void>(x);
    return false;
  }

  /// A vertex (or boundary point) to start from when the caller has none.
  virtual Atom start() const;

  /// Whether C is the hull of finitely many points: then a run ends sooner if it remembers them.
  virtual bool is_polytope() const { return false; }
  /// Whether a run over C ends sooner if it remembers atoms, and knows the curvature of f.
  virtual bool rewards_memory() const { return is_polytope(); }
  /// How points of C are made of vertices: by default a single block of which nothing is known.
  virtual Faces faces() const { return {}; }
  /// What C is a sum of, where a run may remember the points of every part by themselves; else null.
  virtual const Summands* summands() const { return nullptr; }

  /// Whether C = -C with 0 inside, so that it is the unit ball of a norm.
  virtual bool is_norm_ball() const { return false; }
  /// Whether x is known to be in the interior of C. Where 0 is, C is the unit ball of a gauge, and a run
  /// may descend in it. Sets that are flat have no interior; others that do not know say no.
  virtual bool is_interior(ConstVectorRef x) const { return is_norm_ball() && x.isZero(0); }

  /// Whether minimize() takes gradients that are sparse on a pattern.
  virtual bool accepts_sparse_gradients() const { return false; }
};

/// argmin { <g, v> : v in C } as a plain vector: for trying out a set, not for loops.
Vector linear_minimizer(const Oracle& oracle, ConstVectorRef gradient);

}  // namespace acgd
