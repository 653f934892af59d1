// FrankWolfe and SteepestDescent: one rule that calls the LMO at every point and moves to, or
// along, its vertex v. Also Auto.
#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "direction/direction_rule.hpp"

namespace acgd {

namespace {

class StraightRule final : public DirectionRule {
 public:
  explicit StraightRule(const DirectionContext& context)
      : name_(context.constrained ? FrankWolfe::name : SteepestDescent::name),
        size_(context.set.dimension()) {
    // Set once: only the contents of lmo_.atom change.
    move_ = {.direction = context.straight_to(lmo_.atom),
             .duality_gap = DualityGap{.lmo = &lmo_},
             .kind = context.constrained ? MoveKind::frank_wolfe : MoveKind::steepest_descent};
  }

  void choose(Cursor& at, OracleCalls& oracle) override {
    lmo_.accuracy = oracle.accuracy();
    oracle.call(at.gradient(), lmo_);
  }

  std::string_view name() const override { return name_; }

  void visit(Archive& archive) override {
    archive.expect("direction", name_);
    // The last vertex is a warm start: no other state of the LMO affects the next result.
    archive(lmo_.atom, lmo_.error);
    Archive::require(!archive.is_loading() || lmo_.atom.size() == size_,
                     "the atom has another size");
  }

 private:
  std::string_view name_;
  Index size_;
  LmoResult lmo_;
};

}  // namespace

std::unique_ptr<DirectionRule> FrankWolfe::begin(const DirectionContext& context) const {
  require_set(name, context);
  return std::make_unique<StraightRule>(context);
}

std::unique_ptr<DirectionRule> SteepestDescent::begin(const DirectionContext& context) const {
  if (context.constrained) {
    throw InvalidInput("direction", "steepest-descent",
                       "would leave the set, in which x of this run stays: must be frank-wolfe");
  }
  return std::make_unique<StraightRule>(context);
}

std::unique_ptr<DirectionRule> Auto::begin(const DirectionContext& context) const {
  if (!context.constrained) return SteepestDescent{}.begin(context);
  if (context.has_curvature && context.set.rewards_memory()) return Corrective{}.begin(context);
  return context.set.is_polytope() ? BlendedPairwise{}.begin(context) : FrankWolfe{}.begin(context);
}

}  // namespace acgd
