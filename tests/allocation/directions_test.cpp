// A direction rule allocates nothing once all of its atoms have been seen.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"
#include "allocation/allocating_sets.hpp"
#include "allocation/counted.hpp"
#include "allocation/structured.hpp"
#include "support/every_kind.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

using acgd_test::allocations;
using acgd_test::kVariables;
using acgd_test::structured_objectives;

constexpr std::size_t kWarmUpOfAtoms = 100;
// Allowance for lists that reach a new maximum length, and for columns of Q that only the line to
// the vertex needs.
constexpr long kLateGrowth = 24;

/// Allocations in the second half of a run, when its atoms have been seen; 0 for runs that end
/// before.
long allocations_of(const DirectionChoice& direction, const Objective& f, const Oracle& set,
                    const StepChoice& step = AdaptiveAdjustable{}) {
  constexpr Index kMost = 1000;
  std::vector<long> counts;
  counts.reserve(kMost + 1);
  minimize(f, set, set.start(),
           {.direction = direction,
            .step = step,
            .max_iterations = kMost,
            .gap_tolerance = 0,
            .observer = [&](const Record& record) {
              if (!std::isnan(record.step)) counts.push_back(allocations);
              return false;
            }});
  return counts.size() < kWarmUpOfAtoms ? 0 : counts.back() - counts[counts.size() / 2];
}

TEST(Allocation, NoDirectionAllocatesAfterItsAtomsWereSeen) {
  const std::vector<DirectionChoice> directions = {Away{.max_atoms = 8}, Pairwise{.max_atoms = 8},
                                                   BlendedPairwise{.max_atoms = 8},
                                                   Pairwise{.lazy = true, .max_atoms = 8}};
  for (const DirectionChoice& direction : directions) {
    for (const auto& [name, set] : acgd_test::every_set()) {
      // These two add new atoms of varying size throughout the run.
      const bool has_many_atoms = name == "sum" || name == "matching";
      if (acgd_test::may_allocate(name) || has_many_atoms) continue;
      EXPECT_LE(allocations_of(direction, acgd_test::rosenbrock(kVariables), *set), kLateGrowth)
          << name << " " << direction.name();
    }
    for (const auto& f : structured_objectives()) {
      EXPECT_LE(allocations_of(direction, *f, Box(kVariables, -1, 1)), kLateGrowth)
          << direction.name();
      EXPECT_LE(allocations_of(direction, *f, L1Ball(kVariables, 2.0)), kLateGrowth)
          << direction.name();
    }
  }
}

// Fixed step lengths keep the run from ending at once.
TEST(Allocation, NoReducedHessianAllocatesAfterItsAtomsWereSeen) {
  auto objectives = structured_objectives();
  for (const auto& sum : acgd_test::sums()) objectives.push_back(sum);
  for (const auto& f : objectives) {
    if (!f->has_curvature()) continue;
    for (const std::shared_ptr<const Oracle>& set : std::vector<std::shared_ptr<const Oracle>>{
             std::make_shared<L1Ball>(kVariables, 2.0), std::make_shared<Simplex>(kVariables),
             std::make_shared<Box>(kVariables, -1, 1)}) {
      EXPECT_LE(allocations_of(Corrective{}, *f, *set, OpenLoop{}), kLateGrowth) << set->name();
    }
  }
}

}  // namespace
}  // namespace acgd
