#pragma once

#include "acgd/objective/curvature.hpp"
#include "objective/hessian_images.hpp"

namespace acgd {

/// H of a quadratic, the same at all points. The image of d is H d.
///
/// Of two coordinates <a, H b> is an entry of H. Of any other two atoms it is one times the image
/// of the other: of the one that is no coordinate, or was kept later.
class HessianCurvature final : public Curvature {
 public:
  /// `images` must stay.
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
  /// <a_i, H a_j> of two coordinates, for the i <= j that are some
  void add_coordinates(std::span<const Term> terms, Index j, Matrix& h);
  /// H a; good until the next one
  Eigen::Map<const Vector> image_of(const Term& term);

  HessianImages& images_;
  EntryList list_;
  Vector column_;  ///< a column from a list; 0 in between
};

}  // namespace acgd
