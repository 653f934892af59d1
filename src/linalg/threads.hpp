#pragma once

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Number of threads for a loop started by this thread: OpenMP's maximum, or that of the
/// ThreadLimit. It is 1 in a forked process: OpenMP's worker threads exist only in the parent, and
/// waiting for them would hang. Results do not depend on it.
int thread_count();

/// Limits the number of threads of loops started by this thread during its lifetime; absent:
/// OpenMP's maximum. The number never exceeds that of processors, since OpenMP aborts if it cannot
/// start all threads.
class ThreadLimit {
 public:
  explicit ThreadLimit(std::optional<int> most);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  std::optional<int> outer_;
};

/// share_tasks() for sources compiled without OpenMP. No task may throw.
void share_any_tasks(Index tasks, const std::function<void(Index)>& run);

/// Loops that read fewer bytes use one thread: waking the others takes microseconds.
constexpr Index kBytesWorthThreads = Index{1} << 22;

/// Calls run(task) for each task in [0, tasks), distributed over the threads. Tasks must be
/// independent. Rethrows an exception of one of them.
template <class Run>
void share_tasks(Index tasks, const Run& run) {
#ifdef _OPENMP
  if (const int threads = tasks > 1 ? thread_count() : 1; threads > 1) {
    std::exception_ptr failure;  // exceptions must not leave an OpenMP loop
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (Index task = 0; task < tasks; ++task) {
      try {
        run(task);
      } catch (...) {
#pragma omp critical(acgd_failed_task)
        failure = std::current_exception();
      }
    }
    if (failure) std::rethrow_exception(failure);
    return;
  }
#endif
  for (Index task = 0; task < tasks; ++task) run(task);
}

/// Calls work(first, last) for consecutive ranges of `per_task` elements that cover [0, count).
/// Uses several threads if `bytes` is large enough. The ranges do not depend on the number of
/// threads, so neither do results whose entries are each computed in one range.
template <class Work>
void in_tasks(Index count, Index per_task, Index bytes, const Work& work) {
  const Index tasks = (count + per_task - 1) / per_task;
  const auto run = [&](Index task) {
    work(task * per_task, std::min(count, (task + 1) * per_task));
  };
  if (bytes >= kBytesWorthThreads) {
    share_tasks(tasks, run);
  } else {
    for (Index task = 0; task < tasks; ++task) run(task);
  }
}

}  // namespace acgd
