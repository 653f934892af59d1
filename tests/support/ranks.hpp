#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "acgd/solve/result.hpp"
#include "support/same_bits.hpp"
#include "support/thread_team.hpp"

namespace acgd_test {

/// Including the trace, without the times.
inline void expect_same_run(const acgd::Result& run, const acgd::Result& expected) {
  EXPECT_TRUE(same_bits(run, expected)) << run.message << " / " << expected.message;
  ASSERT_EQ(run.trace.size(), expected.trace.size());
  for (std::size_t k = 0; k < run.trace.size(); ++k) {
    const acgd::Record &a = run.trace[k], &b = expected.trace[k];
    ASSERT_TRUE(same_bits(&a.value, &b.value, 1) && same_bits(&a.gap, &b.gap, 1) &&
                same_bits(&a.step, &b.step, 1) && same_bits(&a.lipschitz, &b.lipschitz, 1) &&
                a.backtracks == b.backtracks && a.oracle_calls == b.oracle_calls)
        << "iteration " << k;
  }
}

using TeamRun = std::function<acgd::Result(std::shared_ptr<const acgd::Team>)>;

/// Every rank of teams of several sizes gets the result of a single rank.
inline void expect_same_on_all_ranks(const TeamRun& run) {
  const acgd::Result plain = run(acgd::alone());
  for (const int ranks : {1, 2, 3, 4, 8}) {
    SCOPED_TRACE(ranks);
    acgd::ThreadTeam::run(ranks, [&](const std::shared_ptr<const acgd::Team>& team) {
      expect_same_run(run(team), plain);
    });
  }
}

}  // namespace acgd_test
