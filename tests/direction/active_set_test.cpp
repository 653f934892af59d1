#include "active_set/active_set.hpp"

#include <gtest/gtest.h>

#include <set>

#include "acgd/core/error.hpp"
#include "acgd/oracle/custom_set.hpp"
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

/// A cursor that stands where it is told, and knows which ids were released.
class RankedExperiment final : public Cursor {
 public:
  explicit RankedExperiment(Vector x) : gradient_(x.size()), x_(std::move(x)) {}
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

struct Begun {
  Begun(const Oracle& set, Atom x0, WeightedAtoms atoms = {}, MemoryLimits memory = {})
      : kept({.set = set, .x0 = x0, .atoms = atoms}, memory) {}
  ActiveSet kept;

  double weight_of(const Vector& atom) const {
    double weight = 0;
    for (const Term& term : kept.terms()) {
      if (term.atom->to_dense() == atom) weight += term.weight;
    }
    return weight;
  }
  Vector sum() const {
    Vector x = Vector::Zero(kept.terms()[0].atom->size());
    for (const Term& term : kept.terms()) term.atom->add_to(x, term.weight);
    return x;
  }
};

Vector unit(Index j, double value = 1) { return value * Vector::Unit(4, j); }

TEST(ActiveSet, CornersAreReadOffX) {
  const L1Ball ball(4, 2.0);
  Begun run(ball, Atom(Vector{{0.5, 0, -1, 0}}));
  EXPECT_EQ(run.weight_of(unit(0, 2)), 0.25);
  EXPECT_EQ(run.weight_of(unit(2, -2)), 0.5);
  EXPECT_EQ(run.weight_of(Vector::Zero(4)), 0.25);
  // Variable 0 has changed its sign, variable 2 is 0, and nothing is left for the origin.
  RankedExperiment there(Vector{{-2, 0, 0, 0}});
  run.kept.arrive(there);
  ASSERT_EQ(run.kept.size(), 1u);
  EXPECT_EQ(run.weight_of(unit(0, -2)), 1);
  EXPECT_EQ(there.released.size(), 3u);
  // On the way back the ids are used again.
  std::vector<std::size_t> positions;
  run.kept.take(coordinate(4, 3, 2), positions);
  ASSERT_EQ(positions.size(), 1u);
  EXPECT_TRUE(there.released.contains(run.kept.terms()[positions[0]].id));
}

TEST(ActiveSet, OnASimplexThereIsNoOrigin) {
  Begun run(Simplex(4, 2.0), Atom(Vector{{0.5, 0, 1.5 + 1e-13, 0}}));
  EXPECT_EQ(run.kept.size(), 2u);
  EXPECT_EQ(run.kept.weight(0) + run.kept.weight(1), 1);
  EXPECT_NEAR(run.kept.weight(0), 0.25, 1e-13);
}

// So little is missing from 1 that rounding may have taken it.
TEST(ActiveSet, RoundingIsNotTheOrigin) {
  Begun run(L1Ball(4, 1.0), Atom(Vector{{0.5, 0, -0.5 + 1e-15, 0}}));
  EXPECT_EQ(run.kept.size(), 2u);
  Begun inside(L1Ball(4, 1.0), Atom(Vector{{0.5, 0, -0.5 + 1e-12, 0}}));
  EXPECT_EQ(inside.kept.size(), 3u);
}

TEST(ActiveSet, OppositeCornersCancel) {
  Begun run(L1Ball(4, 1.0), Atom(Vector{{0.75, 0.25, 0, 0}}));
  std::vector<std::size_t> positions;
  run.kept.take(coordinate(4, 0, -1), positions);
  run.kept.set_weight(positions[0], 0.5);
  run.kept.set_weight(0, 0.25);
  EXPECT_TRUE(run.kept.settle());
  EXPECT_EQ(run.weight_of(unit(0, 1)), 0);
  EXPECT_EQ(run.weight_of(unit(0, -1)), 0.25);
  EXPECT_EQ(run.weight_of(Vector::Zero(4)), 0.5);
  // x_0 is that of the other sign now, and stays.
  Vector x{{-0.25, 0.25, 0, 0}};
  EXPECT_FALSE(run.kept.recenter(x));
  EXPECT_EQ(x[0], -0.25);
}

TEST(ActiveSet, WhatIsLeftOfADroppedCornerIsRemoved) {
  Begun run(Simplex(4), Atom(Vector{{0.25, 0.75, 0, 0}}));
  run.kept.set_weight(0, 0);
  run.kept.set_weight(1, 1);
  EXPECT_TRUE(run.kept.settle());
  Vector x{{1e-17, 1, 0, 0}};
  EXPECT_TRUE(run.kept.recenter(x));
  EXPECT_EQ(x, unit(1));
  EXPECT_FALSE(run.kept.recenter(x));
}

TEST(ActiveSet, AnswersAreFoundAgainWhateverTheirShape) {
  const ConvexHull hull(Matrix(Matrix::Identity(4, 4)));
  Begun run(hull, Atom(unit(1)));
  std::vector<std::size_t> positions;
  run.kept.take(coordinate(4, 1, 1), positions);
  EXPECT_EQ(positions[0], 0u);
  run.kept.take(sparse(4, {1}, {1}), positions);
  EXPECT_EQ(positions[0], 0u);
  EXPECT_EQ(run.kept.size(), 1u);
  run.kept.take(sparse(4, {1, 2}, {1, 1e-300}), positions);
  EXPECT_EQ(positions[0], 1u);
  // Not used, so it goes; nothing that x is made of was left.
  EXPECT_FALSE(run.kept.settle());
  EXPECT_EQ(run.kept.size(), 1u);
}

TEST(ActiveSet, BlocksHaveAtomsOfTheirOwn) {
  const Product set(Box(2, 0, 1), Simplex(2), Box(1, 0, 1));
  Begun run(set, Atom(Vector{{1, 1, 0.5, 0.5, 0}}));
  EXPECT_EQ(run.kept.block_count(), 3);
  ASSERT_EQ(run.kept.size(), 4u);
  EXPECT_EQ(run.sum(), (Vector{{1, 1, 0.5, 0.5, 0}}));
  // Block 2 is the same as before, block 0 is new, block 1 is one of the two corners.
  std::vector<std::size_t> positions;
  run.kept.take(Atom(Vector{{1, 0, 0, 1, 0}}), positions);
  ASSERT_EQ(positions.size(), 3u);
  EXPECT_EQ(run.kept.size(), 5u);
  EXPECT_EQ(run.kept.weight(positions[0]), 0);
  EXPECT_EQ(run.kept.weight(positions[1]), 0.5);
  EXPECT_EQ(run.kept.weight(positions[2]), 1);
  for (std::size_t b = 0; b < 3; ++b) {
    EXPECT_EQ(run.kept.block(positions[b]), static_cast<Index>(b));
  }
  EXPECT_EQ(run.kept.take_other(coordinate(5, 2, 1)), run.kept.take_other(sparse(5, {2}, {1})));
  EXPECT_EQ(run.kept.block(run.kept.take_other(sparse(5, {0, 1}, {1, 1}))), 0);
  // The origin is of the block of its variable; one that does not say where it is has none.
  EXPECT_EQ(run.kept.block(run.kept.take_other(coordinate(5, 4, 0))), 2);
  const std::size_t size = run.kept.size();
  EXPECT_EQ(run.kept.take_other(sparse(5, {}, {})), ActiveSet::kNowhere);
  EXPECT_EQ(run.kept.size(), size);
}

TEST(ActiveSet, BeginWithThoseThatTheCallerKnows) {
  const Matrix points = Matrix::Identity(4, 4);
  const ConvexHull hull(points);
  const WeightedAtoms given = {
      {Atom(unit(0)), 0.25}, {Atom(unit(1)), 0.5}, {coordinate(4, 0, 1), 0.25}};
  Begun run(hull, Atom(Vector{{0.5, 0.5, 0, 0}}), given);
  EXPECT_EQ(run.kept.size(), 2u);
  EXPECT_EQ(run.weight_of(unit(0)), 0.5);

  // Points of a product are taken apart, its blocks' atoms are not.
  const Product boxes(Box(2, 0, 1), Box(2, 0, 1));
  const WeightedAtoms whole = {{Atom(Vector{{1, 1, 0, 1}}), 0.5},
                               {Atom(Vector{{1, 1, 1, 0}}), 0.5}};
  Begun split(boxes, Atom(Vector{{1, 1, 0.5, 0.5}}), whole);
  EXPECT_EQ(split.kept.size(), 3u);
  EXPECT_EQ(split.weight_of(Vector{{1, 1, 0, 0}}), 1);
  const WeightedAtoms parts = {{Atom(Vector{{1, 1, 0, 0}}), 1, 0},
                               {coordinate(4, 2, 1), 0.5, 1},
                               {coordinate(4, 3, 1), 0.5, 1}};
  Begun same(boxes, Atom(Vector{{1, 1, 0.5, 0.5}}), parts);
  EXPECT_EQ(same.kept.size(), 3u);
  EXPECT_EQ(same.weight_of(unit(3)), 0.5);

  // Blocks that the set does not have: x0 is an atom of its own.
  Begun other(hull, Atom(Vector{{0.5, 0.5, 0, 0}}), parts);
  EXPECT_EQ(other.kept.size(), 1u);
}

TEST(ActiveSet, BeginWithNoneThatIsNotInTheSet) {
  const Vector x0{{0.5, 0.5, 0, 0}};
  const auto kept = [&](const Oracle& set, const WeightedAtoms& atoms) {
    return Begun(set, Atom(x0), atoms).kept.size();
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
    EXPECT_EQ(kept(*set, inside), 2u);
    EXPECT_EQ(kept(*set, outside), 1u);
    EXPECT_EQ(kept(*set, elsewhere), 1u);
  }
}

TEST(ActiveSet, TheLightestAreMerged) {
  const ConvexHull hull(Matrix(Matrix::Identity(4, 4)));
  const Vector x0{{0.4, 0.3, 0.2, 0.1}};
  WeightedAtoms all;
  for (Index j = 0; j < 4; ++j) all.push_back({coordinate(4, j, 1), x0[j]});
  // Room for one answer: three atoms stay.
  Begun run(hull, Atom(x0), all, {.max_atoms = 4});
  ASSERT_EQ(run.kept.size(), 3u);
  EXPECT_EQ(run.weight_of(unit(0)), 0.4);
  EXPECT_NEAR(run.kept.weight(2), 0.3, 1e-16);
  EXPECT_LE((run.sum() - x0).norm(), 1e-16);
  EXPECT_LE((run.kept.terms()[2].atom->to_dense() - Vector{{0, 0, 2, 1}} / 3).norm(), 1e-16);
  // And where bytes are few, but for one.
  Begun tight(hull, Atom(x0), all, {.max_bytes = 1});
  ASSERT_EQ(tight.kept.size(), 1u);
  EXPECT_LE((tight.sum() - x0).norm(), 1e-16);
}

TEST(ActiveSet, WeightsSumToOneToTheLastBit) {
  const ConvexHull hull(Matrix(Matrix::Identity(50, 50)));
  WeightedAtoms all;
  for (Index j = 0; j < 50; ++j) all.push_back({coordinate(50, j, 1), 0.02});
  Begun run(hull, Atom(Vector(Vector::Constant(50, 0.02))), all);
  for (int k = 0; k < 30; ++k) {
    for (std::size_t i = 0; i < run.kept.size(); ++i) {
      run.kept.set_weight(i, run.kept.weight(i) * (1 + 0.3 * std::sin(double(i + 7 * k))));
    }
    run.kept.settle();
    double sum = 0;
    for (std::size_t i = 0; i < run.kept.size(); ++i) sum += run.kept.weight(i);
    EXPECT_NEAR(sum, 1, std::numeric_limits<double>::epsilon()) << k;
  }
}

TEST(ActiveSet, ACheckpointHasThemAll) {
  const Product set(ConvexHull(Matrix(Matrix::Identity(3, 3))), L1Ball(2, 1.0));
  const Atom x0(Vector{{0, 1, 0, 0.5, 0}});
  Begun run(set, x0), other(set, x0);
  std::vector<std::size_t> positions;
  RankedExperiment there(Vector{{0, 1, 0, 0.5, 0}});
  for (const Index j : {0, 2}) {
    run.kept.arrive(there);
    run.kept.take(Atom(Vector(Vector::Unit(5, j) + Vector::Unit(5, 4))), positions);
    run.kept.set_weight(positions[0], 0.5);
    run.kept.set_weight(0, run.kept.weight(0) - 0.5);
    run.kept.settle();
  }
  Archive saved;
  run.kept.visit(saved);
  const std::string bytes = std::move(saved).take();
  Archive loaded{std::string_view(bytes)};
  other.kept.visit(loaded);
  loaded.end();
  ASSERT_EQ(other.kept.size(), run.kept.size());
  for (std::size_t i = 0; i < run.kept.size(); ++i) {
    EXPECT_EQ(other.kept.weight(i), run.kept.weight(i));
    EXPECT_EQ(other.kept.terms()[i].id, run.kept.terms()[i].id);
    EXPECT_EQ(other.kept.block(i), run.kept.block(i));
    EXPECT_EQ(other.kept.terms()[i].atom->to_dense(), run.kept.terms()[i].atom->to_dense());
  }
  // The next atom has the same id in both.
  for (Begun* one : {&run, &other}) one->kept.arrive(there);
  const Atom next(Vector{{0.5, 0.5, 0, 0, 0}});
  const std::size_t here = run.kept.take_other(next), too = other.kept.take_other(next);
  EXPECT_EQ(run.kept.terms()[here].id, other.kept.terms()[too].id);
  // Another set has other blocks, and half of the bytes are not enough.
  Begun simplex(Simplex(5), Atom(Vector(Vector::Unit(5, 1))));
  Archive again{std::string_view(bytes)};
  EXPECT_THROW(simplex.kept.visit(again), InvalidInput);
  Archive half{std::string_view(bytes).substr(0, bytes.size() / 2)};
  EXPECT_THROW(other.kept.visit(half), InvalidInput);
}

}  // namespace
}  // namespace acgd_test
