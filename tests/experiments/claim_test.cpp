// Claims of the paper against synthetic rows.
#include <gtest/gtest.h>

#include <tuple>

#include "app/experiments/paper.hpp"

namespace acgd::experiments {
namespace {

const Claim kFewerIterations{.test = Order{Measure::iterations, {{"a", "b"}, {"c"}}}};
const Claim kLowerValue{.test = Order{Measure::value, {{"a"}, {"b"}, {"c"}}}};
const Claim kTwoConverge{.test = Ends{{"a", "b"}, {"c"}}};

Row made_up(const std::string& name, Index iterations, double value, bool converged) {
  return {.strategy = name,
          .iterations = iterations,
          .seconds = 1.0,
          .fastest = 1.0,
          .slowest = 1.0,
          .repetitions = 3,
          .value = value,
          .gap = 10 * value,
          .converged = converged};
}

std::vector<Row> good_rows() {
  return {made_up("a", 10, 1, true), made_up("b", 20, 2, true), made_up("c", 30, 3, false)};
}

ClaimResult evaluate_rows(const Claim& claim, std::vector<std::vector<Row>> seeds) {
  return evaluate(claim, {.seeds = std::move(seeds), .published = {}});
}

TEST(Claim, ComparesOrdersAndEnds) {
  for (const Claim& claim : {kFewerIterations, kLowerValue, kTwoConverge}) {
    EXPECT_EQ(evaluate_rows(claim, {good_rows()}).status, ClaimStatus::holds);
  }
  std::vector<Row> rows = good_rows();
  rows[0].iterations = 30;  // equal is not fewer
  rows[1].value = 0.5;
  rows[2].converged = true;
  for (const Claim& claim : {kFewerIterations, kLowerValue, kTwoConverge}) {
    EXPECT_EQ(evaluate_rows(claim, {rows}).status, ClaimStatus::does_not_hold);
  }
  rows = good_rows();
  rows[1].converged = false;
  EXPECT_EQ(evaluate_rows(kTwoConverge, {rows}).status, ClaimStatus::does_not_hold);
}

TEST(Claim, EveryMemberOfGroupCounts) {
  std::vector<Row> rows = good_rows();
  rows[0].iterations = 31;
  EXPECT_EQ(evaluate_rows(kFewerIterations, {rows}).status, ClaimStatus::does_not_hold);
  rows[0].iterations = 1;
  rows[1].iterations = 31;
  EXPECT_EQ(evaluate_rows(kFewerIterations, {rows}).status, ClaimStatus::does_not_hold);
}

TEST(Claim, NumbersAreInOrderOfStrategies) {
  std::vector<Row> rows = good_rows();
  std::swap(rows[0], rows[2]);
  const ClaimResult claim_result = evaluate(
      kLowerValue, {.seeds = {rows}, .published = {{"c", 3000, 5, 3.5}, {"a", 3000, 5, 1.5}}});
  EXPECT_EQ(claim_result.claim, "value: a < b < c");
  EXPECT_EQ(claim_result.found, "1.0000, 2.0000, 3.0000");
  EXPECT_EQ(claim_result.paper, "1.5000, -, 3.5000");
}

TEST(Claim, DifferencesWithinToleranceAreUndecided) {
  std::vector<Row> rows = good_rows();
  rows[1].value = rows[0].value + 0.5e-5;  // runs stop at 1e-5
  EXPECT_EQ(evaluate_rows(kLowerValue, {rows}).status, ClaimStatus::undecided);
  rows[1].value = rows[0].value + 2e-5;
  EXPECT_EQ(evaluate_rows(kLowerValue, {rows}).status, ClaimStatus::holds);
  rows[1].value = rows[0].value - 2e-5;
  EXPECT_EQ(evaluate_rows(kLowerValue, {rows}).status, ClaimStatus::does_not_hold);
}

TEST(Claim, TimesMustDifferByFactorOfThreeInAllRepetitions) {
  const Claim faster{.test = Order{Measure::seconds, {{"a"}, {"b"}}}};
  std::vector<Row> rows = good_rows();  // b took 1 s each time
  for (const auto& [fastest, slowest, status] :
       {std::tuple{0.1, 0.3, ClaimStatus::holds},
        {0.1, 0.4, ClaimStatus::undecided},
        {1.1, 1.2, ClaimStatus::undecided},  // slower each time, by what a busy machine may do
        {2.5, 9.0, ClaimStatus::undecided},
        {3.5, 9.0, ClaimStatus::does_not_hold}}) {
    rows[0].seconds = rows[0].fastest = fastest;
    rows[0].slowest = slowest;
    EXPECT_EQ(evaluate_rows(faster, {rows}).status, status) << fastest << " " << slowest;
  }
  rows[0].slowest = rows[0].fastest = 1;
  EXPECT_EQ(evaluate(faster, {.seeds = {rows}, .published = {}, .origin = Origin::recipe}).reason,
            "the difference is within the margin");
  rows[1].repetitions = 1;
  EXPECT_EQ(evaluate_rows(faster, {rows}).status, ClaimStatus::undecided);
  EXPECT_NE(evaluate_rows(faster, {rows}).reason.find("b was not repeated"), std::string::npos);
}

TEST(Claim, NaNIsNotLower) {
  std::vector<Row> rows = good_rows();
  rows[0].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(evaluate_rows(kLowerValue, {rows}).status, ClaimStatus::does_not_hold);
}

TEST(Claim, StrategiesAreComparedWithinSeed) {
  // The values of each seed are of another size, so that ranges over seeds overlap; the order is
  // the same.
  std::vector<std::vector<Row>> seeds;
  for (const double scale : {1.0, 100.0, 0.01, 10.0, 1000.0}) {
    seeds.push_back(good_rows());
    for (Row& row : seeds.back()) row.value *= scale;
  }
  const auto judge_draws = [&] {
    return evaluate(kLowerValue, {.seeds = seeds, .published = {}, .origin = Origin::recipe});
  };
  EXPECT_EQ(judge_draws().status, ClaimStatus::holds);

  std::swap(seeds[2][0].value, seeds[2][1].value);
  std::swap(seeds[4][0].value, seeds[4][2].value);
  const ClaimResult mixed = judge_draws();
  EXPECT_EQ(mixed.status, ClaimStatus::undecided);
  EXPECT_NE(mixed.reason.find("3 of 5"), std::string::npos) << mixed.reason;

  for (auto& rows : seeds) rows[1].value = -1;
  EXPECT_EQ(judge_draws().status, ClaimStatus::undecided) << "the paper's start is another";
}

TEST(Claim, MissingRunsAreUndecided) {
  std::vector<Row> rows = good_rows();
  rows[1].finished = false;
  EXPECT_EQ(evaluate_rows(kLowerValue, {rows}).status, ClaimStatus::undecided);
  EXPECT_EQ(evaluate_rows(kLowerValue, {rows}).reason, "b was interrupted");
  rows.erase(rows.begin() + 1);
  EXPECT_EQ(evaluate_rows(kLowerValue, {rows}).reason, "b was not run");
  EXPECT_EQ(evaluate_rows(kLowerValue, {}).status, ClaimStatus::undecided);
}

TEST(Claim, CanFailOnlyOnPapersOwnProblem) {
  const Claim values{.test = Figures{Measure::value, {"a", "b"}}};
  const std::vector<PublishedRow> published = {{"a", 10, 1, 1.00004}, {"b", 20, 1, 1.99996}};
  Evidence evidence{.seeds = {good_rows()}, .published = published, .missing = "another draw"};
  evidence.seeds[0][1].value = 2.0001;
  evidence.seeds[0][2].value = 0;
  for (const Claim& claim : {values, kLowerValue}) {
    evidence.origin = Origin::paper;
    EXPECT_EQ(evaluate(claim, evidence).status, ClaimStatus::does_not_hold);
    for (const Origin origin : {Origin::recipe, Origin::other}) {
      evidence.origin = origin;
      EXPECT_EQ(evaluate(claim, evidence).status, ClaimStatus::undecided);
      EXPECT_NE(evaluate(claim, evidence).reason.find("another draw"), std::string::npos);
    }
  }
  // Agreement holds on other samples, and is undecided on a synthetic problem of another kind.
  evidence.seeds = {good_rows()};
  for (const Claim& claim : {values, kLowerValue}) {
    evidence.origin = Origin::recipe;
    EXPECT_EQ(evaluate(claim, evidence).status, ClaimStatus::holds);
    evidence.origin = Origin::other;
    EXPECT_EQ(evaluate(claim, evidence).status, ClaimStatus::undecided);
  }
}

TEST(Claim, FiguresOfRulesThatEstimateLNeedPapersFirstEstimate) {
  Evidence evidence{.seeds = {{made_up("short", 10, 1, false), made_up("a", 10, 1, false)}},
                    .published = {{"short", 10, 1, 1.5}, {"a", 10, 1, 1.5}},
                    .has_own_estimate = false};
  const auto status_of = [&](const char* name) {
    return evaluate({.test = Figures{Measure::value, {name}}}, evidence).status;
  };
  EXPECT_EQ(status_of("short"), ClaimStatus::does_not_hold);
  EXPECT_EQ(status_of("a"), ClaimStatus::undecided);
  evidence.has_own_estimate = true;
  EXPECT_EQ(status_of("a"), ClaimStatus::does_not_hold);
}

TEST(Claim, LipschitzEstimatesAreComparedByMedianSpreadAndEnds) {
  std::vector<Row> rows = good_rows();
  rows[0].lipschitz = {1, 2, 3, 4, 5};  // spread 2
  rows[1].lipschitz = {1, 1, 6, 8, 9};  // spread 8
  const auto order_of = [&](Measure measure) {
    return evaluate_rows({.test = Order{measure, {{"a"}, {"b"}}}}, {rows});
  };
  EXPECT_EQ(order_of(Measure::lipschitz).status, ClaimStatus::holds);
  EXPECT_EQ(order_of(Measure::lipschitz).found, "3, 6");
  EXPECT_EQ(order_of(Measure::lipschitz_spread).found, "2, 8");
  EXPECT_EQ(order_of(Measure::lipschitz_spread).status, ClaimStatus::holds);
  EXPECT_EQ(order_of(Measure::lipschitz_largest).status, ClaimStatus::holds);
  EXPECT_EQ(
      evaluate_rows({.test = Bounds{Measure::lipschitz_largest, {"a", "b"}, 4, 9}}, {rows}).status,
      ClaimStatus::does_not_hold);
  EXPECT_EQ(evaluate_rows({.test = Bounds{Measure::lipschitz_largest, {"a", "b"}, 4, 9.5}}, {rows})
                .status,
            ClaimStatus::holds);
  rows[1].lipschitz = {1, 1, 3.2, 2, 9};  // medians within a tenth
  EXPECT_EQ(order_of(Measure::lipschitz).status, ClaimStatus::undecided);
  rows[1].lipschitz.reset();
  EXPECT_EQ(order_of(Measure::lipschitz).reason, "b has no median L");
}

TEST(SameWork, IsSameNumberOfIterationsToSameValue) {
  const PublishedRow published{"a", 3000, 10, 0.3114};
  Row row = made_up("a", 3000, 0.31142, false);
  EXPECT_TRUE(same_work(row, published));
  row.value = 0.3115;
  EXPECT_FALSE(same_work(row, published)) << "f ended elsewhere";
  row.value = 0.31142;
  row.finished = false;
  EXPECT_FALSE(same_work(row, published)) << "interrupted";
  row.finished = true;
  row.iterations = 2999;
  EXPECT_FALSE(same_work(row, published)) << "fewer iterations";
}

}  // namespace
}  // namespace acgd::experiments
