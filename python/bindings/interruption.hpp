#pragma once

#include <chrono>
#include <stop_token>

namespace acgd::python {

/// Turns Ctrl-C into a request to stop, for as long as a run lasts on this thread.
///
/// Python only notes the signal while C++ works; somebody has to ask. Runs do so at their records,
/// at most every 50 ms. A KeyboardInterrupt that comes up inside a Python callable counts as well.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  std::stop_token token() const { return source_.get_token(); }

  /// Looks whether Ctrl-C was pressed, if the last look is long ago. Takes the interpreter's lock
  /// for that; throws what a user's own signal handler raised.
  void poll();

  /// Stops the run of this thread. False if there is none, or it was asked to already: then the
  /// KeyboardInterrupt is for somebody else.
  static bool request_stop();

 private:
  using Clock = std::chrono::steady_clock;

  std::stop_source source_;
  Clock::time_point last_look_ = Clock::now();
  Interruption* outer_;  ///< of the run whose callable started this one
};

}  // namespace acgd::python
