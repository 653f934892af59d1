#include "linalg/threads.hpp"

#include <algorithm>

#ifdef _OPENMP
#include <omp.h>
#endif
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace acgd {

namespace {

thread_local std::optional<int> limit;

#ifdef _OPENMP
#if __has_include(<unistd.h>)
const pid_t first_process = getpid();  // the process that loaded the library

bool is_forked() { return getpid() != first_process; }
#else
bool is_forked() { return false; }
#endif
#endif

}  // namespace

int thread_count() {
#ifdef _OPENMP
  if (is_forked()) return 1;
  return limit ? std::min(*limit, omp_get_num_procs()) : omp_get_max_threads();
#else
  return 1;
#endif
}

ThreadLimit::ThreadLimit(std::optional<int> most) : outer_(limit) { limit = most; }

ThreadLimit::~ThreadLimit() { limit = outer_; }

void share_any_tasks(Index tasks, const std::function<void(Index)>& run) {
  share_tasks(tasks, run);
}

}  // namespace acgd
