// A rule of two terms whose duality gap is not the negative directional derivative: pairwise steps
// over the unit simplex, where the entries of x are the weights of its vertices.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rule.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "support/problems.hpp"
#include "support/same_bits.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

/// d = v - e_j, where v is the LMO's vertex and e_j the vertex of positive weight with the largest
/// <g, e_j>.
struct PairwiseOnSimplex {
  class Rule final : public DirectionRule {
   public:
    Rule() {
      move_ = {.direction = {.terms = {{.atom = &lmo_.atom}, {.atom = &worst_, .weight = -1}}},
               .duality_gap = DualityGap{.lmo = &lmo_},
               .kind = MoveKind::pairwise};
    }
    void choose(Cursor& at, OracleCalls& oracle) override {
      lmo_.accuracy = oracle.accuracy();
      oracle.call(at.gradient(), lmo_);
      const Vector& x = *at.x();
      const Vector& g = at.gradient().dense();
      Index worst = 0;
      for (Index j = 0; j < x.size(); ++j) {
        if (x[j] > 0 && (x[worst] == 0 || g[j] > g[worst])) worst = j;
      }
      worst_.become_coordinate(x.size(), worst, 1);
      move_.direction.max_step = x[worst];
      move_.duality_gap->gap = g.dot(x) - lmo_.atom.dot(g);
    }
    void visit(Archive& archive) override {
      archive.expect("direction", "pairwise on a simplex");
      archive(lmo_.atom, lmo_.error, worst_, move_.direction.max_step, move_.duality_gap->gap);
    }

   private:
    LmoResult lmo_;
    Atom worst_;
  };

  std::unique_ptr<DirectionRule> begin(const DirectionContext&) const {
    return std::make_unique<Rule>();
  }
};

/// 1/2 ||x - c||^2, up to a constant, in three forms. The point of the simplex nearest to c is (0,
/// 0.25, 0.75, 0, 0).
const Vector kNear{{2, 3, 3.5, 0, -1}};
const Vector kSolution{{0, 0.25, 0.75, 0, 0}};

std::vector<std::shared_ptr<const Objective>> distances() {
  const Matrix identity = Matrix::Identity(5, 5);
  return {std::make_shared<Function>(
              5, [](const Vector& x) { return 0.5 * (x - kNear).squaredNorm(); },
              [](const Vector& x, Vector& g) { g = x - kNear; }),
          std::make_shared<Quadratic>(identity, Vector(-kNear)),
          std::make_shared<LeastSquares>(Matrix(identity * std::sqrt(0.5)),
                                         Vector(kNear * std::sqrt(0.5)))};
}

TEST(Pairwise, FindsPointOnEdge) {
  const Simplex simplex(5);
  for (const auto& f : distances()) {
    for (const StepChoice& step : {StepChoice(LineSearch{}), StepChoice(AdaptiveConstant{})}) {
      const Result result = minimize(*f, simplex, Vector::Constant(5, 0.2),
                                     {.direction = PairwiseOnSimplex{},
                                      .step = step,
                                      .max_iterations = 300,
                                      .gap_tolerance = 1e-10,
                                      .trace = true});
      EXPECT_EQ(result.status, Status::gap_reached) << result.message;
      EXPECT_LE((result.x - kSolution).norm(), 1e-4);
      EXPECT_LE(result.counts.iterations, 200);
      EXPECT_TRUE(simplex.contains(result.x));
    }
  }
}

// The gap is that of the LMO's vertex, not the decrease along v - e_j, which is larger.
TEST(Pairwise, TraceHasDualityGap) {
  for (const auto& f : distances()) {
    const Result result = minimize(*f, Simplex(5), Vector::Constant(5, 0.2),
                                   {.direction = PairwiseOnSimplex{}, .trace = true});
    const Vector g = Vector::Constant(5, 0.2) - kNear;
    EXPECT_NEAR(result.trace[0].gap, 0.2 * g.sum() - g.minCoeff(), 1e-12);
    // Vertex 4 has the largest gradient, and all of its weight goes to vertex 2.
    EXPECT_EQ(result.trace[0].step, 0.2);
  }
}

TEST(Pairwise, ResumedRunsGiveSameBits) {
  for (const auto& f : distances()) {
    const auto run = [&](Options options) {
      options.direction = PairwiseOnSimplex{};
      options.gap_tolerance = 1e-12;
      return minimize(*f, Simplex(5), Vector::Constant(5, 0.2), options);
    };
    const Result whole = run({});
    for (const Index cut : {1, 2, 3}) {
      ASSERT_GT(whole.counts.iterations, cut);
      EXPECT_TRUE(same_bits(resumed_at(cut, {}, run), whole)) << cut;
    }
  }
}

}  // namespace
}  // namespace acgd_test
