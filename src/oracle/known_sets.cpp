#include "acgd/oracle/known_sets.hpp"

#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/matchings.hpp"
#include "acgd/oracle/matroids.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/oracle/total_variation.hpp"
#include "core/compose.hpp"

namespace acgd {

const SetFiles& SetContext::reader() const {
  if (files == nullptr) throw InvalidInput("file", "there is nothing that reads files here");
  return *files;
}

Index square_side(const std::optional<Index>& side, const Variable& variable) {
  if (!side && variable.rows != variable.cols) {
    throw InvalidInput("side", compose("the variable is a matrix of {} x {}, which is not square",
                                       variable.rows, variable.cols));
  }
  const Index entries = variable.dimension;
  const Index found =
      side.value_or(static_cast<Index>(std::llround(std::sqrt(static_cast<double>(entries)))));
  require_at_least("side", found, 1);
  // Compared as a quotient, since the product may overflow.
  if (found > entries / found || found * found != entries) {
    throw InvalidInput("side", found,
                       compose("a square matrix of this side has {} entries, not {}",
                               static_cast<double>(found) * static_cast<double>(found), entries));
  }
  return found;
}

namespace {

template <class Set, class Parameters = typename Set::Parameters>
KnownSet known() {
  std::string_view missing;
  if constexpr (requires { Parameters::missing(); }) missing = Parameters::missing();
  return {Parameters{}, Parameters::formula, Parameters::cost, missing};
}

}  // namespace

const std::vector<KnownSet>& known_sets() {
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
      known<Simplex, Simplex::AtMost>(),
      known<Hypersimplex>(),
      known<Hypersimplex, Hypersimplex::AtMost>(),
      known<Box>(),
      known<Knapsack>(),
      known<Knapsack, Knapsack::Equal>(),
      known<Diamond>(),
      known<Permutahedron>(),
      // matrices
      known<NuclearBall>(),
      known<SpectralBall>(),
      known<SchattenBall>(),
      known<Spectraplex>(),
      known<Spectraplex, Spectraplex::AtMost>(),
      known<Fantope>(),
      known<Birkhoff>(),
      known<TransportPlans>(),
      // graphs
      known<FlowPolytope>(),
      known<NetworkFlows>(),
      known<Matching>(),
      known<Matching, Matching::Perfect>(),
      known<SpanningTrees>(),
      known<TotalVariation>(),
      // given by a list, or by linear constraints
      known<ConvexHull>(),
      known<SymmetricHull>(),
      known<Polyhedron>(),
  };
  return sets;
}

}  // namespace acgd
