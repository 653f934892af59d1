#include "acgd/direction/auto.hpp"

#include "acgd/direction/along.hpp"
#include "acgd/direction/blended_pairwise.hpp"
#include "acgd/direction/corrective.hpp"
#include "acgd/direction/toward.hpp"

namespace acgd {

std::unique_ptr<DirectionRule> Auto::begin(const DirectionContext& context) const {
  if (!context.constrained) return Along{}.begin(context);
  if (context.has_curvature && context.set.rewards_memory()) return Corrective{}.begin(context);
  return context.set.is_polytope() ? BlendedPairwise{}.begin(context) : Toward{}.begin(context);
}

}  // namespace acgd
