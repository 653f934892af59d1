#pragma once

#include <cstdint>
#include <span>

#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/core/gradient.hpp"
#include "acgd/iterate/point.hpp"
#include "acgd/objective/curvature.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// An objective standing at a point x. The loop talks to nothing else, so whatever is cheaper to
/// carry from point to point than to recompute lives here.
class Cursor {
 public:
  virtual ~Cursor() = default;

  /// f(x)
  virtual double value() = 0;
  /// grad f(x); the reference is good until the next advance()
  virtual const Gradient& gradient() = 0;
  /// f from x along d; the line is good until the next advance(), and the direction's atoms must
  /// stay until then
  virtual Line& look(const Direction& direction) = 0;
  /// x = x + t d for the line last looked at. False when rounding left x as it was.
  virtual bool advance(double t) = 0;

  /// Removes from x what rounding has added to it. What is carried along with x is off by
  /// rounding, too, and stays as it is. A cursor whose x is no vector has nothing to recentre.
  virtual void recenter(const Recentering& recentering) { static_cast<void>(recentering); }

  /// x, where it is kept as a vector; null where it is a low-rank matrix.
  virtual const Vector* x() const { return nullptr; }
  /// Copies x out, in its own shape; storage already in `point` is used again.
  virtual void store(Point& point) const = 0;

  /// out[i] = <grad f(x), atom_i>, whatever the weights are
  virtual void slopes(std::span<const Term> terms, VectorRef out);
  /// The atom of this id is kept no longer: what was computed for it may go, and the id may come
  /// back as another atom's.
  virtual void release(AtomId id) { static_cast<void>(id); }

  /// the curvature of f at x, where the objective knows; else null. The cursor's own.
  virtual Curvature* curvature() { return nullptr; }

  /// How many gradients of f have been computed, probes and slopes included.
  virtual std::int64_t gradient_count() const = 0;
  /// How often a line was asked for the change of f.
  virtual std::int64_t trial_count() const = 0;

  /// All that decides how the run goes on from x, the counts of gradients and trials included, so
  /// that a cursor of the same objective that has loaded it goes on in the same bits. Called when
  /// the cursor has looked along a line and not advanced yet; once it is loaded, look() is called
  /// again with the same direction. By default refuses with InvalidInput.
  virtual void visit(Archive& archive);
};

}  // namespace acgd
