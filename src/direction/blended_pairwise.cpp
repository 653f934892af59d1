#include "acgd/direction/blended_pairwise.hpp"

#include "direction/atom_rule.hpp"
#include "direction/needs_set.hpp"

namespace acgd {
namespace {

class BlendedPairwiseRule final : public AtomRule {
 public:
  using AtomRule::AtomRule;

 private:
  BlockMove choose_in(const BlockView& at) const override {
    const bool stays = at.worst_weight > 0 && at.worst_slope - at.best_slope >= at.gap();
    return stays ? BlockMove::pairwise(at, at.best, at.best_slope) : BlockMove::toward(at);
  }
};

}  // namespace

std::unique_ptr<DirectionRule> BlendedPairwise::begin(const DirectionContext& context) const {
  require_set(name, context);
  validate(*this);
  return std::make_unique<BlendedPairwiseRule>(
      context, AtomRule::Settings{name, lazy, {max_atoms, max_bytes}});
}

}  // namespace acgd
