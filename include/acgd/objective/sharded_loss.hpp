#pragma once

#include <memory>
#include <vector>

#include "acgd/objective/loss.hpp"
#include "acgd/parallel/shards.hpp"

namespace acgd {

/// A loss partitioned by samples, with a loss for each shard: sums are over the shards of all
/// ranks, in the tree of Shards; vectors contain the local samples. Each sample has one prediction.
class ShardedLoss final : public Loss {
 public:
  /// A loss for each local shard, null for shards without samples. Means must divide by the sum of
  /// all weights: LossOptions::total. Called by all ranks together. Throws InvalidInput if a loss
  /// has another number of samples than its shard, or several outputs.
  ShardedLoss(std::vector<std::shared_ptr<const Loss>> parts, std::shared_ptr<const Shards> shards);

  const Shards* shards() const override { return shards_.get(); }
  const std::shared_ptr<const Shards>& shared_shards() const { return shards_; }
  const std::vector<std::shared_ptr<const Loss>>& parts() const { return parts_; }
  Index size() const override { return shards_->size(); }

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<double> curvature(ConstVectorRef w) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return is_twice_differentiable_; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return is_convex_; }
  double infimum() const override { return infimum_; }
  std::optional<double> lipschitz() const override { return lipschitz_; }

 private:
  /// Collects the properties of the parts on all ranks.
  void call_all();
  const Loss* part_at(Shards::Range range) const;
  template <class Term>
  double sum(const Term& term) const;
  template <class Visit>
  void for_each_part(const Visit& visit) const;

  std::vector<std::shared_ptr<const Loss>> parts_;
  std::shared_ptr<const Shards> shards_;
  bool is_twice_differentiable_ = true;
  bool is_quadratic_ = true;  ///< whether curvature() is present
  bool has_derivatives_ = true;
  bool is_convex_ = true;
  double infimum_ = 0;
  std::optional<double> lipschitz_;
};

/// The sharded loss with the parts make(first, size), where first and size refer to vectors with an
/// entry per local sample. An exception on one rank is thrown on all.
template <class Make>
std::shared_ptr<const Loss> cut_loss(std::shared_ptr<const Shards> shards, const Make& make) {
  std::vector<std::shared_ptr<const Loss>> parts;
  const Shards::Range own = shards->own_shards();
  together(shards->team(), [&] {
    for (Index s = own.first; s < own.last; ++s) {
      const Shards::Range range = shards->here(s);
      parts.push_back(range.size() == 0 ? nullptr : make(range.first, range.size()));
    }
  });
  return std::make_shared<const ShardedLoss>(std::move(parts), std::move(shards));
}

}  // namespace acgd
