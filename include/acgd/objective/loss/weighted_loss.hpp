#pragma once

#include <cassert>

#include "acgd/objective/loss.hpp"
#include "acgd/objective/loss/options.hpp"

namespace acgd {

/// What a loop over the samples needs to know of the weights.
struct SampleWeights {
  Index size;             ///< samples
  const double* weights;  ///< null: each is 1
  double scale;           ///< what weight_i phi_i is multiplied by: 1, or 1 / (sum of the weights)
};

/// The weights and the scaling that all our losses share.
class WeightedLoss : public Loss {
 public:
  Index size() const final { return size_; }
  /// sum or mean, as given or by default
  Scaling scaling() const { return scaling_; }
  /// empty: each is 1
  const Vector& weights() const { return weights_; }

 protected:
  /// Throws InvalidInput unless there is a sample and the weights, if any, are as LossOptions says.
  WeightedLoss(Index size, LossOptions options, Scaling default_scaling);

  /// For a loop over the samples of these vectors.
  template <class... Vectors>
  SampleWeights samples([[maybe_unused]] const Vectors&... vectors) const {
    assert(((vectors.size() == size_) && ...));
    return {size_, weights_.size() == 0 ? nullptr : weights_.data(), scale_};
  }
  /// Throws InvalidInput if these samples are all there are, and squares of targets of that size
  /// underflow or overflow.
  void check_squares(const Vector& targets) const;
  /// The largest factor of any phi_i.
  double largest_factor() const { return scale_ * largest_weight_; }
  /// What phi_i is multiplied by.
  double factor(Index i) const { return weights_.size() == 0 ? scale_ : scale_ * weights_[i]; }

 private:
  Index size_;
  Scaling scaling_;
  Vector weights_;
  double scale_ = 1;
  double largest_weight_ = 1;
  bool is_shard_ = false;
};

}  // namespace acgd
