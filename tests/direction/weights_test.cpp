// The decompositions of x that the rules report at each iteration.
#include <gtest/gtest.h>

#include "direction/polytopes.hpp"
#include "direction/walk.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

constexpr int kSteps = 60;
constexpr double kOptimal = 1e-13;

Vector sum_of(const WeightedAtoms& atoms, Index size) {
  Vector x = Vector::Zero(size);
  for (const WeightedAtom& one : atoms) one.atom.add_to(x, one.weight);
  return x;
}

void expect_weights(const WeightedAtoms& atoms, const Faces& faces, const std::string& what) {
  std::vector<double> sums(faces.blocks.size(), 0);
  for (const WeightedAtom& one : atoms) {
    EXPECT_GT(one.weight, 0) << what;
    sums[one.block] += one.weight;
    const Vector dense = one.atom.to_dense();
    for (Index j = 0; j < dense.size(); ++j) {
      EXPECT_TRUE(dense[j] == 0 || faces.block(j) == one.block) << what;
    }
  }
  for (const double sum : sums) EXPECT_NEAR(sum, 1, 4e-16) << what;
}

/// Vertices of the set with equal weights, possibly with duplicates.
WeightedAtoms vertices(const Oracle& set, int count) {
  WeightedAtoms all;
  for (int k = 0; k < count; ++k) {
    LmoResult lmo;
    set.minimize(Gradient(waves(set.dimension(), 1, 0.4 + k)), lmo);
    all.push_back({lmo.atom, 1.0 / count});
  }
  return all;
}

TEST(Weights, CombinationOfAtomsIsX) {
  for (const PolytopeProblem& problem : polytope_problems()) {
    const Quadratic f = problem.f();
    for (const bool lazy : {false, true}) {
      for (const DirectionChoice& direction : active_set_rules(lazy)) {
        Walk walk(direction, f, *problem.set, Atom(problem.x0));
        const std::string what = problem.name + " " + std::string(direction.name());
        for (int k = 0; k < kSteps; ++k) {
          walk.choose();
          if (!(-walk.directional_derivative() > kOptimal)) break;
          walk.step(k % 2 == 0 ? 1 : 0.7);
          const WeightedAtoms atoms = walk.atoms();
          EXPECT_LE((sum_of(atoms, walk.x().size()) - walk.x()).norm(), 1e-12) << what << " " << k;
          expect_weights(atoms, problem.set->faces(), what);
        }
      }
    }
  }
}

// The LMO returns vertices: all atoms are vertices but those of the start.
TEST(Weights, DropRemovesAtom) {
  int left = 0;
  for (const PolytopeProblem& problem : polytope_problems()) {
    if (problem.set->faces().blocks.size() > 1) continue;
    const Quadratic f = problem.f();
    for (const DirectionChoice& direction : active_set_rules()) {
      const WeightedAtoms many = vertices(*problem.set, 6);
      Walk walk(direction, f, *problem.set, Atom(sum_of(many, problem.b.size())), many);
      for (int k = 0; k < kSteps; ++k) {
        walk.choose();
        if (!(-walk.directional_derivative() > kOptimal)) break;
        const Move& move = walk.move();
        if (move.kind == MoveKind::frank_wolfe) {
          walk.step();
          continue;
        }
        // The atom with the negative weight.
        Vector from;
        for (const Term& term : move.direction.terms) {
          if (term.weight < 0) from = term.atom->to_dense();
        }
        ASSERT_GT(from.size(), 0) << problem.name;
        const double longest = move.direction.max_step;
        if (walk.step() != longest) continue;
        ++left;
        for (const WeightedAtom& one : walk.atoms()) {
          EXPECT_NE(one.atom.to_dense(), from) << problem.name;
        }
        if (problem.set->faces().blocks[0].kind != Faces::Kind::corners) continue;
        Index j = 0;
        if (from.cwiseAbs().maxCoeff(&j) == 0) continue;
        // The vertex of the other sign may have taken over the weight.
        const double there = walk.x()[j] * from[j];
        EXPECT_TRUE(there == 0 || (there < 0 && problem.name.starts_with("l1"))) << problem.name;
      }
    }
  }
  EXPECT_GT(left, 20);
}

// gap = <g, x> - min <g, v> over all vertices, computed directly.
TEST(Weights, GapIsMaximumOverAllVertices) {
  for (const PolytopeProblem& problem : polytope_problems()) {
    const auto least = [&](const Vector& g) -> std::optional<double> {
      if (problem.name.starts_with("simplex")) return 2.5 * g.minCoeff();
      if (problem.name.starts_with("unit_simplex")) return 2.5 * std::min(g.minCoeff(), 0.0);
      if (problem.name.starts_with("l1")) return -3 * g.cwiseAbs().maxCoeff();
      if (problem.name == "linf") return -g.lpNorm<1>();
      if (problem.name == "dag") return (paths_of_two_diamonds().transpose() * g).minCoeff();
      if (problem.name == "two_dags") {
        return (paths_of_two_diamonds().transpose() * g.head(7)).minCoeff() +
               (paths_of_two_diamonds().transpose() * g.tail(7)).minCoeff();
      }
      return std::nullopt;
    };
    const Quadratic f = problem.f();
    for (const DirectionChoice& direction : active_set_rules()) {
      Walk walk(direction, f, *problem.set, Atom(problem.x0));
      for (int k = 0; k < 20; ++k) {
        walk.choose();
        const Vector g = problem.q * walk.x() + problem.b;
        const double gap = *walk.move().duality_gap->gap;
        if (problem.name == "box") {
          double smallest = 0;
          for (const double entry : g) smallest += std::min(-entry, 2 * entry);
          EXPECT_NEAR(gap, g.dot(walk.x()) - smallest, 1e-12) << problem.name;
        } else if (const auto smallest = least(g)) {
          EXPECT_NEAR(gap, g.dot(walk.x()) - *smallest, 1e-12) << problem.name;
        }
        EXPECT_GE(gap, -1e-15) << problem.name;
        EXPECT_GE(gap, problem.value(walk.x()) - problem.optimum() - 1e-13) << problem.name;
        if (!(-walk.directional_derivative() > kOptimal)) break;
        walk.step();
      }
    }
  }
}

}  // namespace
}  // namespace acgd_test
