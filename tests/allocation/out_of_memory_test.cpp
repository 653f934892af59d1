// Any single allocation of a run may fail: the run then returns its point or throws, and frees its
// memory once.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <new>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "allocation/counted.hpp"

namespace acgd {
namespace {

using acgd_test::allocations;
using acgd_test::failing_allocation;

struct FailedRuns {
  int with_point = 0;
  int without = 0;
};

/// Repeats a run of 40 iterations, each time with another failing allocation.
FailedRuns fail_each_allocation(const Objective& f, const Oracle& set,
                                const DirectionChoice& direction) {
  const auto run = [&] {
    return minimize(f, set,
                    {.direction = direction,
                     .max_iterations = 40,
                     .gap_tolerance = 0,
                     .relative_gap_tolerance = 0,
                     .threads = 1});
  };
  const long before = allocations;
  run();
  const long count = allocations - before;
  FailedRuns failed;
  for (long k = 1; k <= count; ++k) {
    failing_allocation = allocations + k;
    try {
      const Result result = run();
      failing_allocation = -1;
      if (result.status != Status::out_of_memory) continue;
      ++failed.with_point;
      EXPECT_TRUE(set.contains(result.x)) << k;
    } catch (const std::bad_alloc&) {
      ++failed.without;
    }
  }
  failing_allocation = -1;
  return failed;
}

Matrix sines(Index rows, Index cols) {
  Matrix a(rows, cols);
  for (Index i = 0; i < rows * cols; ++i) a.data()[i] = std::sin(static_cast<double>(3 * i * i));
  return a;
}

TEST(OutOfMemory, EveryAllocationMayFail) {
  const Index n = 60;
  const Matrix a = sines(2 * n, n);
  const Vector targets = sines(2 * n, 1) * 3;
  const auto squares = std::make_shared<const LeastSquares>(a, targets);
  const Composite losses = huber(a, targets, 0.5, {}, Intercept::profiled);
  const Sum sum({squares, squares});
  const L1Ball ball(n, 5.0);
  const L2Ball round(n, 2.0);
  const Product product(L1Ball(n / 2, 3.0), Simplex(n / 2));
  FailedRuns all;
  const auto fail_each = [&](const Objective& f, const Oracle& set,
                             const DirectionChoice& direction) {
    const FailedRuns failed = fail_each_allocation(f, set, direction);
    all.with_point += failed.with_point;
    all.without += failed.without;
  };
  fail_each(*squares, ball, Corrective{});
  fail_each(losses, ball, Corrective{});
  fail_each(sum, ball, Corrective{});
  fail_each(*squares, product, Corrective{});
  fail_each(losses, round, Corrective{});
  fail_each(losses, round, Away{});
  fail_each(*squares, Box(n, -1, 1), Corrective{});
  EXPECT_GT(all.with_point, 100);
  EXPECT_GT(all.without, 100);
}

}  // namespace
}  // namespace acgd
