// Specifications of matchings, trees, plans and flows.
#include <gtest/gtest.h>

#include "app/spec/sets.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;

TEST(MakeCombinatorialSet, OfSquareMatrices) {
  EXPECT_EQ(make_set("birkhoff", {.dimension = 9})->name(), "Birkhoff polytope of 3 x 3 matrices");
  EXPECT_EQ(make_set("birkhoff:3", {.dimension = 9})->dimension(), 9);
  EXPECT_EQ(refusal([] { make_set("birkhoff", {.dimension = 10}); }),
            "set = birkhoff: side = 3: a square matrix of this side has 9 entries, not 10");
}

TEST(MakeCombinatorialSet, OfGraphsInFiles) {
  const acgd_test::TemporaryFolder folder;
  const std::string square = folder.file("square.csv", "0,0\n0,1\n1,0\n1,1\n").string();
  EXPECT_EQ(make_set("matching:" + square, {.dimension = 4})->name(),
            "matchings of a bipartite graph with 2 + 2 nodes and 4 edges");
  EXPECT_EQ(make_set("perfect-matching:" + square, {.dimension = 4})->dimension(), 4);
  const std::string ring = folder.file("ring.csv", "from,to\n0,1\n1,2\n2,0\n").string();
  EXPECT_EQ(make_set("spanning-tree:" + ring, {.dimension = 3})->name(),
            "spanning trees of a graph with 3 nodes and 3 edges");
  const std::string pieces = folder.file("pieces.csv", "0,1\n2,3\n").string();
  EXPECT_NE(refusal([&] {
              make_set("spanning-tree:" + pieces, {.dimension = 2});
            }).find("no way leads from node 0 to node 2"),
            std::string::npos);
}

TEST(MakeCombinatorialSet, OfPlansAndFlowsInFiles) {
  const acgd_test::TemporaryFolder folder;
  const std::string margins = folder.file("margins.csv", "3,2\n1,2,2\n").string();
  EXPECT_EQ(make_set("transport:" + margins, {.dimension = 6})->name(),
            "transport plans from 2 rows to 3 columns");
  const std::string one = folder.file("one.csv", "3,2\n").string();
  EXPECT_NE(refusal([&] {
              make_set("transport:" + one, {.dimension = 6});
            }).find("file: has 1 lines of numbers, must have two"),
            std::string::npos);

  const std::string arcs = folder.file("arcs.csv", "from,to,capacity\n0,1,2\n1,0,inf\n").string();
  const std::string supplies = folder.file("supplies.csv", "0,1\n1,-1\n").string();
  const auto flows = make_set("flow:" + arcs + "," + supplies, {.dimension = 2});
  EXPECT_EQ(flows->name(), "flows in a network of 2 nodes and 2 arcs");
  EXPECT_EQ(linear_minimizer(*flows, Vector{{1, 1}}), (Vector{{1, 0}}));
  // Without supplies the cycle is the only flow.
  const auto cycle = make_set("flow:" + arcs, {.dimension = 2});
  EXPECT_EQ(linear_minimizer(*cycle, Vector{{-1, 0}}), (Vector{{2, 2}}));
  const std::string wrong = folder.file("wrong.csv", "0,1\n7,-1\n").string();
  EXPECT_NE(refusal([&] {
              make_set("flow:" + arcs + "," + wrong, {.dimension = 2});
            }).find("has 2 numbers and begins with 7; must be node,supply with a node of 0 .. 1"),
            std::string::npos);
}

}  // namespace
}  // namespace acgd::spec
