// Threads of a run, and their state in a forked process.
#include "linalg/threads.hpp"

#include <gtest/gtest.h>

#ifdef _OPENMP
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <new>

#include "acgd/acgd.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace acgd {
namespace {

/// Sets the number of OpenMP threads, independent of the machine.
class Offered {
 public:
  explicit Offered(int threads) : before_(omp_get_max_threads()) { omp_set_num_threads(threads); }
  ~Offered() { omp_set_num_threads(before_); }
  Offered(const Offered&) = delete;
  Offered& operator=(const Offered&) = delete;

 private:
  int before_;
};

/// Its products are large enough for several threads: 4.5 MB. The route uses those of the Gram
/// matrix as well.
Result large_run() {
  const Matrix a = Matrix::NullaryExpr(
      750, 750, [](Index i, Index j) { return std::sin(double(7 * i) + double(j * j)); });
  const LeastSquares f(a, a.col(0), {.route = LeastSquaresRoute::gram_matrix});
  return minimize(f, L2Ball(a.cols(), 2), Options{.direction = FrankWolfe{}, .max_iterations = 4});
}

/// Whether action() returns true in a child process; an alarm ends a child that hangs.
template <class Action>
bool holds_in_child(const Action& action) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(action() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Fork, ChildComputesSameBits) {
  const Offered two(2);
  const Result before = large_run();  // leaves an idle OpenMP thread behind
  EXPECT_TRUE(holds_in_child(
      [&] { return thread_count() == 1 && acgd_test::same_bits(before, large_run()); }));
  EXPECT_TRUE(holds_in_child(
      [&] { return holds_in_child([&] { return acgd_test::same_bits(before, large_run()); }); }));
  EXPECT_TRUE(acgd_test::same_bits(before, large_run()));
}

TEST(ThreadLimit, AppliesToItsRunOnly) {
  const Offered two(2);
  std::vector<int> seen;
  const Function f(
      2,
      [&](const Vector& x) {
        seen.push_back(thread_count());
        return x.squaredNorm();
      },
      [](const Vector& x) { return Vector(2 * x); });
  const L1Ball set(2, 1);
  for (const std::optional<int> threads : {std::optional(1), std::optional(1000), {}}) {
    seen.clear();
    minimize(f, set, Options{.direction = FrankWolfe{}, .max_iterations = 2, .threads = threads});
    ASSERT_FALSE(seen.empty());
    const int expected = threads ? std::min(*threads, omp_get_num_procs()) : 2;
    EXPECT_EQ(seen, std::vector<int>(seen.size(), expected));
    EXPECT_EQ(thread_count(), 2);
  }
}

TEST(ThreadLimit, MustBeAtLeastOne) {
  const Rosenbrock f(2);
  EXPECT_NE(acgd_test::refusal([&] {
              minimize(f, L1Ball(2, 1), Options{.direction = FrankWolfe{}, .threads = 0});
            }).find("threads = 0"),
            std::string::npos);
}

TEST(Threads, PropagateExceptionsOfTasks) {
  const Offered two(2);
  std::atomic<int> done = 0;
  EXPECT_THROW(share_tasks(50,
                           [&](Index task) {
                             if (task == 7) throw std::bad_alloc();
                             ++done;
                           }),
               std::bad_alloc);
  EXPECT_EQ(done, 49);
}

}  // namespace
}  // namespace acgd
#endif
