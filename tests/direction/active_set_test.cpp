#include "active_set/active_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "acgd/core/error.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "direction/as_vector.hpp"
#include "direction/polytopes.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

Atom coordinate(Index size, Index index, double value) {
  Atom atom;
  atom.become_coordinate(size, index, value);
  return atom;
}

Atom sparse(Index size, std::vector<Index> indices, std::vector<double> values) {
  Atom atom;
  atom.become_sparse(size) = {std::move(indices), std::move(values)};
  return atom;
}

/// A cursor at a given point that records the released ids.
class FixedCursor final : public Cursor {
 public:
  explicit FixedCursor(Vector x) : gradient_(x.size()), x_(std::move(x)) {}
  double value() override { return 0; }
  const Gradient& gradient() override { return gradient_; }
  Line& look(const Direction&) override { std::abort(); }
  bool advance(double) override { return true; }
  const Vector* x() const override { return &x_; }
  void store(Point& point) const override { point.x = x_; }
  void release(AtomId id) override { released.insert(id); }
  std::int64_t gradient_count() const override { return 0; }
  std::int64_t trial_count() const override { return 0; }

  std::set<AtomId> released;

 private:
  Gradient gradient_;
  Vector x_;
};

struct Fixture {
  Fixture(const Oracle& set, Atom x0, WeightedAtoms atoms = {}, MemoryLimits memory = {})
      : active({.set = set, .x0 = x0, .atoms = atoms}, memory) {}
  ActiveSet active;

  double weight_of(const Vector& atom) const {
    double weight = 0;
    for (const Term& term : active.terms()) {
      if (term.atom->to_dense() == atom) weight += term.weight;
    }
    return weight;
  }
  Vector sum() const {
    Vector x = Vector::Zero(active.terms()[0].atom->size());
    for (const Term& term : active.terms()) term.atom->add_to(x, term.weight);
    return x;
  }
};

Vector unit(Index j, double value = 1) { return value * Vector::Unit(4, j); }

TEST(ActiveSet, VerticesFollowFromX) {
  const L1Ball ball(4, 2.0);
  Fixture run(ball, Atom(Vector{{0.5, 0, -1, 0}}));
  EXPECT_EQ(run.weight_of(unit(0, 2)), 0.25);
  EXPECT_EQ(run.weight_of(unit(2, -2)), 0.5);
  EXPECT_EQ(run.weight_of(Vector::Zero(4)), 0.25);
  // Variable 0 has changed its sign, variable 2 is 0, and the origin has no weight.
  FixedCursor there(Vector{{-2, 0, 0, 0}});
  run.active.arrive(there);
  ASSERT_EQ(run.active.size(), 1u);
  EXPECT_EQ(run.weight_of(unit(0, -2)), 1);
  EXPECT_EQ(there.released.size(), 3u);
  // On the way back the ids are reused.
  std::vector<std::size_t> positions;
  run.active.take(coordinate(4, 3, 2), positions);
  ASSERT_EQ(positions.size(), 1u);
  EXPECT_TRUE(there.released.contains(run.active.terms()[positions[0]].id));
}

TEST(ActiveSet, SimplexHasNoOrigin) {
  Fixture run(Simplex(4, 2.0), Atom(Vector{{0.5, 0, 1.5 + 1e-13, 0}}));
  EXPECT_EQ(run.active.size(), 2u);
  EXPECT_EQ(run.active.weight(0) + run.active.weight(1), 1);
  EXPECT_NEAR(run.active.weight(0), 0.25, 1e-13);
}

// The difference to 1 is within rounding.
TEST(ActiveSet, RoundingErrorGivesOriginNoWeight) {
  Fixture run(L1Ball(4, 1.0), Atom(Vector{{0.5, 0, -0.5 + 1e-15, 0}}));
  EXPECT_EQ(run.active.size(), 2u);
  Fixture inside(L1Ball(4, 1.0), Atom(Vector{{0.5, 0, -0.5 + 1e-12, 0}}));
  EXPECT_EQ(inside.active.size(), 3u);
}

// Added up one by one, 1e5 weights of 1e-5 sum to 1 - 2e-12.
TEST(ActiveSet, ManyRoundingErrorsGiveOriginNoWeight) {
  constexpr Index kMany = 100000;
  Fixture run(L1Ball(kMany, 1.0), Atom(Vector(Vector::Constant(kMany, 1.0 / kMany))));
  EXPECT_EQ(run.active.size(), static_cast<std::size_t>(kMany));
}

TEST(ActiveSet, OppositeVerticesCancel) {
  Fixture run(L1Ball(4, 1.0), Atom(Vector{{0.75, 0.25, 0, 0}}));
  std::vector<std::size_t> positions;
  run.active.take(coordinate(4, 0, -1), positions);
  run.active.set_weight(positions[0], 0.5);
  run.active.set_weight(0, 0.25);
  EXPECT_TRUE(run.active.settle());
  EXPECT_EQ(run.weight_of(unit(0, 1)), 0);
  EXPECT_EQ(run.weight_of(unit(0, -1)), 0.25);
  EXPECT_EQ(run.weight_of(Vector::Zero(4)), 0.5);
  // x_0 belongs to the vertex of the other sign now, and stays.
  Vector x{{-0.25, 0.25, 0, 0}};
  EXPECT_FALSE(run.active.recenter(x));
  EXPECT_EQ(x[0], -0.25);
}

TEST(ActiveSet, RecenterRemovesRemainderOfDroppedVertex) {
  Fixture run(Simplex(4), Atom(Vector{{0.25, 0.75, 0, 0}}));
  run.active.set_weight(0, 0);
  run.active.set_weight(1, 1);
  EXPECT_TRUE(run.active.settle());
  Vector x{{1e-17, 1, 0, 0}};
  EXPECT_TRUE(run.active.recenter(x));
  EXPECT_EQ(x, unit(1));
  EXPECT_FALSE(run.active.recenter(x));
}

TEST(ActiveSet, FindsEqualAtomsOfAnyShape) {
  const ConvexHull hull(Matrix(Matrix::Identity(4, 4)));
  Fixture run(hull, Atom(unit(1)));
  std::vector<std::size_t> positions;
  run.active.take(coordinate(4, 1, 1), positions);
  EXPECT_EQ(positions[0], 0u);
  run.active.take(sparse(4, {1}, {1}), positions);
  EXPECT_EQ(positions[0], 0u);
  EXPECT_EQ(run.active.size(), 1u);
  run.active.take(sparse(4, {1, 2}, {1, 1e-300}), positions);
  EXPECT_EQ(positions[0], 1u);
  // It has no weight, so it is removed. No atom of positive weight was dropped.
  EXPECT_FALSE(run.active.settle());
  EXPECT_EQ(run.active.size(), 1u);
}

TEST(ActiveSet, BlocksHaveSeparateAtoms) {
  const Product set(Box(2, 0, 1), Simplex(2), Box(1, 0, 1));
  Fixture run(set, Atom(Vector{{1, 1, 0.5, 0.5, 0}}));
  EXPECT_EQ(run.active.block_count(), 3);
  ASSERT_EQ(run.active.size(), 4u);
  EXPECT_EQ(run.sum(), (Vector{{1, 1, 0.5, 0.5, 0}}));
  // Block 2 is unchanged, block 0 has a new atom, block 1 one of its two vertices.
  std::vector<std::size_t> positions;
  run.active.take(Atom(Vector{{1, 0, 0, 1, 0}}), positions);
  ASSERT_EQ(positions.size(), 3u);
  EXPECT_EQ(run.active.size(), 5u);
  EXPECT_EQ(run.active.weight(positions[0]), 0);
  EXPECT_EQ(run.active.weight(positions[1]), 0.5);
  EXPECT_EQ(run.active.weight(positions[2]), 1);
  for (std::size_t b = 0; b < 3; ++b) {
    EXPECT_EQ(run.active.block(positions[b]), static_cast<Index>(b));
  }
  EXPECT_EQ(run.active.take_other(coordinate(5, 2, 1)), run.active.take_other(sparse(5, {2}, {1})));
  EXPECT_EQ(run.active.block(run.active.take_other(sparse(5, {0, 1}, {1, 1}))), 0);
  // The origin belongs to the block of its variable; an atom without entries belongs to no block.
  EXPECT_EQ(run.active.block(run.active.take_other(coordinate(5, 4, 0))), 2);
  const std::size_t size = run.active.size();
  EXPECT_EQ(run.active.take_other(sparse(5, {}, {})), ActiveSet::kNowhere);
  EXPECT_EQ(run.active.size(), size);
}

TEST(ActiveSet, StartsWithGivenAtoms) {
  const Matrix points = Matrix::Identity(4, 4);
  const ConvexHull hull(points);
  const WeightedAtoms given = {
      {Atom(unit(0)), 0.25}, {Atom(unit(1)), 0.5}, {coordinate(4, 0, 1), 0.25}};
  Fixture run(hull, Atom(Vector{{0.5, 0.5, 0, 0}}), given);
  EXPECT_EQ(run.active.size(), 2u);
  EXPECT_EQ(run.weight_of(unit(0)), 0.5);

  // Points of a product are split into blocks, atoms of single blocks are not.
  const Product boxes(Box(2, 0, 1), Box(2, 0, 1));
  const WeightedAtoms whole = {{Atom(Vector{{1, 1, 0, 1}}), 0.5},
                               {Atom(Vector{{1, 1, 1, 0}}), 0.5}};
  Fixture split(boxes, Atom(Vector{{1, 1, 0.5, 0.5}}), whole);
  EXPECT_EQ(split.active.size(), 3u);
  EXPECT_EQ(split.weight_of(Vector{{1, 1, 0, 0}}), 1);
  const WeightedAtoms parts = {{Atom(Vector{{1, 1, 0, 0}}), 1, 0},
                               {coordinate(4, 2, 1), 0.5, 1},
                               {coordinate(4, 3, 1), 0.5, 1}};
  Fixture same(boxes, Atom(Vector{{1, 1, 0.5, 0.5}}), parts);
  EXPECT_EQ(same.active.size(), 3u);
  EXPECT_EQ(same.weight_of(unit(3)), 0.5);

  // Blocks that the set does not have: x0 is the only atom.
  Fixture other(hull, Atom(Vector{{0.5, 0.5, 0, 0}}), parts);
  EXPECT_EQ(other.active.size(), 1u);
}

TEST(ActiveSet, RejectsStartAtomsOutsideSet) {
  const Vector x0{{0.5, 0.5, 0, 0}};
  const auto active = [&](const Oracle& set, const WeightedAtoms& atoms) {
    return Fixture(set, Atom(x0), atoms).active.size();
  };
  const Matrix points = Matrix::Identity(4, 4);
  const ConvexHull hull(points);
  const CustomSet custom(4, [&](const Vector& g, Vector& v) {
    Index best = 0;
    g.minCoeff(&best);
    v = unit(best);
  });
  const WeightedAtoms inside = {{Atom(unit(0)), 0.5}, {Atom(unit(1)), 0.5}};
  const WeightedAtoms outside = {{Atom(Vector{{1.5, -0.5, 0, 0}}), 0.5},
                                 {Atom(Vector{{-0.5, 1.5, 0, 0}}), 0.5}};
  const WeightedAtoms elsewhere = {{Atom(unit(0)), 0.25}, {Atom(unit(1)), 0.75}};
  for (const Oracle* set :
       {static_cast<const Oracle*>(&hull), static_cast<const Oracle*>(&custom)}) {
    EXPECT_EQ(active(*set, inside), 2u);
    EXPECT_EQ(active(*set, outside), 1u);
    EXPECT_EQ(active(*set, elsewhere), 1u);
  }
}

TEST(ActiveSet, MergesAtomsOfSmallestWeight) {
  const ConvexHull hull(Matrix(Matrix::Identity(4, 4)));
  const Vector x0{{0.4, 0.3, 0.2, 0.1}};
  WeightedAtoms all;
  for (Index j = 0; j < 4; ++j) all.push_back({coordinate(4, j, 1), x0[j]});
  // Room for one new vertex: three atoms stay.
  Fixture run(hull, Atom(x0), all, {.max_atoms = 4});
  ASSERT_EQ(run.active.size(), 3u);
  EXPECT_EQ(run.weight_of(unit(0)), 0.4);
  EXPECT_NEAR(run.active.weight(2), 0.3, 1e-16);
  EXPECT_LE((run.sum() - x0).norm(), 1e-16);
  EXPECT_LE((run.active.terms()[2].atom->to_dense() - Vector{{0, 0, 2, 1}} / 3).norm(), 1e-16);
  // With one byte of memory, a single atom stays.
  Fixture tight(hull, Atom(x0), all, {.max_bytes = 1});
  ASSERT_EQ(tight.active.size(), 1u);
  EXPECT_LE((tight.sum() - x0).norm(), 1e-16);
}

TEST(ActiveSet, MergesSameAtomsInAnyOrder) {
  const ConvexHull hull(Matrix(Matrix::Identity(4, 4)));
  std::vector<double> weights = {0.1, 0.2, 0.3, 0.4};
  do {
    WeightedAtoms all;
    for (Index j = 0; j < 4; ++j) all.push_back({coordinate(4, j, 1), weights[j]});
    Fixture run(hull, Atom(as_vector(weights)), all, {.max_atoms = 4});
    ASSERT_EQ(run.active.size(), 3u);
    for (Index j = 0; j < 4; ++j) {
      EXPECT_EQ(run.weight_of(unit(j)), weights[j] > 0.25 ? weights[j] : 0);
    }
  } while (std::next_permutation(weights.begin(), weights.end()));
}

// The first weight would lose most of its digits by it.
TEST(ActiveSet, LargestWeightTakesRoundingErrorOfSum) {
  const ConvexHull hull(Matrix(Matrix::Identity(4, 4)));
  const WeightedAtoms all = {
      {coordinate(4, 0, 1), 1e-15}, {coordinate(4, 1, 1), 0.3}, {coordinate(4, 2, 1), 0.7}};
  Fixture run(hull, Atom(Vector{{1e-15, 0.3, 0.7, 0}}), all);
  EXPECT_EQ(run.weight_of(unit(0)), 1e-15);
  EXPECT_EQ(run.weight_of(unit(1)), 0.3);
  EXPECT_EQ(1e-15 + 0.3 + run.weight_of(unit(2)), 1);
}

TEST(ActiveSet, WeightsSumToOne) {
  const ConvexHull hull(Matrix(Matrix::Identity(50, 50)));
  WeightedAtoms all;
  for (Index j = 0; j < 50; ++j) all.push_back({coordinate(50, j, 1), 0.02});
  Fixture run(hull, Atom(Vector(Vector::Constant(50, 0.02))), all);
  for (int k = 0; k < 30; ++k) {
    for (std::size_t i = 0; i < run.active.size(); ++i) {
      run.active.set_weight(i, run.active.weight(i) * (1 + 0.3 * std::sin(double(i + 7 * k))));
    }
    run.active.settle();
    double sum = 0;
    for (std::size_t i = 0; i < run.active.size(); ++i) sum += run.active.weight(i);
    EXPECT_NEAR(sum, 1, std::numeric_limits<double>::epsilon()) << k;
  }
}

TEST(ActiveSet, CheckpointRestoresAllAtoms) {
  const Product set(ConvexHull(Matrix(Matrix::Identity(3, 3))), L1Ball(2, 1.0));
  const Atom x0(Vector{{0, 1, 0, 0.5, 0}});
  Fixture run(set, x0), other(set, x0);
  std::vector<std::size_t> positions;
  FixedCursor there(Vector{{0, 1, 0, 0.5, 0}});
  for (const Index j : {0, 2}) {
    run.active.arrive(there);
    run.active.take(Atom(Vector(Vector::Unit(5, j) + Vector::Unit(5, 4))), positions);
    run.active.set_weight(positions[0], 0.5);
    run.active.set_weight(0, run.active.weight(0) - 0.5);
    run.active.settle();
  }
  Archive saved;
  run.active.visit(saved);
  const std::string bytes = std::move(saved).take();
  Archive loaded{std::string_view(bytes)};
  other.active.visit(loaded);
  loaded.end();
  ASSERT_EQ(other.active.size(), run.active.size());
  for (std::size_t i = 0; i < run.active.size(); ++i) {
    EXPECT_EQ(other.active.weight(i), run.active.weight(i));
    EXPECT_EQ(other.active.terms()[i].id, run.active.terms()[i].id);
    EXPECT_EQ(other.active.block(i), run.active.block(i));
    EXPECT_EQ(other.active.terms()[i].atom->to_dense(), run.active.terms()[i].atom->to_dense());
  }
  // The next atom gets the same id in both.
  for (Fixture* one : {&run, &other}) one->active.arrive(there);
  const Atom next(Vector{{0.5, 0.5, 0, 0, 0}});
  const std::size_t here = run.active.take_other(next), too = other.active.take_other(next);
  EXPECT_EQ(run.active.terms()[here].id, other.active.terms()[too].id);
  // Another set has other blocks, and half of the bytes are incomplete.
  Fixture simplex(Simplex(5), Atom(Vector(Vector::Unit(5, 1))));
  Archive again{std::string_view(bytes)};
  EXPECT_THROW(simplex.active.visit(again), InvalidInput);
  Archive half{std::string_view(bytes).substr(0, bytes.size() / 2)};
  EXPECT_THROW(other.active.visit(half), InvalidInput);
}

}  // namespace
}  // namespace acgd_test
