#pragma once

#include <algorithm>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Waking the threads costs microseconds, in which one of them reads a good part of this.
constexpr Index kBytesWorthThreads = Index{1} << 22;

/// work(first, last) for consecutive ranges that cover [0, count), each of `per_task` but the last.
/// The threads share them if they read enough bytes in all. The ranges do not depend on the number
/// of threads, so neither do results to which each range contributes entries of its own.
template <class Work>
void in_tasks(Index count, Index per_task, Index bytes, const Work& work) {
  const Index tasks = (count + per_task - 1) / per_task;
  const auto run = [&](Index task) {
    work(task * per_task, std::min(count, (task + 1) * per_task));
  };
#ifdef _OPENMP
  if (tasks > 1 && bytes >= kBytesWorthThreads) {
#pragma omp parallel for schedule(dynamic)
    for (Index task = 0; task < tasks; ++task) run(task);
    return;
  }
#else
  static_cast<void>(bytes);
#endif
  for (Index task = 0; task < tasks; ++task) run(task);
}

}  // namespace acgd
