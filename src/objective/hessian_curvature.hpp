#pragma once

#include "acgd/objective/curvature.hpp"
#include "objective/hessian_images.hpp"

namespace acgd {

/// The constant Hessian H of a quadratic. The image of d is H d.
///
/// For two coordinates <a, H b> is an entry of H. For other pairs it is the product of one atom
/// with the image of the other: of the one that is not a coordinate, or that has the larger id.
class HessianCurvature final : public Curvature {
 public:
  /// `images` must outlive this object.
  explicit HessianCurvature(HessianImages& images);

  bool is_constant() const override { return true; }
  void refresh() override {}
  Index image_size() const override { return images_.hessian().dimension(); }
  void add_image(const Term& term, double weight, VectorRef image) override {
    images_.add({term.atom, weight, term.id}, image);
  }
  double product(const Term& term, ConstVectorRef image) override { return term.atom->dot(image); }
  void gram(std::span<const Term> terms, Index known, Matrix& h) override;
  double gram_cost(std::span<const Term> terms, Index known) const override;

 private:
  /// h(i, j) = <a_i, H a_j> for the coordinate a_j and all coordinates a_i, i <= j
  void add_coordinates(std::span<const Term> terms, Index j, Matrix& h);
  /// H a; valid until the next call
  Eigen::Map<const Vector> image_of(const Term& term);

  HessianImages& images_;
  EntryList list_;
  Vector column_;  ///< a column expanded from a list; 0 between calls
};

}  // namespace acgd
