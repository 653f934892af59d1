// A run resumed from a checkpoint is identical to an uninterrupted one, to the last bit.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "solve/resume_problems.hpp"
#include "support/named_rule.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

std::vector<acgd_test::NamedRule> rules() {
  return {{"adaptive-constant", AdaptiveConstant{}},
          {"adaptive-constant, delta given", AdaptiveConstant{.delta = 1e-3}},
          {"adaptive-adjustable", AdaptiveAdjustable{}},
          {"published", AdaptiveAdjustable{.counting = Counting::published}},
          {"backtracking", Backtracking{}},
          {"secant", Secant{}},
          {"line-search", LineSearch{}},
          {"open-loop", OpenLoop{}},
          {"short", Short{.lipschitz = 3000}}};
}

template <class Array>
bool same_bits(const Array& a, const Array& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  return a.size() == 0 ||
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool same_but_for_the_time(const Record& a, const Record& b) {
  return a.iteration == b.iteration && same_bits(a.value, b.value) && same_bits(a.gap, b.gap) &&
         same_bits(a.step, b.step) && same_bits(a.lipschitz, b.lipschitz) &&
         a.backtracks == b.backtracks && a.oracle_calls == b.oracle_calls;
}

void expect_same(const Result& a, const Result& b) {
  EXPECT_TRUE(same_bits(a.x, b.x));
  EXPECT_TRUE(same_bits(a.factors.left, b.factors.left));
  EXPECT_TRUE(same_bits(a.factors.right, b.factors.right));
  EXPECT_TRUE(same_bits(a.value, b.value) && same_bits(a.gap, b.gap));
  EXPECT_TRUE(same_bits(a.best_value, b.best_value) && same_bits(a.best_gap, b.best_gap));
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.message, b.message);
  EXPECT_EQ(a.counts.iterations, b.counts.iterations);
  EXPECT_EQ(a.counts.gradients, b.counts.gradients);
  EXPECT_EQ(a.counts.oracle_calls, b.counts.oracle_calls);
  EXPECT_EQ(a.counts.trials, b.counts.trials);
  ASSERT_EQ(a.trace.size(), b.trace.size());
  for (std::size_t k = 0; k < a.trace.size(); ++k) {
    ASSERT_TRUE(same_but_for_the_time(a.trace[k], b.trace[k])) << "iteration " << k;
  }
}

class Resume : public testing::TestWithParam<ResumeProblem> {};

TEST_P(Resume, GivesSameBits) {
  const ResumeProblem& problem = GetParam();
  std::mt19937_64 random(42);
  for (const acgd_test::NamedRule& rule : rules()) {
    SCOPED_TRACE(rule.name);
    const Options options{
        .step = rule.step, .max_iterations = problem.iterations, .gap_tolerance = 0, .trace = true};
    const Result whole = problem.solve(options);
    if (whole.counts.iterations < 2) continue;
    for (int round = 0; round < 2; ++round) {
      // At the end of a shorter run ...
      std::shared_ptr<Checkpoint> last = std::make_shared<Checkpoint>();
      const auto keep = [&](const Checkpoint& checkpoint) { *last = checkpoint; };
      Options shorter = options;
      shorter.max_iterations = std::uniform_int_distribution<Index>(
          1, std::min(whole.counts.iterations, problem.iterations - 1) - 1)(random);
      shorter.checkpoint.save = keep;
      const Result part = problem.solve(shorter);
      ASSERT_EQ(part.counts.iterations, shorter.max_iterations);
      ASSERT_EQ(last->iteration, shorter.max_iterations);
      SCOPED_TRACE(last->iteration);

      Options longer = options;
      longer.resume = std::make_shared<Checkpoint>(*last);
      expect_same(problem.solve(longer), whole);

      // ... and in the middle of a resumed run.
      longer.checkpoint = {.every = 1 + (problem.iterations - shorter.max_iterations) / 3,
                           .save = [&](const Checkpoint& checkpoint) {
                             if (checkpoint.iteration < whole.counts.iterations) keep(checkpoint);
                           }};
      expect_same(problem.solve(longer), whole);
      longer.checkpoint = {};
      longer.resume = last;
      expect_same(problem.solve(longer), whole);
    }
  }
}

/// Corrupt states: each is rejected or gives a run that ends.
TEST_P(Resume, HandlesCorruptBytes) {
  const ResumeProblem& problem = GetParam();
  Checkpoint good;
  Options options{.max_iterations = 30, .gap_tolerance = 0};
  options.checkpoint = {.every = 5,
                        .save = [&](const Checkpoint& checkpoint) { good = checkpoint; }};
  problem.solve(options);
  options = {.max_iterations = good.iteration + 5, .gap_tolerance = 0};
  std::mt19937_64 random(43);
  int refused = 0, went_on = 0;
  for (int round = 0; round < 150; ++round) {
    auto bad = std::make_shared<Checkpoint>(good);
    char* at = &bad->state[random() % bad->state.size()];
    *at = static_cast<char>(round % 3 == 0 ? random() : *at ^ (1 << (random() % 8)));
    if (round % 10 == 0) bad->state.resize(random() % bad->state.size());
    options.resume = bad;
    try {
      problem.solve(options);
      ++went_on;
    } catch (const InvalidInput&) {
      ++refused;
    }
  }
  EXPECT_GE(refused, 15);
  EXPECT_GE(went_on, 1);
}

INSTANTIATE_TEST_SUITE_P(Problems, Resume, testing::ValuesIn(resume_problems()),
                         [](const auto& test) { return test.param.name; });

// The problems above must run long enough to be interrupted.
TEST(Resume, ProblemsRunLongEnough) {
  for (const ResumeProblem& problem : resume_problems()) {
    const Result result = problem.solve({.max_iterations = problem.iterations, .gap_tolerance = 0});
    EXPECT_GT(result.counts.iterations, 10) << problem.name << ": " << result.message;
  }
}

// Steps past the minimum of f, where the gradient is wrong, to where f is undefined.
TEST(Resume, KeepsEarlierBestPoint) {
  const Function f(
      1,
      [](const Vector& x) -> double { return x[0] > 0.8 ? std::nan("") : std::pow(x[0] - 0.3, 2); },
      [](const Vector&, Vector& g) { g[0] = -1; });
  const auto walk = [&](Options options) {
    options.step = Fixed{.length = 0.07};
    options.check_gradient = false;  // the gradient is wrong
    return descend(f, LinfBall(1, 1.0), Vector::Zero(1), options);
  };
  const Result whole = walk({.trace = true});
  ASSERT_EQ(whole.status, Status::non_finite);
  ASSERT_LT(whole.counts.iterations, 10000);
  auto saved = std::make_shared<Checkpoint>();
  const Index near_the_end = whole.counts.iterations - 1;
  walk({.max_iterations = near_the_end, .trace = true, .checkpoint = {.save = [&](auto& c) {
                                                         *saved = c;
                                                       }}});
  EXPECT_LT(whole.best_value, whole.trace[near_the_end].value);
  expect_same(walk({.trace = true, .resume = saved}), whole);
}

TEST(Resume, CountsEarlierSeconds) {
  const ResumeProblem problem = black_boxes().front();
  auto saved = std::make_shared<Checkpoint>();
  Options options{.max_iterations = 10, .gap_tolerance = 0};
  options.checkpoint.save = [&](const Checkpoint& checkpoint) { *saved = checkpoint; };
  options.observer = [](const Record& record) {
    const timespec pause{.tv_sec = 0, .tv_nsec = 5'000'000};
    return record.iteration < 10 && nanosleep(&pause, nullptr) != 0;
  };
  const Result first = problem.solve(options);
  EXPECT_GE(first.seconds.total, 0.05);
  const Result second = problem.solve(
      {.max_iterations = 1000000, .time_limit = 0.05, .gap_tolerance = 0, .resume = saved});
  EXPECT_EQ(second.status, Status::time_limit);
  EXPECT_EQ(second.counts.iterations, 10);
  EXPECT_GE(second.seconds.total, 0.05);
}

TEST(Resume, ThinnedTraceIsSame) {
  const ResumeProblem problem = composites().front();
  const Options options{.max_iterations = 100, .gap_tolerance = 0, .trace = true, .trace_every = 7};
  const Result whole = problem.solve(options);
  ASSERT_EQ(whole.trace.size(), 16u);  // 0, 7, ..., 98 and 100
  for (std::size_t k = 0; k < 15; ++k) EXPECT_EQ(whole.trace[k].iteration, Index(7 * k));
  EXPECT_EQ(whole.trace.back().iteration, 100);
  auto saved = std::make_shared<Checkpoint>();
  Options shorter = options;
  shorter.max_iterations = 40;
  shorter.checkpoint.save = [&](const Checkpoint& checkpoint) { *saved = checkpoint; };
  problem.solve(shorter);
  Options longer = options;
  longer.resume = saved;
  expect_same(problem.solve(longer), whole);
}

}  // namespace
}  // namespace acgd_test
