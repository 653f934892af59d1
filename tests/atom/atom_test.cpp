// Every shape of atom against its dense vector.
#include "acgd/atom/atom.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

namespace acgd {
namespace {

Atom coordinate() {
  Atom atom;
  atom.become_coordinate(6, 2, -3.5);
  return atom;
}

Atom sparse() {
  Atom atom;
  Atom::Sparse& entries = atom.become_sparse(6);
  entries.indices = {0, 3, 5};
  entries.values = {1, -2, 4};
  return atom;
}

Atom signs() {
  Atom atom;
  Atom::Signs& entries = atom.become_signs(6);
  entries.scale = 0.5;
  entries.signs << 1, -1, 0, 1, 1, -1;
  return atom;
}

Atom rank_one() {
  Atom atom;
  Atom::RankOne& pair = atom.become_rank_one(2, 3);
  pair.scale = -2;
  pair.left << 1, 3;
  pair.right << 2, 0, -1;
  return atom;
}

Atom low_rank() {
  Atom atom;
  Atom::LowRank& sum = atom.become_low_rank(2, 3, 2);
  sum.terms[0] = {-2, Vector{{1, 3}}, Vector{{2, 0, -1}}};
  sum.terms[1] = {1, Vector{{1, 0}}, Vector{{0, 5, 1}}};
  return atom;
}

Atom blocks() {
  Atom atom;
  Atom::Blocks& parts = atom.become_blocks(6, 2);
  parts.parts[0].become_coordinate(2, 1, 7);
  parts.parts[1].become_dense(4) << 1, 2, 3, 4;
  return atom;
}

struct ShapeCase {
  const char* name;
  Atom atom;
  Vector dense;
};

class AtomShape : public ::testing::TestWithParam<ShapeCase> {};

const Vector kWeights = Vector{{0.3, -1, 2, 5, -0.25, 8}};

TEST_P(AtomShape, DenseFormEqualsReference) {
  EXPECT_EQ(GetParam().atom.size(), 6);
  EXPECT_EQ(GetParam().atom.to_dense(), GetParam().dense);
}

TEST_P(AtomShape, DotEqualsDenseDot) {
  EXPECT_NEAR(GetParam().atom.dot(kWeights), GetParam().dense.dot(kWeights), 1e-14);
}

TEST_P(AtomShape, AddToAddsMultiple) {
  Vector x = kWeights;
  GetParam().atom.add_to(x, -0.5);
  EXPECT_LT((x - (kWeights - 0.5 * GetParam().dense)).norm(), 1e-14);
}

TEST_P(AtomShape, DotWithSparseGradientUsesPatternOnly) {
  const auto pattern = std::make_shared<SparsityPattern>(SparsityPattern{
      .rows = 2, .cols = 3, .column_starts = {0, 1, 1, 3}, .row_indices = {1, 0, 1}});
  Gradient g(pattern);
  g.entries() << 10, 20, 30;
  const Vector full = Vector{{0, 10, 0, 0, 20, 30}};
  EXPECT_NEAR(GetParam().atom.dot(g), GetParam().dense.dot(full), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, AtomShape,
    ::testing::Values(ShapeCase{"coordinate", coordinate(), Vector{{0, 0, -3.5, 0, 0, 0}}},
                      ShapeCase{"sparse", sparse(), Vector{{1, 0, 0, -2, 0, 4}}},
                      ShapeCase{"signs", signs(), Vector{{0.5, -0.5, 0, 0.5, 0.5, -0.5}}},
                      ShapeCase{"dense", Atom(kWeights), kWeights},
                      ShapeCase{"rank_one", rank_one(), Vector{{-4, -12, 0, 0, 2, 6}}},
                      ShapeCase{"low_rank", low_rank(), Vector{{-4, -12, 5, 0, 3, 6}}},
                      ShapeCase{"blocks", blocks(), Vector{{0, 7, 1, 2, 3, 4}}}),
    [](const auto& shape) { return std::string(shape.param.name); });

TEST(Atom, LowRankReusesMemory) {
  Atom atom = low_rank();
  const double* left = atom.as<Atom::LowRank>()->terms[1].left.data();
  EXPECT_EQ(atom.become_low_rank(2, 3, 2).terms[1].left.data(), left);
  EXPECT_EQ(atom.become_low_rank(5, 4, 3).terms[2].right.size(), 4);
  EXPECT_EQ(atom.size(), 20);
}

TEST(Atom, LowRankSizeIsWithinDeclaredSize) {
  EXPECT_GE(low_rank().largest_entry(), 12);
  Atom bad = low_rank();
  bad.become_low_rank(2, 3, 2).terms[1].left[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(std::isfinite(bad.largest_entry()));
}

TEST(Atom, EmptyMatrixSumIsZero) {
  Atom atom;
  atom.become_low_rank(2, 3, 0);
  EXPECT_EQ(atom.to_dense(), Vector::Zero(6));
  EXPECT_EQ(atom.dot(kWeights), 0);
  EXPECT_EQ(atom.largest_entry(), 0);
}

}  // namespace
}  // namespace acgd
