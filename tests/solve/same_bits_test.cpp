// Same input, same bits: from run to run, observed or not, traced or not; every kind of objective
// over every kind of set. (Threads: same_bits_threads_test.cpp.)
#include "support/same_bits.hpp"

#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "support/effort.hpp"
#include "support/every_kind.hpp"
#include "support/named_rule.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

using acgd_test::every_objective;
using acgd_test::every_set;
using acgd_test::NamedRule;
using acgd_test::same_bits;

class SameBits : public ::testing::TestWithParam<NamedRule> {
 protected:
  Options options(Options others) const {
    others.direction = acgd_test::Straight{};
    others.step = GetParam().step;
    others.max_iterations = effort::choose(6, 12, 40);
    others.gap_tolerance = 1e-10;
    return others;
  }
};

/// Runs of one problem with different observers. The objects are constructed anew for the second
/// run: results must not depend on addresses or earlier calls.
template <class Run>
void expect_same_for_all_observers(const std::string& name, const Run& run, const Run& run_again) {
  Index seen = 0;
  const Options observed{.observer = [&](const Record&) { return ++seen < 0; }};
  const Result quiet = run({});
  EXPECT_TRUE(same_bits(quiet, run({}))) << name;
  EXPECT_TRUE(same_bits(quiet, run_again({}))) << name;
  const Result traced = run({.trace = true});
  EXPECT_TRUE(same_bits(quiet, traced)) << name;
  EXPECT_EQ(traced.trace.size(), quiet.counts.iterations + 1) << name;
  EXPECT_TRUE(same_bits(quiet, run(observed))) << name;
  EXPECT_EQ(seen, quiet.counts.iterations + 1) << name;
}

TEST_P(SameBits, OverEverySet) {
  const auto objectives = every_objective(), objectives_again = every_objective();
  const auto sets = every_set(), sets_again = every_set();
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    for (std::size_t j = 0; j < sets.size(); ++j) {
      if (!acgd_test::are_compatible(objectives[i], sets[j])) continue;
      // A third of the pairs; the stress tests draw from all.
      if (effort::is_sanitized() && (i + j) % 3 != 0) continue;
      using Run = std::function<Result(Options)>;
      expect_same_for_all_observers<Run>(
          objectives[i].name + " over " + sets[j].name,
          [&](Options o) { return minimize(*objectives[i].f, *sets[j].set, options(o)); },
          [&](Options o) {
            return minimize(*objectives_again[i].f, *sets_again[j].set, options(o));
          });
    }
  }
}

TEST_P(SameBits, InEveryNorm) {
  const auto objectives = every_objective(), objectives_again = every_objective();
  const auto sets = every_set();
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    for (const auto& set : sets) {
      if (!set.set->is_norm_ball() || !acgd_test::are_compatible(objectives[i], set)) continue;
      using Run = std::function<Result(Options)>;
      const Vector x0 = Vector::Zero(acgd_test::kVariables);
      expect_same_for_all_observers<Run>(
          objectives[i].name + " descending in " + set.name,
          [&](Options o) { return descend(*objectives[i].f, *set.set, x0, options(o)); },
          [&](Options o) { return descend(*objectives_again[i].f, *set.set, x0, options(o)); });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, SameBits,
                         ::testing::Values(NamedRule{"adaptive_constant", AdaptiveConstant{}},
                                           NamedRule{"adaptive_adjustable", AdaptiveAdjustable{}},
                                           NamedRule{"backtracking", Backtracking{}},
                                           NamedRule{"line_search", LineSearch{}},
                                           NamedRule{"secant", Secant{}},
                                           NamedRule{"open_loop", OpenLoop{}}),
                         [](const auto& rule) { return rule.param.name; });

}  // namespace
}  // namespace acgd
