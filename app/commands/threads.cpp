#include "app/commands/threads.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <exception>
#include <filesystem>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "acgd/core/error.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace acgd::commands {

namespace {

/// Limit above the number of cores of machines; OpenMP ends the program if it cannot start all
/// threads.
constexpr int kMaxThreads = 1024;

bool is_limited(int resource) {
  rlimit limit = {};
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

bool is_memory_limited() { return is_limited(RLIMIT_DATA) || is_limited(RLIMIT_AS); }

#ifdef _OPENMP
/// The number of threads, up to `wanted` and including this one, that can exist at the same time.
int count_startable(int wanted) {
  std::latch all_tried(1);
  std::vector<std::jthread> others;
  try {
    while (static_cast<int>(others.size()) + 1 < wanted) {
      others.emplace_back([&] { all_tried.wait(); });
    }
  } catch (const std::exception&) {  // no memory for another thread
  }
  all_tried.count_down();
  return static_cast<int>(others.size()) + 1;
}
#endif

}  // namespace

void calm_libraries(char** argv) {
  constexpr const char* kVariable = "OPENBLAS_NUM_THREADS";
  if (!is_memory_limited() || getenv(kVariable) != nullptr) return;
  std::error_code trouble;
  const std::string tool = std::filesystem::read_symlink("/proc/self/exe", trouble);
  if (setenv(kVariable, "1", 0) == 0) execv(tool.c_str(), argv);
}

void use_threads(std::optional<int> count) {
  if (count && (*count < 1 || *count > kMaxThreads)) {
    throw InvalidInput("threads", *count, fmt::format("must be from 1 to {}", kMaxThreads));
  }
#ifdef _OPENMP
  if (count) omp_set_num_threads(*count);
  if (!is_memory_limited()) return;
  omp_set_num_threads(count_startable(omp_get_max_threads()));
  // Start the threads now: later there may be no memory for them.
#pragma omp parallel
  {}
#endif
}

}  // namespace acgd::commands
