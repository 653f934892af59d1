#pragma once

#include <stop_token>
#include <thread>

namespace acgd::cli {

/// Turns the first Ctrl-C (or SIGTERM) into a request to stop; a second one ends the program.
///
/// Made first of all: threads that exist before would still be stopped by the signal itself.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  std::stop_token token() const { return requested_.get_token(); }

 private:
  std::stop_source requested_;
  std::jthread watcher_;
};

}  // namespace acgd::cli
