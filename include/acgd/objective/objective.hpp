#pragma once

#include <memory>
#include <optional>
#include <string>

#include "acgd/atom/atom.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/cursor.hpp"

namespace acgd {

/// A smooth function on R^n. Immutable: one object may serve any number of runs at once.
///
/// value() and gradient() are all a function needs. One that knows more about itself along a line
/// also overrides start() with a cursor of its own.
class Objective {
 public:
  virtual ~Objective() = default;

  virtual Index dimension() const = 0;
  virtual double value(const Vector& x) const = 0;
  /// Overwrites g, which has dimension() entries.
  virtual void gradient(const Vector& x, Vector& g) const = 0;

  /// A global Lipschitz constant of the gradient in the l2 norm, where it is known.
  virtual std::optional<double> lipschitz() const { return std::nullopt; }

  /// Whether value() and gradient() are known to agree. Of a function that does not say so a run
  /// compares them at its first iteration, see Options::check_gradient.
  virtual bool has_proven_gradient() const { return false; }

  /// Whether f is known to be convex: then f - gap bounds its minimum from below.
  virtual bool is_convex() const { return false; }
  /// The size that values of f are compared with, where 0 is a meaningful value of f: the loss of the
  /// null model x = 0, or infinity where only the zero is known. Absent where f may contain any
  /// constant, as functions given by the user do.
  virtual std::optional<double> natural_scale() const { return std::nullopt; }
  /// Whether its cursors have a Curvature.
  virtual bool has_curvature() const { return false; }
  /// Whether it is diagonal, too: Curvature::diagonal().
  virtual bool has_diagonal_curvature() const { return false; }

  /// The constants b, one for each output of the model, at which phi(A x + b) is lowest, where f is
  /// that minimum; empty where f has no intercept.
  virtual Vector intercept(const Vector& x) const {
    static_cast<void>(x);
    return {};
  }

  /// A cursor at x0 that measures in `norm`. This one calls value() and gradient(), and never twice
  /// at the same point.
  virtual std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const;
};

}  // namespace acgd
