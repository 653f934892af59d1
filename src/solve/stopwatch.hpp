#pragma once

#include <chrono>

namespace acgd {

/// Seconds since construction, and since the last lap. A resumed run continues the count.
class Stopwatch {
 public:
  double elapsed() const { return before_ + seconds(Clock::now() - start_); }

  /// Sets elapsed() to this value and starts a new lap.
  void continue_from(double elapsed) {
    before_ = elapsed;
    start_ = last_ = Clock::now();
  }

  /// Adds the time since the previous lap to a stage.
  void lap(double& stage) {
    const auto now = Clock::now();
    stage += seconds(now - last_);
    last_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

  double before_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace acgd
