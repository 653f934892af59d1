#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/core/gradient.hpp"
#include "acgd/iterate/point.hpp"
#include "acgd/objective/curvature.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

class Objective;

/// A function that a cursor evaluates by value() and gradient() alone: they may contradict.
struct BlackBox {
  const Objective* f = nullptr;
  bool is_term = false;  ///< a term of the cursor's function
};

/// A bound of f(x) - min f, and its rounding error.
struct GapBound {
  double gap = 0;
  double noise = 0;
};

/// An objective at the current point x. It is the solver's only access to the objective, and holds
/// the quantities that are cheaper to update from point to point than to recompute.
class Cursor {
 public:
  virtual ~Cursor() = default;

  /// f(x)
  virtual double value() = 0;
  /// grad f(x); valid until the next advance()
  virtual const Gradient& gradient() = 0;
  /// f from x along d. The line is valid until the next advance(); the atoms of the direction must
  /// stay valid until then.
  virtual Line& look(const Direction& direction) = 0;
  /// x = x + t d for the last line. Returns false if rounding left x unchanged.
  virtual bool advance(double t) = 0;

  /// Removes accumulated rounding error from x. Quantities updated along with x have errors of the
  /// same size and are left unchanged. Does nothing if x is not stored as a vector.
  virtual void recenter(const Recentering& recentering) { static_cast<void>(recentering); }

  /// x, if it is stored as a vector; null if it is a low-rank matrix.
  virtual const Vector* x() const { return nullptr; }
  /// Copies x, as a vector or as factors; reuses the storage of `point`.
  virtual void store(Point& point) const = 0;

  /// out[i] = <grad f(x), atom_i>; the weights of the terms are ignored
  virtual void slopes(std::span<const Term> terms, VectorRef out);
  /// The atom with this id has left the active set: data cached for it may be freed, and the id may
  /// be reused for another atom.
  virtual void release(AtomId id) { static_cast<void>(id); }

  /// The curvature of f at x, owned by the cursor; null if it is not available.
  virtual Curvature* curvature() { return nullptr; }

  /// Upper bound of f(x) - min f for convex f, from the Frank-Wolfe gap <g, x - v> to the LMO's
  /// vertex v and the rounding error of that gap. An objective may know a better bound.
  virtual GapBound bound_gap(const GapBound& frank_wolfe, const Atom& v) {
    static_cast<void>(v);
    return frank_wolfe;
  }

  /// f, or terms of f, that are evaluated by value() and gradient() alone.
  virtual std::vector<BlackBox> black_boxes() const { return {}; }

  /// Number of gradients of f computed, including those for probe() and slope().
  virtual std::int64_t gradient_count() const = 0;
  /// Number of calls of Line::change().
  virtual std::int64_t trial_count() const = 0;

  /// Archives the state that determines the rest of the run, including the counts of gradients and
  /// trials: a cursor of the same objective that loads it continues with identical bits. Called
  /// after look() and before advance(); after loading, look() is called again with the same
  /// direction. By default throws InvalidInput.
  virtual void visit(Archive& archive);
};

}  // namespace acgd
