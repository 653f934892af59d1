#pragma once

#include <memory>
#include <optional>
#include <string>

#include "acgd/atom/atom.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/cursor.hpp"
#include "acgd/objective/factored_objective.hpp"

namespace acgd {

/// A smooth function on R^n. Immutable: one object may be used by several runs at the same time.
///
/// Only value() and gradient() are required. An objective with faster or more accurate evaluation
/// along lines also overrides start() with a cursor of its own.
class Objective {
 public:
  virtual ~Objective() = default;

  virtual Index dimension() const = 0;
  virtual double value(const Vector& x) const = 0;
  /// Overwrites g, which has dimension() entries.
  virtual void gradient(const Vector& x, Vector& g) const = 0;

  /// A global Lipschitz constant of the gradient in the l2 norm, if known.
  virtual std::optional<double> lipschitz() const { return std::nullopt; }

  /// Whether value() and gradient() are known to be consistent. If not, a run compares them at its
  /// first iteration, see Options::check_gradient.
  virtual bool has_proven_gradient() const { return false; }

  /// Whether f is known to be convex: then f - gap is a lower bound of its minimum.
  virtual bool is_convex() const { return false; }
  /// Whether f is infinite outside of an open set. Vertices of C may be outside of it, so that runs
  /// start between several of them.
  virtual bool has_domain() const { return false; }
  /// The scale of values of f, if 0 is a meaningful value of f: the loss of the null model x = 0,
  /// or infinity if only the zero is known. Absent if f may contain an arbitrary constant, as
  /// user-defined functions do.
  virtual std::optional<double> natural_scale() const { return std::nullopt; }
  /// A number that f is never below, if one is known. Problems with a penalty derive a bound of the
  /// gauge of their minimisers from it.
  virtual std::optional<double> lower_bound() const { return std::nullopt; }
  /// l if f(x) = l/2 ||x||^2, a ridge, which a Sum adds to another term; 0 for any other f.
  virtual double ridge() const { return 0; }
  /// Whether its cursors provide a Curvature.
  virtual bool has_curvature() const { return false; }
  /// Whether multiply_hessian() is available.
  virtual bool has_hessian_products() const { return false; }
  /// hd = H d with the Hessian H of f at x.
  virtual void multiply_hessian(const Vector& x, const Vector& d, Vector& hd) const {
    static_cast<void>(x), static_cast<void>(d), static_cast<void>(hd);
  }

  /// The constants b, one for each output of the model, that minimise phi(A x + b), if f is that
  /// minimum; empty if f has no intercept.
  virtual Vector intercept(const Vector& x) const {
    static_cast<void>(x);
    return {};
  }

  /// f as a function of the factors of a rows x cols matrix, whose stacked columns are x; null if
  /// the matrix would be too large to form. The default forms it, and obtains the curvature from
  /// differences of gradients. Refers to this objective.
  virtual std::unique_ptr<FactoredObjective> factored(Index rows, Index cols) const;

  /// A cursor at x0 that uses `norm`. The default calls value() and gradient(), each at most once
  /// per point.
  virtual std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const;
};

}  // namespace acgd
