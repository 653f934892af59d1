#pragma once

#include <memory>
#include <vector>

#include "acgd/objective/loss.hpp"
#include "acgd/parallel/reduction.hpp"

namespace acgd {

/// A loss partitioned by samples, with a loss for each block: sums are over the blocks of all
/// ranks, in the tree of Reduction; vectors contain the local samples. Each sample has one prediction.
class BlockLoss final : public Loss {
 public:
  /// A loss for each local block, null for blocks without samples. Means must divide by the sum of
  /// all weights: LossOptions::total. Called by all ranks together. Throws InvalidInput if a loss
  /// has another number of samples than its block, or several outputs.
  BlockLoss(std::vector<std::shared_ptr<const Loss>> parts,
            std::shared_ptr<const Reduction> reduction);

  const std::shared_ptr<const Reduction>& reduction() const { return reduction_; }
  const std::vector<std::shared_ptr<const Loss>>& parts() const { return parts_; }
  Index size() const override { return reduction_->size(); }

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
  bool has_domain() const override { return has_domain_; }
  double infimum() const override { return infimum_; }
  std::optional<double> lipschitz() const override { return lipschitz_; }

 private:
  /// Collects the properties of the parts on all ranks.
  void call_all();
  const Loss* part_at(Reduction::Range range) const;
  template <class Term>
  double sum(const Term& term) const;
  template <class Visit>
  void for_each_part(const Visit& visit) const;

  std::vector<std::shared_ptr<const Loss>> parts_;
  std::shared_ptr<const Reduction> reduction_;
  bool is_twice_differentiable_ = true;
  bool is_quadratic_ = true;  ///< whether curvature() is present
  bool has_derivatives_ = true;
  bool is_convex_ = true;
  bool has_domain_ = false;
  double infimum_ = 0;
  std::optional<double> lipschitz_;
};

/// The number of samples from which several threads evaluate a loss of one process: it is then
/// partitioned, whatever the number of threads.
inline constexpr Index samples_worth_threads = Index{1} << 16;

/// The loss with the parts make(first, size), where first and size refer to vectors with an entry
/// per local sample: a part for each block of the reduction, or a single one. Means must divide by
/// the sum of all weights. An exception on one rank is thrown on all.
template <class Make>
std::shared_ptr<const Loss> partition_loss(std::shared_ptr<const Reduction> reduction,
                                           const Make& make) {
  if (reduction->is_local()) {
    const Index samples = reduction->samples();
    if (samples < samples_worth_threads) return make(0, samples);
    reduction = std::make_shared<const Reduction>(samples, Reduction::shared_count(samples));
  }
  std::vector<std::shared_ptr<const Loss>> parts;
  const Reduction::Range own = reduction->own_blocks();
  together(reduction->team(), [&] {
    for (Index s = own.first; s < own.last; ++s) {
      const Reduction::Range range = reduction->here(s);
      parts.push_back(range.size() == 0 ? nullptr : make(range.first, range.size()));
    }
  });
  return std::make_shared<const BlockLoss>(std::move(parts), std::move(reduction));
}

}  // namespace acgd
