// The direction rule's name and atoms in a result; the atoms are given if they are known at the
// returned point.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/objective/function.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"
#include "support/problems.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

/// Moves straight to v, and derives the vertices of a simplex from any x.
struct StraightWithVertices {
  class Rule final : public DirectionRule {
   public:
    explicit Rule(const DirectionContext& context)
        : straight_(acgd_test::Straight{}.begin(context)) {}
    void choose(Cursor& at, OracleCalls& oracle) override {
      straight_->choose(at, oracle);
      move_ = straight_->move();
    }
    std::string_view name() const override { return "corners"; }
    void store(const Vector& x, WeightedAtoms& atoms) const override {
      for (Index j = 0; j < x.size(); ++j) {
        if (x[j] == 0) continue;
        WeightedAtom& each = atoms.emplace_back();
        each.atom.become_coordinate(x.size(), j, 1);
        each.weight = x[j];
      }
    }

   private:
    std::unique_ptr<DirectionRule> straight_;
  };
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const {
    return std::make_unique<Rule>(context);
  }
};

/// A simplex with given faces.
class SimplexWithFaces final : public Oracle {
 public:
  explicit SimplexWithFaces(Faces::Kind kind) : kind_(kind) {}
  std::string name() const override { return simplex_.name(); }
  Index dimension() const override { return simplex_.dimension(); }
  void minimize(const Gradient& g, LmoResult& lmo) const override { simplex_.minimize(g, lmo); }
  Violation violation(ConstVectorRef x) const override { return simplex_.violation(x); }
  Faces faces() const override { return {.blocks = {{.kind = kind_}}}; }

 private:
  Faces::Kind kind_;
  Simplex simplex_{3};
};

Vector sum_of_atoms(const Result& result) {
  Vector sum = Vector::Zero(3);
  for (const WeightedAtom& each : result.atoms) each.atom.add_to(sum, each.weight);
  return sum;
}

TEST(ResultAtoms, AreThoseOfRuleAtEnd) {
  const Result result = minimize(acgd_test::squared_norm(3), SimplexWithFaces(Faces::Kind::list),
                                 Vector::Unit(3, 0), {.direction = StraightWithVertices{}});
  EXPECT_EQ(result.direction, "corners");
  EXPECT_EQ(result.atoms.size(), 3u);
  EXPECT_EQ(sum_of_atoms(result), result.x);
}

TEST(ResultAtoms, AreEmptyForRulesWithoutActiveSet) {
  const Result in = minimize(acgd_test::squared_norm(3), Simplex(3), Vector::Unit(3, 0),
                             {.direction = FrankWolfe{}});
  EXPECT_EQ(in.direction, "frank-wolfe");
  EXPECT_TRUE(in.atoms.empty());
  const Result free = descend(acgd_test::squared_norm(3), L2Ball(3, 1.0), Vector::Unit(3, 0),
                              {.direction = StraightWithVertices{}});
  EXPECT_EQ(free.direction, "corners");
  EXPECT_TRUE(free.atoms.empty()) << "x is free of the set";
}

/// f is undefined for x_0 < 0.3, and the best point so far is returned.
Result run_into_domain_boundary(Faces::Kind kind) {
  const Function f(
      3, [](const Vector& x) { return x[0] < 0.3 ? std::nan("") : x.squaredNorm(); },
      [](const Vector& x, Vector& g) { g = 2 * x; });
  return minimize(f, SimplexWithFaces(kind), Vector::Unit(3, 0),
                  {.direction = StraightWithVertices{}, .step = Fixed{.length = 0.2}});
}

TEST(ResultAtoms, OfEarlierPointAreGivenIfTheyFollowFromX) {
  const Result shown = run_into_domain_boundary(Faces::Kind::corners);
  EXPECT_EQ(shown.status, Status::non_finite);
  EXPECT_GE(shown.x[0], 0.3);
  EXPECT_EQ(sum_of_atoms(shown), shown.x);
  const Result hidden = run_into_domain_boundary(Faces::Kind::list);
  EXPECT_EQ(hidden.x, shown.x);
  EXPECT_TRUE(hidden.atoms.empty()) << "the rule knows those of another point";
}

TEST(ResultAtoms, StartOtherRuns) {
  const Result first = minimize(acgd_test::squared_norm(3), Simplex(3), Vector::Unit(3, 0),
                                {.direction = StraightWithVertices{}, .max_iterations = 2});
  const Start start(first);
  EXPECT_EQ(start.atom().to_dense(), first.x);
  EXPECT_EQ(start.atoms().size(), first.atoms.size());
  const Result second = minimize(acgd_test::squared_norm(3), Simplex(3), first,
                                 {.direction = FrankWolfe{}, .max_iterations = 0});
  EXPECT_EQ(second.x, first.x);
  EXPECT_EQ(second.value, first.value);
}

}  // namespace
}  // namespace acgd
