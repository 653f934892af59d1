#include "acgd/direction/pairwise.hpp"

#include "direction/atom_rule.hpp"
#include "direction/needs_set.hpp"

namespace acgd {
namespace {

class PairwiseRule final : public AtomRule {
 public:
  using AtomRule::AtomRule;

 private:
  BlockMove choose_in(const BlockView& at) const override {
    const bool leads_on = at.can_leave_all || at.worst_slope - at.to_slope >= at.gap();
    if (!(at.worst_weight > 0 && leads_on)) return BlockMove::toward(at);
    return BlockMove::pairwise(at, at.to, at.to_slope);
  }
};

}  // namespace

std::unique_ptr<DirectionRule> Pairwise::begin(const DirectionContext& context) const {
  require_set(name, context);
  validate(*this);
  return std::make_unique<PairwiseRule>(context,
                                        AtomRule::Settings{name, lazy, {max_atoms, max_bytes}});
}

}  // namespace acgd
