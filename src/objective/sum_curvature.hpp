#pragma once

#include <vector>

#include "acgd/objective/curvature.hpp"

namespace acgd {

/// H = sum of weight_i H_i. The image of d is those of the parts, one after the other.
class SumCurvature final : public Curvature {
 public:
  struct Part {
    Curvature* curvature = nullptr;
    double weight = 1;
    /// Whether its costs are nothing beside those of the others.
    bool is_light = false;
  };

  /// The parts from now on, which must stay.
  void take(std::span<const Part> parts);

  bool is_constant() const override;
  void refresh() override;
  const Vector* diagonal() override;
  Index image_size() const override { return image_size_; }
  void add_image(const Term& term, double weight, VectorRef image) override;
  double product(const Term& term, ConstVectorRef image) override;
  void gram(std::span<const Term> terms, Index known, Matrix& h) override;
  double gram_cost(std::span<const Term> terms, Index known) const override;

 private:
  std::vector<Part> parts_;
  Index image_size_ = 0;
  Vector diagonal_;
  Matrix of_part_;  ///< what gram() of a part says
};

}  // namespace acgd
