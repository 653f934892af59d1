// Invariants of thousands of random combinations of objective, set, rule, start and options.
//
//         ACGD_STRESS_SEED=7 acgd_stress_tests --gtest_filter='Parts*'       one combination
//         ACGD_STRESS_COUNT=100000 acgd_stress_tests --gtest_filter='Parts*' more of them
#include <gtest/gtest.h>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <cstdlib>

#include "acgd/core/error.hpp"
#include "stress/invariants.hpp"
#include "support/effort.hpp"

namespace stress {
namespace {

constexpr std::uint64_t kParts = 8;

std::optional<std::uint64_t> from_environment(const char* name) {
  const char* given = std::getenv(name);
  if (given == nullptr) return std::nullopt;
  return std::strtoull(given, nullptr, 10);
}

void expect_invariants(Combination combination) {
  // Without tolerances, as most users run it.
  if (combination.seed % 3 == 0 && !combination.options.relative_gap_tolerance) {
    combination.options.gap_tolerance.reset();
  }
  const auto where = [&] {
    return "ACGD_STRESS_SEED=" + std::to_string(combination.seed) + ": " + combination.text;
  };
  try {
    for (const std::string& complaint : examine(combination, run(combination))) {
      ADD_FAILURE() << complaint << "\n  " << where();
    }
  } catch (const std::exception& thrown) {
    ADD_FAILURE() << "thrown: " << thrown.what() << "\n  " << where();
  }
}

/// Each instance checks a share of the combinations, so that several can run concurrently.
class Stress : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Parts, Stress, testing::Range<std::uint64_t>(0, kParts));

void expect_invariants(Combination (*draw)(std::uint64_t), std::uint64_t part,
                       std::uint64_t usual_count) {
  if (const auto seed = from_environment("ACGD_STRESS_SEED")) {
    if (*seed % kParts == part) expect_invariants(draw(*seed));
    return;
  }
  const std::uint64_t count = from_environment("ACGD_STRESS_COUNT").value_or(usual_count);
  for (std::uint64_t seed = part; seed < count; seed += kParts) expect_invariants(draw(seed));
}

TEST_P(Stress, InvariantsHold) {
  expect_invariants(draw_combination, GetParam(), effort::combinations());
}

TEST_P(Stress, InvariantsHoldWithActiveSet) {
  expect_invariants(draw_remembering, GetParam(), effort::combinations() / 2);
}

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
TEST(StressMemory, RunsLeakNothing) {
  if (effort::is_sanitized())
    GTEST_SKIP() << "the sanitizer has an allocator and a check of its own";
  const auto all = [] {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const Combination combination = draw_combination(seed);
      run(combination);
    }
    return mallinfo2().uordblks;
  };
  // Memory that threads and libraries keep for later runs stops growing after some rounds; a leak
  // grows with every round.
  std::size_t before = all(), after = all();
  for (int round = 0; round < 6 && after > before + 4096; ++round) {
    before = after;
    after = all();
  }
  EXPECT_LE(after, before + 4096);
}
#endif

}  // namespace
}  // namespace stress
