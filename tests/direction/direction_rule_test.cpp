#include "acgd/direction/direction_rule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"
#include "direction/every_third.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

const L2Ball kBall(4, 1.0);
const Vector kStart = Vector::LinSpaced(4, 0.3, -0.2);

Result stay(Options options) { return minimize(rosenbrock(4), kBall, kStart, options); }
Result roam(Options options) { return descend(rosenbrock(4), kBall, kStart, options); }

TEST(DirectionRule, AutoIsFrankWolfeInSetAndSteepestDescentOtherwise) {
  const Options automatic{.max_iterations = 50};
  EXPECT_TRUE(
      same_bits(stay({.direction = FrankWolfe{}, .max_iterations = 50}).x, stay(automatic).x));
  EXPECT_TRUE(
      same_bits(roam({.direction = SteepestDescent{}, .max_iterations = 50}).x, roam(automatic).x));
}

TEST(DirectionRule, RejectsDirectionOfOtherMode) {
  EXPECT_EQ(
      refusal([] { roam({.direction = FrankWolfe{}}); }),
      "direction = frank-wolfe: needs a set in which x stays, and this run is unconstrained: must "
      "be steepest-descent");
  EXPECT_EQ(refusal([] { stay({.direction = SteepestDescent{}}); }),
            "direction = steepest-descent: would leave the set, in which x of this run stays: must "
            "be frank-wolfe");
}

TEST(DirectionRule, ChoicesHaveNamesAndParameters) {
  EXPECT_EQ(DirectionChoice(FrankWolfe{}).name(), "frank-wolfe");
  EXPECT_EQ(DirectionChoice(SteepestDescent{}).name(), "steepest-descent");
  EXPECT_EQ(Options{}.direction.name(), "auto");
  EXPECT_NE(Options{}.direction.sentence(), "");
  EXPECT_EQ(DirectionChoice(EveryThird{}).name(), "custom");
}

// f = c'x, for which both gaps are known in closed form.
TEST(DirectionRule, StraightMoveHasExpectedFields) {
  const Vector c{{3, -4}};
  const Function f(
      2, [&](const Vector& x) { return c.dot(x); }, [&](const Vector&, Vector& g) { g = c; });
  const L2Ball ball(2, 2.0);
  const Atom x0(Vector::Unit(2, 0));
  const WeightedAtoms unknown;
  for (const bool constrained : {true, false}) {
    const auto rule = Options{}.direction.begin(
        {.constrained = constrained, .set = ball, .x0 = x0, .atoms = unknown});
    OracleCalls oracle(ball);
    const auto cursor = f.start(x0, l2_norm());
    rule->choose(*cursor, oracle);
    const Move& move = rule->move();
    EXPECT_EQ(oracle.count(), 1);
    EXPECT_EQ(move.kind, constrained ? MoveKind::frank_wolfe : MoveKind::steepest_descent);
    ASSERT_EQ(move.direction.terms.size(), 1u);
    EXPECT_EQ(move.direction.point_weight, constrained ? -1 : 0);
    EXPECT_EQ(move.direction.max_step, constrained ? 1 : std::numeric_limits<double>::infinity());
    const Vector v = move.direction.terms[0].atom->to_dense();
    EXPECT_NEAR((v - Vector{{-1.2, 1.6}}).norm(), 0, 1e-15);
    ASSERT_TRUE(move.duality_gap.has_value());
    const double gap = move.duality_gap->gap_from(cursor->look(move.direction));
    EXPECT_NEAR(gap, constrained ? 3 + 10 : 10, 1e-14);
  }
}

/// A straight rule that records the calls of the run.
struct Watched {
  struct Account {
    std::vector<double> steps;
    int recentered = 0;
  };
  Account* account;

  class Rule final : public DirectionRule {
   public:
    Rule(const DirectionContext& context, Account& account) : account_(account) {
      move_ = {.direction = context.straight_to(lmo_.atom),
               .duality_gap = DualityGap{.lmo = &lmo_}};
    }
    void choose(Cursor& at, OracleCalls& oracle) override {
      oracle.call(at.gradient(), lmo_);
      oracle.call(at.gradient(), lmo_);
    }
    bool moved(double t) override {
      account_.steps.push_back(t);
      return false;
    }
    bool recenter(const Oracle& set, VectorRef x) override {
      ++account_.recentered;
      return set.recenter(x);
    }

   private:
    Account& account_;
    LmoResult lmo_;
  };
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const {
    return std::make_unique<Rule>(context, *account);
  }
};

TEST(DirectionRule, ReceivesStepsAndRecenterCalls) {
  Watched::Account account;
  const Options options{
      .direction = Watched{&account}, .max_iterations = 250, .gap_tolerance = 0, .trace = true};
  const Result inside = stay(options);
  ASSERT_EQ(inside.counts.iterations, 250) << inside.message;
  ASSERT_EQ(account.steps.size(), 250u);
  for (std::size_t k = 0; k < 250; ++k) EXPECT_EQ(account.steps[k], inside.trace[k].step);
  EXPECT_EQ(account.recentered, 2);  // after 100 and 200 steps
  account = {};
  roam(options);
  EXPECT_EQ(account.recentered, 0);
}

TEST(DirectionRule, EveryLmoCallIsCounted) {
  Watched::Account account;
  const Result twice = stay({.direction = Watched{&account},
                             .max_iterations = 20,
                             .gap_tolerance = 0,
                             .check_gradient = false});
  EXPECT_EQ(twice.counts.oracle_calls, 2 * 21);
  EXPECT_GT(twice.seconds.oracle, 0);
}

/// The unit simplex with an LMO that reports an error bound.
class UnsureSimplex final : public Oracle {
 public:
  std::string name() const override { return "simplex with an unsure oracle"; }
  Index dimension() const override { return simplex_.dimension(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override {
    simplex_.minimize(gradient, lmo);
    lmo.error = kError;
  }
  Violation violation(ConstVectorRef x) const override { return simplex_.violation(x); }

  static constexpr double kError = 0.5;

 private:
  Simplex simplex_{4};
};

TEST(DirectionRule, GapIncludesLmoError) {
  const Options options{
      .direction = FrankWolfe{}, .step = Fixed{.length = 0.1}, .max_iterations = 5, .trace = true};
  const Vector x0 = Vector::Unit(4, 0);
  const Trace sure = minimize(squared_norm(4), Simplex(4), x0, options).trace;
  const Trace unsure = minimize(squared_norm(4), UnsureSimplex(), x0, options).trace;
  ASSERT_EQ(sure.size(), unsure.size());
  for (std::size_t k = 0; k < sure.size(); ++k) {
    EXPECT_DOUBLE_EQ(unsure[k].gap, sure[k].gap + UnsureSimplex::kError);
  }
}

/// The unit simplex with an LMO that maximises and claims an error of a thousandth.
class WrongSimplex final : public Oracle {
 public:
  std::string name() const override { return "wrong simplex"; }
  Index dimension() const override { return 4; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override {
    Index worst = 0;
    gradient.dense().maxCoeff(&worst);
    lmo.atom.become_coordinate(4, worst, 1);
    lmo.error = 1e-3;
  }
  Violation violation(ConstVectorRef x) const override { return Simplex(4).violation(x); }
};

// The vertex is worse than x by more than this error.
TEST(DirectionRule, VertexThatContradictsItsErrorGivesNoGap) {
  const Result result = minimize(squared_norm(4), WrongSimplex(), Vector{{0.75, 0.25, 0, 0}},
                                 {.direction = FrankWolfe{}, .gap_tolerance = 1e-2});
  EXPECT_EQ(result.status, Status::oracle_failed) << result.message;
  EXPECT_TRUE(std::isnan(result.gap)) << result.gap;
  EXPECT_FALSE(result.lower_bound > 0.25) << "the minimum is at most 1/4";
}

TEST(DirectionRule, RuleWithoutStateRejectsCheckpoints) {
  Watched::Account account;
  Options options{.direction = Watched{&account}};
  options.checkpoint.save = [](const Checkpoint&) {};
  EXPECT_EQ(refusal([&] { stay(options); }),
            "checkpoint: the direction rule keeps none; it would have to override "
            "DirectionRule::visit");
}

TEST(DirectionRule, RejectsCheckpointOfOtherRule) {
  auto saved = std::make_shared<Checkpoint>();
  Options options{.max_iterations = 10, .gap_tolerance = 0};
  options.checkpoint.save = [&](const Checkpoint& checkpoint) { *saved = checkpoint; };
  stay(options);
  const std::string words = refusal(
      [&] { stay({.direction = EveryThird{.first = Vector::Unit(4, 0)}, .resume = saved}); });
  EXPECT_NE(words.find("direction"), std::string::npos) << words;
  EXPECT_NE(words.find("frank-wolfe"), std::string::npos) << words;
}

}  // namespace
}  // namespace acgd_test
