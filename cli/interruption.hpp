#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace acgd::cli {

/// Turns the first Ctrl-C (or SIGTERM, or SIGHUP unless it is ignored, as under nohup) into a
/// request to stop; a second one ends the program. What follows at once is the same request:
/// timeout and terminals that close send it twice.
///
/// Made first of all: threads that exist before would still be stopped by the signal itself.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  std::stop_token token() const { return requested_.get_token(); }

  /// What the shell is told: 128 and the signal, where a command would say that it was interrupted.
  int exit_code(int code) const;

 private:
  void watch(const std::stop_token& end);

  std::stop_source requested_;
  std::atomic<int> signal_ = 0;  ///< the first one
  std::jthread watcher_;
};

}  // namespace acgd::cli
