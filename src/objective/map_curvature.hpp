#pragma once

#include <functional>

#include "acgd/core/archive.hpp"
#include "acgd/objective/curvature.hpp"
#include "objective/image_gram.hpp"

namespace acgd {

/// H = A' D A with a diagonal D >= 0: how a loss of A x bends, the samples that bend downwards left
/// out. The image of d is A d.
class MapCurvature final : public Curvature {
 public:
  /// d = D at the point where the run stands, of any sign
  using TakeWeights = std::function<void(Vector& d)>;

  /// `images` must stay.
  MapCurvature(MapImages& images, bool is_constant, TakeWeights take_weights);

  bool is_constant() const override { return is_constant_; }
  void refresh() override;
  const Vector* diagonal() override;
  Index image_size() const override { return images_.map().rows(); }
  void add_image(const Term& term, double weight, VectorRef image) override {
    images_.add(term, weight, image);
  }
  double product(const Term& term, ConstVectorRef image) override;
  void gram(std::span<const Term> terms, Index known, Matrix& h) override;
  double gram_cost(std::span<const Term> terms, Index known) const override;

  /// D is of an earlier point, unless it is the same everywhere.
  void visit(Archive& archive);

 private:
  void require_weights() {
    if (!has_weights_) take();
  }
  void take();

  MapImages& images_;
  bool is_constant_;
  TakeWeights take_weights_;
  bool has_weights_ = false;
  Vector d_;
  Vector roots_;  ///< of d
  ImageGram gram_;
};

}  // namespace acgd
