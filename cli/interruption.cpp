#include "cli/interruption.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "cli/exit_code.hpp"

namespace acgd::cli {
namespace {

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

}  // namespace

Interruption::Interruption() {
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  watcher_ = std::jthread([requested = requested_, signals](std::stop_token end) mutable {
    const timespec patience{.tv_sec = 0, .tv_nsec = 50'000'000};
    while (!end.stop_requested()) {
      if (sigtimedwait(&signals, nullptr, &patience) < 0) continue;
      if (requested.stop_requested()) _exit(exit_code::interrupted);
      requested.request_stop();
    }
  });
}

Interruption::~Interruption() = default;

}  // namespace acgd::cli
