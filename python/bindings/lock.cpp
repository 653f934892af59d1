#include "bindings/lock.hpp"

#include <chrono>
#include <thread>
#include <utility>

namespace acgd::python {
namespace {

/// State of this thread while it does not hold the lock.
thread_local PyThreadState* waiting = nullptr;

void take_lock(PyThreadState* state) {
  shielded([state] {
    PyEval_RestoreThread(state);
    return true;
  });
}

}  // namespace

void wait_for_the_end() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

Unlocked::Unlocked() { waiting = PyEval_SaveThread(); }

Unlocked::~Unlocked() { take_lock(std::exchange(waiting, nullptr)); }

Locked::Locked() : taken_(std::exchange(waiting, nullptr)) {
  if (taken_ != nullptr) take_lock(taken_);
}

Locked::~Locked() {
  if (taken_ != nullptr) waiting = PyEval_SaveThread();
}

}  // namespace acgd::python
