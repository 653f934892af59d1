#pragma once

#include <chrono>
#include <stop_token>

namespace acgd::python {

/// Turns Ctrl-C into a request to stop during a run on this thread.
///
/// While C++ code runs, Python only records the signal; it must be polled. Runs poll at their
/// records, at most every 50 ms. A KeyboardInterrupt inside a Python callable has the same effect.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  std::stop_token token() const { return source_.get_token(); }

  /// Checks for Ctrl-C if the last check is long ago. Takes the interpreter's lock; throws
  /// exceptions of the user's signal handler.
  void poll();

  /// Stops the run of this thread. False if there is none, or a stop was already requested: then
  /// the KeyboardInterrupt is passed on.
  static bool request_stop();

 private:
  using Clock = std::chrono::steady_clock;

  std::stop_source source_;
  Clock::time_point last_look_ = Clock::now();
  Interruption* outer_;  ///< of the run whose callable started this one
};

}  // namespace acgd::python
