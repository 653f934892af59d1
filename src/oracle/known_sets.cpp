#include "acgd/oracle/known_sets.hpp"

#include <algorithm>

#include "acgd/oracle/birkhoff.hpp"
#include "acgd/oracle/box.hpp"
#include "acgd/oracle/diamond.hpp"
#include "acgd/oracle/ellipsoid.hpp"
#include "acgd/oracle/fantope.hpp"
#include "acgd/oracle/flow_polytope.hpp"
#include "acgd/oracle/group_ball.hpp"
#include "acgd/oracle/hull.hpp"
#include "acgd/oracle/hypersimplex.hpp"
#include "acgd/oracle/k_norm_ball.hpp"
#include "acgd/oracle/k_sparse_polytope.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "acgd/oracle/l2_ball.hpp"
#include "acgd/oracle/linf_ball.hpp"
#include "acgd/oracle/lp_ball.hpp"
#include "acgd/oracle/matching.hpp"
#include "acgd/oracle/network_flows.hpp"
#include "acgd/oracle/nuclear_ball.hpp"
#include "acgd/oracle/owl_ball.hpp"
#include "acgd/oracle/perfect_matching.hpp"
#include "acgd/oracle/permutahedron.hpp"
#include "acgd/oracle/polyhedron.hpp"
#include "acgd/oracle/product.hpp"
#include "acgd/oracle/schatten_ball.hpp"
#include "acgd/oracle/simplex.hpp"
#include "acgd/oracle/spanning_trees.hpp"
#include "acgd/oracle/spectrahedron.hpp"
#include "acgd/oracle/spectral_ball.hpp"
#include "acgd/oracle/spectraplex.hpp"
#include "acgd/oracle/symmetric_hull.hpp"
#include "acgd/oracle/total_variation.hpp"
#include "acgd/oracle/transport_plans.hpp"
#include "acgd/oracle/unit_hypersimplex.hpp"
#include "acgd/oracle/unit_simplex.hpp"

namespace acgd {
namespace {

template <class Set>
KnownSet known() {
  using Parameters = typename Set::Parameters;
  std::string_view missing;
  if constexpr (requires { Parameters::missing(); }) missing = Parameters::missing();
  return {Parameters::syntax,  Parameters::formula, Parameters::cost,
          Parameters::example, Parameters::values,  missing,
          Parameters{}};
}

}  // namespace

const std::vector<KnownSet>& known_sets() {
  // A line a set, so that a new one is one line more.
  static const std::vector<KnownSet> sets = {
      // balls of vectors
      known<L1Ball>(),
      known<L2Ball>(),
      known<LinfBall>(),
      known<LpBall>(),
      known<KSparsePolytope>(),
      known<KNormBall>(),
      known<OwlBall>(),
      known<GroupBall>(),
      known<Ellipsoid>(),
      // simplices and boxes
      known<Simplex>(),
      known<UnitSimplex>(),
      known<Hypersimplex>(),
      known<UnitHypersimplex>(),
      known<Box>(),
      known<Diamond>(),
      known<Permutahedron>(),
      // matrices
      known<NuclearBall>(),
      known<SpectralBall>(),
      known<SchattenBall>(),
      known<Spectraplex>(),
      known<Spectrahedron>(),
      known<Fantope>(),
      known<Birkhoff>(),
      known<TransportPlans>(),
      // graphs
      known<FlowPolytope>(),
      known<NetworkFlows>(),
      known<Matching>(),
      known<PerfectMatching>(),
      known<SpanningTrees>(),
      known<TotalVariation>(),
      // given by a list, or by linear constraints
      known<ConvexHull>(),
      known<SymmetricHull>(),
      known<Polyhedron>(),
      // made of other sets
      known<Product>(),
  };
  return sets;
}

std::size_t KnownSet::required() const {
  const std::string_view outside = syntax.substr(0, syntax.find('['));
  return static_cast<std::size_t>(std::count(outside.begin(), outside.end(), ':'));
}

}  // namespace acgd
