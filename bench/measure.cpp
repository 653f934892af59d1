#include "measure.hpp"

#include <malloc.h>
#include <omp.h>

#include <Eigen/Core>
#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace bench {
namespace {

using Four = double __attribute__((vector_size(32), aligned(8), may_alias));

/// Sums in 32 lanes with the widest registers, so that the time is that of reading memory.
__attribute__((target_clones("arch=x86-64-v3", "default"))) double sum_of(const double* begin,
                                                                          const double* end) {
  Four lanes[8] = {};
  for (; end - begin >= 32; begin += 32) {
    for (int i = 0; i < 8; ++i) lanes[i] += *reinterpret_cast<const Four*>(begin + 4 * i);
  }
  double sum = 0;
  for (const Four& lane : lanes) sum += lane[0] + lane[1] + lane[2] + lane[3];
  for (; begin != end; ++begin) sum += *begin;
  return sum;
}

/// Reads the array once with this number of threads; returns the sum so that the compiler cannot
/// omit it.
double read_once(const Eigen::VectorXd& array, int threads) {
  double sum = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum) if (threads > 1)
  for (int part = 0; part < threads; ++part) {
    sum += sum_of(array.data() + array.size() * part / threads,
                  array.data() + array.size() * (part + 1) / threads);
  }
  return sum;
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

double seconds_of_one_pass(double bytes) {
  const double measured = std::clamp(bytes, 4096.0, 512e6);
  const Eigen::VectorXd array =
      Eigen::VectorXd::Ones(static_cast<Eigen::Index>(measured / sizeof(double)));
  const int passes = std::max(1, static_cast<int>(2e8 / measured));
  volatile double sink = 0;
  double best = std::numeric_limits<double>::infinity();
  for (const int threads : {1, omp_get_max_threads()}) {
    for (int round = 0; round < 5; ++round) {
      const Stopwatch watch;
      for (int pass = 0; pass < passes; ++pass) sink = sink + read_once(array, threads);
      best = std::min(best, watch.seconds() / passes);
    }
  }
  return best * bytes / measured;
}

double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return 1024 * std::stod(line.substr(6));
  }
  return 0;
}

void reset_peak_memory() {
  malloc_trim(0);  // exclude memory freed by earlier workloads
  std::ofstream("/proc/self/clear_refs") << "5";
}

}  // namespace bench
