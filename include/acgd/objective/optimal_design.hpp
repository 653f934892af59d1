#pragma once

#include <algorithm>
#include <memory>
#include <string_view>

#include "acgd/core/description.hpp"
#include "acgd/objective/composite.hpp"

namespace acgd {

/// What a design of experiments minimises, a function of the information matrix M = sum of
/// w_i x_i x_i' (Pukelsheim 2006, "Optimal Design of Experiments").
enum class DesignCriterion {
  d,  ///< -log det M: the volume of the confidence ellipsoid
  a,  ///< tr M^-1: the mean variance of the coefficients
  i,  ///< the mean of x_i' M^-1 x_i: the mean variance of the predictions
  c,  ///< c' M^-1 c: the variance of one linear function of the coefficients
};

struct DesignOptions {
  DesignCriterion criterion = DesignCriterion::d;
  Vector c = {};  ///< for DesignCriterion::c, an entry per coefficient; else empty

  Description describe();
};

/// A criterion as a loss of the entries of M, stacked by columns: one sample with d^2 predictions,
/// of which phi'' couples all. Infinite unless M is positive definite.
///
/// Along a line M + t W every function of t follows from the eigenvalues of W relative to M: one
/// decomposition of a d x d matrix, and no rounding error of a difference of determinants.
class DesignLoss final : public Loss {
 public:
  static constexpr std::string_view name = "optimal-design";
  static constexpr std::string_view sentence =
      "optimal design of experiments: weights of candidate points, by criterion D, A, I or c";
  static constexpr std::string_view formula =
      "f(w) = -log det M, M = sum over the points of w_i x_i x_i'; A: tr M^-1;\n"
      "I: the mean of x_i' M^-1 x_i; c: c' M^-1 c. Infinite unless M is positive definite.";

  /// -log det M + shift if k is empty, else tr(k' M^-1 k).
  DesignLoss(Index dimension, Matrix k, double shift);

  Index size() const override { return 1; }
  Index outputs() const override { return dimension_ * dimension_; }
  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  /// d = C with C M C' = I and a diagonal C k k' C': then phi''[W] = C' (S o C W C') C, where S is 1
  /// for D and S_ij = n_i + n_j, n the diagonal of C k k' C', for the others.
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  void multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const override;
  /// sqrt(S) o C W C'
  void multiply_root(ConstVectorRef d, const double* w, Index first, Index last,
                     double* y) const override;
  bool is_convex() const override { return true; }
  bool has_domain() const override { return true; }
  double infimum() const override;

 private:
  struct Workspace;
  bool is_log_det() const { return k_.cols() == 0; }
  /// Sets C = L^-1 for M = L L'; false unless M is positive definite.
  bool factor(ConstVectorRef z, Workspace& work) const;
  /// The eigenvalues l_j of W relative to M and, unless D, the n_j of their eigenvectors; false
  /// unless M is positive definite.
  bool decompose(ConstVectorRef z, ConstVectorRef w, Workspace& work) const;
  /// C W C', with the factors S
  void bend(ConstVectorRef d, Eigen::Map<const Matrix> w, bool roots, Workspace& work) const;

  Index dimension_;
  Matrix k_;
  double shift_;
};

/// w -> the entries of M = sum of w_i x_i x_i', stacked by columns; x_i are the columns of a matrix.
class MomentMap final : public LinearMap {
 public:
  explicit MomentMap(Matrix points) : points_(std::move(points)) {}

  const Matrix& points() const { return points_; }

  Index rows() const override { return points_.rows() * points_.rows(); }
  Index cols() const override { return points_.cols(); }
  void multiply(ConstVectorRef w, VectorRef z) const override;
  /// y_i = x_i' R x_i
  void multiply_adjoint(ConstVectorRef r, VectorRef y) const override;
  void image(const Atom& atom, VectorRef z) const override;
  /// That of the points, or, with more than 16 coefficients, what is read in the time of a product.
  double bytes() const override {
    return 0.5 * static_cast<double>(points_.size()) *
           std::max(16.0, static_cast<double>(points_.rows()));
  }

 private:
  Matrix points_;
};

/// Optimal design: a criterion of M(w) = sum of w_i x_i x_i', where the candidate points x_i are the
/// columns of `points`; minimise it over the simplex. A gradient is one pass over the points; H is
/// exact, so that corrective steps are those of Newton over the support of w.
///
/// Coordinates are changed so that the mean of x_i x_i' is the identity. D- and I-optimal designs do
/// not depend on coordinates; rounding errors do.
///
/// By the equivalence theorem of Kiefer and Wolfowitz (1960) w is D-optimal if and only if
/// max x_i' M^-1 x_i = d: the duality gap is that maximum minus d, and exp(-gap / d) bounds the
/// efficiency (det M / det M*)^(1/d).
///
/// Throws InvalidInput if there is no point, if an entry is not finite, if the points do not span
/// the space, or if c is missing, superfluous, 0 or of another size.
Composite optimal_design(Matrix points, const DesignOptions& options = {});

}  // namespace acgd
