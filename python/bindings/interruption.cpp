#include "bindings/interruption.hpp"

#include "bindings/lock.hpp"

namespace acgd::python {
namespace {

constexpr std::chrono::milliseconds kPatience(50);

thread_local Interruption* current = nullptr;

}  // namespace

Interruption::Interruption() : outer_(current) { current = this; }

Interruption::~Interruption() { current = outer_; }

void Interruption::poll() {
  const Clock::time_point now = Clock::now();
  if (now - last_look_ < kPatience) return;
  last_look_ = now;
  const Locked lock;
  if (PyErr_CheckSignals() == 0) return;
  if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0 || !request_stop()) {
    throw py::error_already_set();
  }
  PyErr_Clear();
}

bool Interruption::request_stop() { return current != nullptr && current->source_.request_stop(); }

}  // namespace acgd::python
