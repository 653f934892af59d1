#pragma once

#include <functional>
#include <memory>

#include "acgd/core/archive.hpp"
#include "acgd/objective/curvature.hpp"
#include "objective/block_images.hpp"
#include "objective/image_gram.hpp"
#include "objective/intercept.hpp"

namespace acgd {

/// H = A' D A with D = phi'', the curvature of a loss of A x; samples of negative curvature count
/// as 0. The image of d is A d. D is positive semidefinite, and diagonal if each sample has one
/// prediction.
///
/// With a profiled intercept, H = A' (D - D B G^+ B' D) A: see InterceptHessian.
class MapCurvature final : public Curvature {
 public:
  /// d = D at the current point, of any sign
  using TakeWeights = std::function<void(Vector& d)>;

  /// Keeps a reference to `images`. D is diagonal.
  MapCurvature(BlockImages& images, bool is_constant, TakeWeights take_weights);
  /// D is the second derivative of `loss`, which is referenced, too.
  MapCurvature(BlockImages& images, bool is_constant, TakeWeights take_weights, const Loss& loss,
               bool has_intercept);

  bool is_constant() const override { return is_constant_; }
  void refresh() override;
  Index image_size() const override { return images_.map().rows(); }
  void add_image(const Term& term, double weight, VectorRef image) override {
    images_.add(term, weight, image);
  }
  double product(const Term& term, ConstVectorRef image) override;
  void gram(std::span<const Term> terms, Index known, Matrix& h) override;
  double gram_cost(std::span<const Term> terms, Index known) const override;

  /// Visits D, which may be that of an earlier point, unless it is constant.
  void visit(Archive& archive);

 private:
  void require_weights() {
    if (!has_weights_) take();
  }
  void take();
  /// Updates everything derived from d.
  void use_weights();
  bool is_coupled() const { return loss_ != nullptr && loss_->outputs() > 1; }
  /// Sums the Gram matrices of the blocks.
  void add_grams(std::span<const Term> terms, Index known, Matrix& h);
  double coupled_product(const Term& term, ConstVectorRef image);
  /// h -= A'D B G^+ B'D A, for the new entries of gram()
  void subtract_reliefs(std::span<const Term> terms, Index known, Matrix& h);

  BlockImages& images_;
  bool is_constant_;
  TakeWeights take_weights_;
  bool has_weights_ = false;
  Vector d_;
  Vector roots_;  ///< square roots of d
  ImageGram gram_;
  Matrix block_gram_;          ///< of one block
  std::vector<double> grams_;  ///< of subtrees of blocks
  const Loss* loss_ = nullptr;
  std::unique_ptr<InterceptHessian> intercept_;  ///< null: no intercept
  Vector ones_;
  Vector sums_;          ///< one per intercept
  Matrix reliefs_;       ///< a column v_i per atom; <v_i, v_j> is subtracted from h_ij
  Vector image_, bent_;  ///< an image, and D times it
};

}  // namespace acgd
