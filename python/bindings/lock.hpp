#pragma once

#include <cxxabi.h>

#include "bindings/pybind.hpp"

/// The interpreter's lock, for threads that may still be at work when the interpreter ends.
///
/// Python ends such a thread when it asks for the lock, by pthread_exit(). That unwinds the stack
/// as an exception does, but destructors that must not throw turn it into an abort, and those of
/// Python objects would touch them without the lock. So it is caught where it begins, and the
/// thread waits there for the end of the process.
namespace acgd::python {

/// Never returns.
[[noreturn]] void wait_for_the_end();

/// function(), which may run Python code or give up the lock for a while. It must have nothing to
/// destroy.
template <class Function>
auto shielded(const Function& function) {
#ifdef __GLIBCXX__
  try {
    return function();
  } catch (abi::__forced_unwind&) {
    wait_for_the_end();
  }
#else
  return function();
#endif
}

/// Gives up the lock, which this thread has, for as long as it lives.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
};

/// Takes the lock back for as long as it lives, if this thread has given it up.
class Locked {
 public:
  Locked();
  ~Locked();
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PyThreadState* taken_;
};

}  // namespace acgd::python
