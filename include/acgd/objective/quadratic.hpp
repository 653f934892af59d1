#pragma once

#include <cstddef>
#include <memory>

#include "acgd/objective/hessian.hpp"
#include "acgd/objective/objective.hpp"

namespace Eigen {
template <typename Scalar, int Options, typename StorageIndex>
class SparseMatrix;  // <Eigen/SparseCore> is left to those who have one
}

namespace acgd {

struct QuadraticOptions {
  /// Columns H e_j of coordinates that a run has met are kept in at most so many bytes, the least
  /// recently used giving way. Only for a Hessian that does not store its columns anyway.
  std::size_t cache_bytes = std::size_t{256} << 20;
};

/// f(x) = 1/2 x'Qx + b'x + c with a symmetric Q, definite or not.
///
/// A run carries the gradient from point to point, g(x + t d) = g(x) + t Q d. With an atom of one
/// coordinate Q d is a column of Q less Qx, so an iteration reads a few vectors and no matrix; an
/// atom that differs from a recent one in few coordinates costs their columns, any other a product.
/// Every trial step is O(1) and exact up to rounding, and so is the exact line search. Value and
/// gradient are recomputed from scratch often enough that the run agrees with plain recomputation
/// to 1e-10 relative to the terms summed up.
class Quadratic final : public Objective {
 public:
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
  /// The largest |eigenvalue| of Q: Lanczos when first asked, then remembered.
  std::optional<double> lipschitz() const override;
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
