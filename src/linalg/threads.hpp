#pragma once

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>

#include "acgd/core/vector.hpp"

namespace acgd {

/// How many threads a loop of this thread may use: as many as OpenMP offers, or as a ThreadLimit
/// says. One in a process that was forked: the threads that OpenMP keeps waiting stayed behind in
/// the parent, and it would wait for them for ever. Results do not depend on it.
int thread_count();

/// At most so many threads for loops of this thread, as long as it lives; absent: as many as OpenMP
/// offers. Never more than there are processors, for OpenMP ends a program that cannot start all of
/// them.
class ThreadLimit {
 public:
  explicit ThreadLimit(std::optional<int> most);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  std::optional<int> outer_;
};

/// share_tasks() of tasks.hpp, for what is compiled without OpenMP. No task may throw.
void share_any_tasks(Index tasks, const std::function<void(Index)>& run);

/// Waking the threads costs microseconds, in which one of them reads a good part of this.
constexpr Index kBytesWorthThreads = Index{1} << 22;

/// run(task) for each of so many tasks, shared by the threads. What a task computes must not depend
/// on the others. Throws what one of them has thrown.
template <class Run>
void share_tasks(Index tasks, const Run& run) {
#ifdef _OPENMP
  if (const int threads = tasks > 1 ? thread_count() : 1; threads > 1) {
    std::exception_ptr failure;  // which must not leave the loop of OpenMP by itself
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

/// work(first, last) for consecutive ranges that cover [0, count), each of `per_task` but the last.
/// The threads share them if they read enough bytes in all. The ranges do not depend on the number
/// of threads, so neither do results to which each range contributes entries of its own.
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
