#pragma once

#include <chrono>

namespace acgd {

/// Seconds since it was made, and since the last lap.
class Stopwatch {
 public:
  double elapsed() const { return seconds(Clock::now() - start_); }

  /// Adds the time since the previous lap to a stage.
  void lap(double& stage) {
    const auto now = Clock::now();
    stage += seconds(now - last_);
    last_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace acgd
