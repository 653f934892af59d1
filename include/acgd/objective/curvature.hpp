#pragma once

#include <span>

#include "acgd/atom/direction.hpp"

namespace acgd {

/// the curvature of f at a point, as far as atoms show it: H is the Hessian of f, or, where f is not
/// convex, the part of it that is (a sum over samples without those that bend the other way).
///
/// Of composites phi(A x) the image of d is A d, and <a, H d> = <A a, D A d> with D = phi''. Of
/// quadratics the image is H d itself.
class Curvature {
 public:
  virtual ~Curvature() = default;

  /// Whether H is the same at all points: what was computed once stays true.
  virtual bool is_constant() const = 0;
  /// H is now that of the point where the cursor stands. Until then it is that of an earlier one.
  virtual void refresh() = 0;
  /// H itself, entries >= 0, if f is a sum over the variables; else null. Good until the next
  /// refresh().
  virtual const Vector* diagonal() { return nullptr; }

  /// How many entries an image has.
  virtual Index image_size() const = 0;
  /// image += weight * image of the atom, whatever the weight of the term is
  virtual void add_image(const Term& term, double weight, VectorRef image) = 0;
  /// <a, H d> from the image of d
  virtual double product(const Term& term, ConstVectorRef image) = 0;

  /// h(i, j) = h(j, i) = <a_i, H a_j> for every j >= known and every i; the others are known. h has
  /// at least as many rows and columns as there are terms.
  virtual void gram(std::span<const Term> terms, Index known, Matrix& h) = 0;
  /// What gram() costs, a gradient of f being 1.
  virtual double gram_cost(std::span<const Term> terms, Index known) const = 0;
};

}  // namespace acgd
