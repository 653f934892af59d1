#pragma once

#include <cstdint>
#include <functional>

#include "acgd/core/gradient.hpp"
#include "acgd/core/point.hpp"
#include "acgd/core/state.hpp"
#include "acgd/direction/direction.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// Changes x by no more than rounding has, and says whether it did.
using Correction = std::function<bool(VectorRef x)>;

/// An objective standing at a point x. The loop talks to nothing else, so whatever is cheaper to
/// carry from point to point than to recompute lives here.
class Cursor {
 public:
  virtual ~Cursor() = default;

  /// f(x)
  virtual double value() = 0;
  /// grad f(x); the reference is good until the next advance()
  virtual const Gradient& gradient() = 0;
  /// f from x along d; the line is good until the next advance()
  virtual Line& look(const Direction& direction) = 0;
  /// x = x + t d for the line last looked at. False when rounding left x as it was.
  virtual bool advance(double t) = 0;

  /// Pulls x back to where rounding has carried it from. What is carried along with x is off by
  /// rounding, too, and stays as it is. A cursor whose x is no vector has nothing to pull back.
  virtual void correct(const Correction& correction) { static_cast<void>(correction); }

  /// Copies x out, in its own shape; storage already in `point` is used again.
  virtual void store(Point& point) const = 0;

  /// How many gradients of f have been computed, probes and slopes included.
  virtual std::int64_t gradient_count() const = 0;

  /// All that decides how the run goes on from x, the counts of gradients and trials included, so
  /// that a cursor of the same objective that has loaded it goes on in the same bits. Called when
  /// the cursor has looked along a line and not advanced yet; once it is loaded, look() is called
  /// again with the same direction. By default refuses with InvalidInput.
  virtual void visit(State& state);
};

}  // namespace acgd
