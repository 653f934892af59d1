// The blocks of a set's variables, and the vertices of each block.
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

using Blocks = std::vector<Faces::Block>;
using Indices = std::vector<Index>;

constexpr Faces::Block kList{};
constexpr Faces::Block kBox{.kind = Faces::Kind::box};

Faces::Block corners(double scale, bool both_signs, bool has_origin) {
  return {Faces::Kind::corners, scale, both_signs, has_origin};
}

void expect_faces(const Oracle& set, const Blocks& blocks, const Indices& block_of,
                  const Vector& lower = {}, const Vector& upper = {}) {
  const Faces faces = set.faces();
  EXPECT_EQ(faces.blocks, blocks) << set.name();
  EXPECT_EQ(faces.block_of, block_of) << set.name();
  EXPECT_EQ(faces.lower, lower) << set.name();
  EXPECT_EQ(faces.upper, upper) << set.name();
}

TEST(Faces, OfSetsWithOneBlock) {
  expect_faces(L1Ball(3, 2), {corners(2, true, true)}, {});
  expect_faces(Simplex(3, 5), {corners(5, false, false)}, {});
  expect_faces(Simplex(3, 0.5, Relation::at_most), {corners(0.5, false, true)}, {});
  expect_faces(Box(vec({-1, 0}), vec({2, 0})), {kBox}, {}, vec({-1, 0}), vec({2, 0}));
  expect_faces(LinfBall(2, 3), {kBox}, {}, vec({-3, -3}), vec({3, 3}));
  expect_faces(ConvexHull(Matrix(Matrix::Identity(2, 2))), {kList}, {});
  expect_faces(L2Ball(2), {kList}, {});
}

TEST(Faces, OfProductAreThoseOfItsParts) {
  const Product inner(Simplex(2), Box(vec({-1, 2}), vec({1, 3})));
  expect_faces(inner, {corners(1, false, false), kBox}, {0, 0, 1, 1}, vec({0, 0, -1, 2}),
               vec({0, 0, 1, 3}));
  const Product outer(L2Ball(1), inner, L1Ball(2, 4), inner);
  expect_faces(outer,
               {kList, corners(1, false, false), kBox, corners(4, true, true),
                corners(1, false, false), kBox},
               {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}, vec({0, 0, 0, -1, 2, 0, 0, 0, 0, -1, 2}),
               vec({0, 0, 0, 1, 3, 0, 0, 0, 0, 1, 3}));
  expect_faces(Product(L1Ball(1), Simplex(2)), {corners(1, true, true), corners(1, false, false)},
               {0, 1, 1});
}

TEST(Faces, OfSingleFactorProductAreUnchanged) {
  const Product alone(std::vector<std::shared_ptr<const Oracle>>{std::make_shared<Box>(2, 1, 2)});
  expect_faces(alone, {kBox}, {}, vec({1, 1}), vec({2, 2}));
}

/// Three graphs with interleaved nodes: 0 -> 2 -> 5, with a short cut; 1 -> 4, twice; and 3 alone.
FlowGraph three_graphs() { return {.nodes = 6, .edges = {{0, 2}, {1, 4}, {2, 5}, {0, 5}, {1, 4}}}; }

TEST(Faces, OfFlowsAreComponentsOfGraph) {
  expect_faces(FlowPolytope(three_graphs()), {kList, kList, kList}, {0, 1, 0, 2, 1, 0});
  // An isolated node has no edge, so no variable and no block.
  expect_faces(FlowPolytope(three_graphs(), FlowCosts::edges), {kList, kList}, {0, 1, 0, 0, 1});
  FlowGraph one = three_graphs();
  one.edges.push_back({4, 5});
  one.edges.push_back({3, 5});
  expect_faces(FlowPolytope(one), {kList}, {});
  // One component has edges, and two nodes have none.
  const FlowPolytope lonely({.nodes = 4, .edges = {{0, 2}}}, FlowCosts::edges);
  expect_faces(lonely, {kList}, {});
  expect_faces(Product(Simplex(1), FlowPolytope(three_graphs(), FlowCosts::edges), L1Ball(1)),
               {corners(1, false, false), kList, kList, corners(1, true, true)},
               {0, 1, 2, 1, 1, 2, 3});
}

TEST(Faces, VerticesMayBeCombinedBlockByBlock) {
  std::mt19937_64 random(4);
  for (const FlowCosts costs : {FlowCosts::nodes, FlowCosts::edges}) {
    const FlowPolytope flows(three_graphs(), costs);
    const Faces faces = flows.faces();
    for (int round = 0; round < 50; ++round) {
      const Vector a = linear_minimizer(flows, test_gradient(flows.dimension(), false, random));
      const Vector b = linear_minimizer(flows, test_gradient(flows.dimension(), false, random));
      Vector mixed(a.size());
      for (Index i = 0; i < a.size(); ++i) mixed[i] = faces.block(i) == round % 3 ? a[i] : b[i];
      EXPECT_TRUE(flows.contains(mixed, 1e-12)) << mixed.transpose();
    }
  }
}

TEST(Faces, PolytopesAreDeclared) {
  const auto answer = [](const Vector& g) -> Vector { return g; };
  for (const bool is_polytope : {false, true}) {
    const CustomSet own(2, answer, {.is_polytope = is_polytope});
    EXPECT_EQ(own.is_polytope(), is_polytope);
    EXPECT_EQ(Product(own, L1Ball(2)).is_polytope(), is_polytope);
    EXPECT_EQ(Product(L1Ball(2), Product(Simplex(1), own)).is_polytope(), is_polytope);
  }
  EXPECT_FALSE(CustomSet(2, answer).is_polytope());
  EXPECT_TRUE(L1Ball(2).is_polytope());
  EXPECT_TRUE(LinfBall(2).is_polytope());
  EXPECT_TRUE(Simplex(2).is_polytope());
  EXPECT_TRUE(Simplex(2, 1, Relation::at_most).is_polytope());
  EXPECT_TRUE(Box(2, 0, 1).is_polytope());
  EXPECT_TRUE(ConvexHull(Matrix(Matrix::Identity(2, 2))).is_polytope());
  EXPECT_TRUE(FlowPolytope(three_graphs()).is_polytope());
  EXPECT_FALSE(L2Ball(2).is_polytope());
  EXPECT_FALSE(LpBall(2, 3).is_polytope());
  EXPECT_FALSE(NuclearBall(2, 2, 1).is_polytope());
  EXPECT_FALSE(SpectralBall(2, 2, 1).is_polytope());
}

}  // namespace
}  // namespace acgd
