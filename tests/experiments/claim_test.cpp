// Claims of the paper against rows that are made up.
#include "experiments/claim.hpp"

#include <gtest/gtest.h>

#include "experiments/claims.hpp"

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
          .value = value,
          .gap = 10 * value,
          .converged = converged};
}

std::vector<Row> good_rows() {
  return {made_up("a", 10, 1, true), made_up("b", 20, 2, true), made_up("c", 30, 3, false)};
}

Judgement judge_rows(const Claim& claim, std::vector<std::vector<Row>> seeds) {
  return judge(claim, {.seeds = std::move(seeds), .published = {}});
}

TEST(Claim, OrdersAndEndsAreReadOffTheRows) {
  for (const Claim& claim : {kFewerIterations, kLowerValue, kTwoConverge}) {
    EXPECT_EQ(judge_rows(claim, {good_rows()}).verdict, Verdict::holds);
  }
  std::vector<Row> rows = good_rows();
  rows[0].iterations = 30;  // as many are not fewer
  rows[1].value = 0.5;
  rows[2].converged = true;
  for (const Claim& claim : {kFewerIterations, kLowerValue, kTwoConverge}) {
    EXPECT_EQ(judge_rows(claim, {rows}).verdict, Verdict::does_not_hold);
  }
  rows = good_rows();
  rows[1].converged = false;
  EXPECT_EQ(judge_rows(kTwoConverge, {rows}).verdict, Verdict::does_not_hold);
}

TEST(Claim, EveryMemberOfAGroupCounts) {
  std::vector<Row> rows = good_rows();
  rows[0].iterations = 31;
  EXPECT_EQ(judge_rows(kFewerIterations, {rows}).verdict, Verdict::does_not_hold);
  rows[0].iterations = 1;
  rows[1].iterations = 31;
  EXPECT_EQ(judge_rows(kFewerIterations, {rows}).verdict, Verdict::does_not_hold);
}

TEST(Claim, NumbersStandInTheOrderOfItsStrategies) {
  std::vector<Row> rows = good_rows();
  std::swap(rows[0], rows[2]);
  const Judgement judgement = judge(
      kLowerValue, {.seeds = {rows}, .published = {{"c", 3000, 5, 3.5}, {"a", 3000, 5, 1.5}}});
  EXPECT_EQ(judgement.claim, "value: a < b < c");
  EXPECT_EQ(judgement.found, "1.0000, 2.0000, 3.0000");
  EXPECT_EQ(judgement.paper, "1.5000, -, 3.5000");
}

TEST(Claim, WhatIsWithinTheToleranceIsTooCloseToTell) {
  std::vector<Row> rows = good_rows();
  rows[1].value = rows[0].value + 0.5e-5;  // runs stop at 1e-5
  EXPECT_EQ(judge_rows(kLowerValue, {rows}).verdict, Verdict::cannot_be_told);
  rows[1].value = rows[0].value + 2e-5;
  EXPECT_EQ(judge_rows(kLowerValue, {rows}).verdict, Verdict::holds);
  rows[1].value = rows[0].value - 2e-5;
  EXPECT_EQ(judge_rows(kLowerValue, {rows}).verdict, Verdict::does_not_hold);

  const Claim faster{.test = Order{Measure::seconds, {{"a"}, {"b"}}}};
  for (const auto& [seconds, verdict] : {std::pair{0.8, Verdict::holds},
                                         {0.95, Verdict::cannot_be_told},
                                         {1.05, Verdict::cannot_be_told},
                                         {1.25, Verdict::does_not_hold}}) {
    rows[0].seconds = rows[0].fastest = rows[0].slowest = seconds;
    EXPECT_EQ(judge_rows(faster, {rows}).verdict, verdict) << seconds;
  }
}

TEST(Claim, TimesThatOverlapAreTooCloseToTell) {
  const Claim faster{.test = Order{Measure::seconds, {{"a"}, {"b"}}}};
  std::vector<Row> rows = good_rows();
  rows[0].seconds = 0.5;
  rows[0].fastest = 0.4;
  rows[0].slowest = 0.9;
  EXPECT_EQ(judge_rows(faster, {rows}).verdict, Verdict::holds);
  rows[0].slowest = 1.1;
  EXPECT_EQ(judge_rows(faster, {rows}).verdict, Verdict::cannot_be_told);
}

TEST(Claim, AValueThatIsNoNumberIsNoLower) {
  std::vector<Row> rows = good_rows();
  rows[0].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(judge_rows(kLowerValue, {rows}).verdict, Verdict::does_not_hold);
}

TEST(Claim, StrategiesAreComparedWithinASeed) {
  // Each seed has values of another size, so that ranges over seeds overlap; the order is the same.
  std::vector<std::vector<Row>> seeds;
  for (const double scale : {1.0, 100.0, 0.01, 10.0, 1000.0}) {
    seeds.push_back(good_rows());
    for (Row& row : seeds.back()) row.value *= scale;
  }
  EXPECT_EQ(judge_rows(kLowerValue, seeds).verdict, Verdict::holds);

  std::swap(seeds[2][0].value, seeds[2][1].value);
  std::swap(seeds[4][0].value, seeds[4][2].value);
  const Judgement mixed = judge_rows(kLowerValue, seeds);
  EXPECT_EQ(mixed.verdict, Verdict::cannot_be_told);
  EXPECT_NE(mixed.reason.find("3 of 5"), std::string::npos) << mixed.reason;

  for (auto& rows : seeds) rows[1].value = -1;
  EXPECT_EQ(judge_rows(kLowerValue, seeds).verdict, Verdict::does_not_hold);
}

TEST(Claim, WhatWasNotRunCannotBeTold) {
  std::vector<Row> rows = good_rows();
  rows[1].finished = false;
  EXPECT_EQ(judge_rows(kLowerValue, {rows}).verdict, Verdict::cannot_be_told);
  EXPECT_EQ(judge_rows(kLowerValue, {rows}).reason, "b was interrupted");
  rows.erase(rows.begin() + 1);
  EXPECT_EQ(judge_rows(kLowerValue, {rows}).reason, "b was not run");
  EXPECT_EQ(judge_rows(kLowerValue, {}).verdict, Verdict::cannot_be_told);
}

TEST(Claim, FiguresNeedThePapersOwnProblem) {
  const Claim values{.test = Figures{Measure::value, {"a", "b"}}};
  const std::vector<PublishedRow> published = {{"a", 10, 1, 1.00004}, {"b", 20, 1, 1.99996}};
  Evidence evidence{.seeds = {good_rows()}, .published = published};
  EXPECT_EQ(judge(values, evidence).verdict, Verdict::holds);
  evidence.seeds[0][1].value = 2.0001;
  EXPECT_EQ(judge(values, evidence).verdict, Verdict::does_not_hold);
  evidence.unpublished = "the start is not published";
  EXPECT_EQ(judge(values, evidence).verdict, Verdict::cannot_be_told);
  EXPECT_EQ(judge(values, evidence).reason, evidence.unpublished);
  EXPECT_EQ(judge(kLowerValue, evidence).verdict, Verdict::holds) << "an order needs no figures";
}

TEST(Claim, FiguresOfARunToTheLimitAreThoseBeforeItsLastStep) {
  const Claim values{.test = Figures{Measure::value, {"c"}}};
  Evidence evidence{.seeds = {good_rows()}, .published = {{"c", 30, 1, 3.25}}};
  EXPECT_EQ(judge(values, evidence).verdict, Verdict::does_not_hold);
  evidence.seeds[0][2].value_before = 3.25;
  EXPECT_EQ(judge(values, evidence).verdict, Verdict::holds);
  EXPECT_EQ(judge(values, evidence).found, "3.2500");
}

TEST(Claim, SmallerProblemsTellOrdersAlone) {
  const Evidence evidence{.seeds = {good_rows()}, .published = {}, .quick = true};
  EXPECT_EQ(judge(kLowerValue, evidence).verdict, Verdict::holds);
  EXPECT_EQ(judge(kTwoConverge, evidence).verdict, Verdict::cannot_be_told);
}

TEST(Claim, ARemarkIsMadeWhereItDoesNotHold) {
  const Claim claim{.test = Ends{{"c"}}, .remark = "because"};
  EXPECT_EQ(judge_rows(claim, {good_rows()}).reason, "because");
  const Claim other{.test = Ends{{"a"}}, .remark = "because"};
  EXPECT_EQ(judge_rows(other, {good_rows()}).reason, "");
}

TEST(Claim, AnOrderThatFailsOnAnotherDrawSaysSo) {
  std::vector<Row> rows = good_rows();
  rows[2].value = 0;
  const Judgement judgement =
      judge(kLowerValue, {.seeds = {rows}, .published = {}, .unpublished = "A is not published"});
  EXPECT_EQ(judgement.verdict, Verdict::does_not_hold);
  EXPECT_EQ(judgement.reason, "A is not published");
}

TEST(SameWork, IsAsManyIterationsToTheSameValue) {
  const PublishedRow published{"a", 3000, 10, 0.3114};
  Row row = made_up("a", 3000, 0.31142, false);
  EXPECT_TRUE(same_work(row, published));
  row.value = 0.3115;
  EXPECT_FALSE(same_work(row, published)) << "f ended elsewhere";
  row.value_before = 0.31142;
  EXPECT_TRUE(same_work(row, published));
  row.finished = false;
  EXPECT_FALSE(same_work(row, published)) << "interrupted";
  row.finished = true;
  row.iterations = 2999;
  EXPECT_FALSE(same_work(row, published)) << "fewer iterations";
}

}  // namespace
}  // namespace acgd::experiments
