#include "acgd/direction/away.hpp"

#include "direction/atom_rule.hpp"
#include "direction/needs_set.hpp"

namespace acgd {
namespace {

class AwayRule final : public AtomRule {
 public:
  using AtomRule::AtomRule;

 private:
  BlockMove choose_in(const BlockView& at) const override {
    // Of a single atom there is nothing to go away from.
    const bool can_leave = at.worst_weight > 0 && at.worst_weight < 1;
    const bool leaves = can_leave && at.worst_slope - at.mean > at.gap();
    return leaves ? BlockMove::away(at) : BlockMove::toward(at);
  }
};

}  // namespace

std::unique_ptr<DirectionRule> Away::begin(const DirectionContext& context) const {
  require_set(name, context);
  validate(*this);
  return std::make_unique<AwayRule>(context,
                                    AtomRule::Settings{name, lazy, {max_atoms, max_bytes}});
}

}  // namespace acgd
