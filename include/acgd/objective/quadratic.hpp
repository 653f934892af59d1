#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "acgd/core/description.hpp"
#include "acgd/objective/hessian.hpp"
#include "acgd/objective/objective.hpp"

namespace Eigen {
template <typename Scalar, int Options, typename StorageIndex>
class SparseMatrix;  // <Eigen/SparseCore> is included by users of sparse matrices
}

namespace acgd {

struct QuadraticOptions {
  Index cache_bytes = Index{256} << 20;
  std::optional<bool> convex = {};

  Description describe();
};

/// f(x) = 1/2 x'Qx + b'x + c with a symmetric Q, definite or not.
///
/// A run updates the gradient from point to point, g(x + t d) = g(x) + t Q d. With an atom of one
/// coordinate Q d is a column of Q minus Qx, so an iteration reads a few vectors and no matrix; an
/// atom that differs from a recent one in few coordinates costs their columns, any other a product.
/// Trial steps and the exact line search are O(1) and exact up to rounding. Value and gradient are
/// recomputed often enough that they agree with direct evaluation to 1e-10 relative to the terms of
/// the sum.
class Quadratic final : public Objective {
 public:
  static constexpr std::string_view name = "quadratic";
  static constexpr std::string_view sentence = "x'Qx / 2 + b'x, Q symmetric, definite or not";
  static constexpr std::string_view formula = "f(x) = x'Qx / 2 + b'x, Q symmetric; convex or not";

  /// Throws InvalidInput if Q is not square, not symmetric (naming the worst pair of entries) or
  /// not finite, or if b has another size.
  Quadratic(Matrix q, Vector b, double c = 0, QuadraticOptions options = {});
  Quadratic(const Eigen::SparseMatrix<double, 0, int>& q, Vector b, double c = 0,
            QuadraticOptions options = {});
  Quadratic(std::shared_ptr<const Hessian> q, Vector b, double c = 0,
            QuadraticOptions options = {});

  const Hessian& hessian() const { return *q_; }
  const Vector& linear() const { return *b_; }
  double constant() const { return c_; }

  Index dimension() const override { return q_->dimension(); }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  /// The largest |eigenvalue| of Q, by Lanczos' method on first use, then cached.
  std::optional<double> lipschitz() const override;
  /// As given by the options; else determined on first use and cached. A Q that is semidefinite up
  /// to rounding of its largest entries is convex.
  bool is_convex() const override;
  /// Infinity (only the zero is known) if c = 0, else absent.
  std::optional<double> natural_scale() const override;
  /// Also if Q is indefinite.
  bool has_curvature() const override { return true; }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override;

 private:
  struct Remembered;

  std::shared_ptr<const Hessian> q_;
  std::shared_ptr<const Vector> b_;
  double c_;
  QuadraticOptions options_;
  std::shared_ptr<Remembered> remembered_;
};

}  // namespace acgd
