#pragma once

#include <span>

#include "acgd/atom/direction.hpp"

namespace acgd {

/// The curvature of f at a point, through products with atoms. H is the Hessian of f; for a
/// non-convex sum over samples, H omits the samples of negative curvature.
///
/// For composites phi(A x) the image of d is A d, and <a, H d> = <A a, D A d> with D = phi''. For
/// quadratics the image is H d. For functions that are known by values and gradients alone, H is
/// estimated from differences of gradients.
class Curvature {
 public:
  virtual ~Curvature() = default;

  /// Whether H is the same at all points: then results stay valid.
  virtual bool is_constant() const = 0;
  /// Sets H to that of the current point of the cursor. Until then H is that of an earlier point.
  virtual void refresh() = 0;

  /// Number of entries of an image.
  virtual Index image_size() const = 0;
  /// image += weight * image of the atom; the weight of the term is ignored
  virtual void add_image(const Term& term, double weight, VectorRef image) = 0;
  /// <a, H d> from the image of d
  virtual double product(const Term& term, ConstVectorRef image) = 0;

  /// h(i, j) = h(j, i) = <a_i, H a_j> for every j >= known and every i; the other entries are
  /// given. h has at least as many rows and columns as there are terms.
  virtual void gram(std::span<const Term> terms, Index known, Matrix& h) = 0;
  /// Cost of gram(), in units of a gradient of f.
  virtual double gram_cost(std::span<const Term> terms, Index known) const = 0;

  /// Whether multiply() is available.
  virtual bool has_products() const { return false; }
  /// hd = H d
  virtual void multiply(const Vector& d, Vector& hd) {
    static_cast<void>(d), static_cast<void>(hd);
  }
};

}  // namespace acgd
