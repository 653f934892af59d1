#pragma once

#include <chrono>
#include <vector>

namespace bench {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

double median(std::vector<double> values);

/// Seconds to read this number of bytes once at the machine's bandwidth: measured on an array of
/// that size (at most 512 MB), by one thread or all, whichever is faster.
double seconds_of_one_pass(double bytes);

/// Peak memory of the process since the last reset, in bytes; 0 if unknown.
double peak_memory();
void reset_peak_memory();

}  // namespace bench
