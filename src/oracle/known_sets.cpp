#include "acgd/oracle/known_sets.hpp"

#include <algorithm>

#include "acgd/oracle/box.hpp"
#include "acgd/oracle/flow_polytope.hpp"
#include "acgd/oracle/hull.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "acgd/oracle/l2_ball.hpp"
#include "acgd/oracle/linf_ball.hpp"
#include "acgd/oracle/lp_ball.hpp"
#include "acgd/oracle/nuclear_ball.hpp"
#include "acgd/oracle/simplex.hpp"
#include "acgd/oracle/spectral_ball.hpp"
#include "acgd/oracle/unit_simplex.hpp"

namespace acgd {
namespace {

template <class Set>
KnownSet known() {
  using Parameters = typename Set::Parameters;
  return {Parameters::syntax,  Parameters::formula, Parameters::cost,
          Parameters::example, Parameters::values,  Parameters{}};
}

}  // namespace

const std::vector<KnownSet>& known_sets() {
  static const std::vector<KnownSet> sets = {
      known<L1Ball>(),       known<L2Ball>(),       known<LinfBall>(),   known<LpBall>(),
      known<Simplex>(),      known<UnitSimplex>(),  known<Box>(),        known<NuclearBall>(),
      known<SpectralBall>(), known<FlowPolytope>(), known<ConvexHull>(),
  };
  return sets;
}

std::size_t KnownSet::required() const {
  const std::string_view outside = syntax.substr(0, syntax.find('['));
  return static_cast<std::size_t>(std::count(outside.begin(), outside.end(), ':'));
}

}  // namespace acgd
