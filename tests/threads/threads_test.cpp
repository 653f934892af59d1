// Concurrent runs in one process do not affect each other, whether they share objects or not. The
// thread sanitizer checks that no access is unguarded.
#include <gtest/gtest.h>

#include <barrier>
#include <stop_token>
#include <thread>

#include "acgd/acgd.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "support/every_kind.hpp"
#include "support/same_bits.hpp"

namespace acgd {
namespace {

constexpr int kThreads = 4;

/// Objectives and sets, and every run that they allow.
class Problems {
 public:
  Problems() {
    for (const auto& f : objectives_) {
      for (const auto& set : sets_) {
        if (acgd_test::are_compatible(f, set)) jobs_.push_back({&f, &set});
      }
    }
  }

  std::size_t size() const { return jobs_.size(); }
  std::string name(std::size_t job) const {
    return jobs_[job].objective->name + " over " + jobs_[job].set->name;
  }

  Result run(std::size_t job) const {
    const Objective& f = *jobs_[job].objective->f;
    Options options = options_;
    // The short step needs the objective's Lipschitz constant, which is computed on first use, as
    // are the linear and composite parts of least squares.
    if (job % 2 == 0 && has_constant(f)) options.step = Short{};
    return minimize(f, *jobs_[job].set->set, options);
  }

 private:
  struct Job {
    const acgd_test::NamedObjective* objective;
    const acgd_test::NamedSet* set;
  };

  /// Without calling lipschitz(), which would compute it before the threads do.
  static bool has_constant(const Objective& f) {
    if (const auto* composite = dynamic_cast<const Composite*>(&f)) {
      return composite->loss().lipschitz().has_value();
    }
    return dynamic_cast<const Quadratic*>(&f) || dynamic_cast<const LeastSquares*>(&f);
  }

  std::vector<acgd_test::NamedObjective> objectives_ = acgd_test::every_objective();
  std::vector<acgd_test::NamedSet> sets_ = acgd_test::every_set();
  Options options_{.direction = FrankWolfe{}, .max_iterations = 30, .gap_tolerance = 1e-9};
  std::vector<Job> jobs_;
};

/// Runs work(thread) in each thread, all started at the same time.
template <class Work>
void at_once(const Work& work) {
  std::barrier ready(kThreads);
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      ready.arrive_and_wait();
      work(i);
    });
  }
}

std::vector<Result> one_after_the_other() {
  const Problems world;
  std::vector<Result> results;
  for (std::size_t job = 0; job < world.size(); ++job) results.push_back(world.run(job));
  return results;
}

void expect_same(const Problems& world, const std::vector<Result>& expected,
                 const std::vector<std::vector<Result>>& seen) {
  for (const auto& results : seen) {
    ASSERT_EQ(results.size(), expected.size());
    for (std::size_t job = 0; job < expected.size(); ++job) {
      EXPECT_TRUE(acgd_test::same_bits(results[job], expected[job])) << world.name(job);
    }
  }
}

TEST(Threads, SharedObjectsGiveBitsOfSeparateRuns) {
  const std::vector<Result> expected = one_after_the_other();
  const Problems shared;  // nothing is computed yet
  std::vector<std::vector<Result>> seen(kThreads, std::vector<Result>(shared.size()));
  at_once([&](int thread) {
    // All threads do the same jobs in the same order: lazily computed values are requested by all
    // of them at once.
    for (std::size_t job = 0; job < shared.size(); ++job) seen[thread][job] = shared.run(job);
  });
  expect_same(shared, expected, seen);
}

TEST(Threads, DifferentConcurrentRunsGiveBitsOfSeparateRuns) {
  const std::vector<Result> expected = one_after_the_other();
  const Problems shared;
  std::vector<std::vector<Result>> seen(kThreads, std::vector<Result>(shared.size()));
  at_once([&](int thread) {
    const Problems own;
    const Problems& world = thread % 2 == 0 ? own : shared;
    const std::size_t from = world.size() * static_cast<std::size_t>(thread) / kThreads;
    for (std::size_t i = 0; i < world.size(); ++i) {
      const std::size_t job = (from + i) % world.size();
      seen[thread][job] = world.run(job);
    }
  });
  expect_same(shared, expected, seen);
}

TEST(Threads, InterruptStopsItsOwnRunOnly) {
  const Rosenbrock f(8);
  const Box box(8, -2, 2);
  std::vector<std::stop_source> stops(kThreads);
  std::vector<Result> results(kThreads);
  at_once([&](int thread) {
    // Each run interrupts itself. If anything were shared, the next one would stop too.
    results[thread] = minimize(f, box,
                               {.direction = FrankWolfe{},
                                .step = OpenLoop{},
                                .max_iterations = 2000,
                                .gap_tolerance = 0,
                                .observer =
                                    [&](const Record& record) {
                                      if (thread % 2 == 0 && record.iteration == 100 + thread) {
                                        stops[thread].request_stop();
                                      }
                                      return false;
                                    },
                                .interrupt = stops[thread].get_token()});
  });
  for (int thread = 0; thread < kThreads; ++thread) {
    const bool interrupted = thread % 2 == 0;
    EXPECT_EQ(results[thread].status, interrupted ? Status::interrupted : Status::iteration_limit);
    EXPECT_EQ(results[thread].counts.iterations, interrupted ? 101 + thread : 2000);
  }
}

}  // namespace
}  // namespace acgd
