#include "cli/interruption.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>

#include "cli/exit_code.hpp"

namespace acgd::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kOneRequest(500);

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  struct sigaction hangup = {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

Interruption::Interruption() {
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  watcher_ = std::jthread([this](const std::stop_token& end) { watch(end); });
}

Interruption::~Interruption() {
  // The thread uses what would be gone before it.
  watcher_.request_stop();
  watcher_.join();
}

void Interruption::watch(const std::stop_token& end) {
  const sigset_t signals = watched_signals();
  const timespec patience{.tv_sec = 0, .tv_nsec = 50'000'000};
  Clock::time_point first;
  while (!end.stop_requested()) {
    const int signal = sigtimedwait(&signals, nullptr, &patience);
    if (signal < 0) continue;
    if (!requested_.stop_requested()) {
      first = Clock::now();
      signal_ = signal;
      requested_.request_stop();
    } else if (Clock::now() - first >= kOneRequest) {
      _exit(128 + signal);
    }
  }
}

int Interruption::exit_code(int code) const {
  return code == cli::exit_code::interrupted && signal_ != 0 ? 128 + signal_ : code;
}

}  // namespace acgd::cli
