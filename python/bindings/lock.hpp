#pragma once

#include <cxxabi.h>

#include "bindings/pybind.hpp"

/// The interpreter's lock, for threads that may outlive the interpreter.
///
/// Python ends such a thread by pthread_exit() when it requests the lock. This unwinds the stack
/// like an exception, but noexcept destructors turn it into an abort, and destructors of Python
/// objects would run without the lock. Therefore it is caught at once, and the thread waits for the
/// end of the process.
namespace acgd::python {

/// Never returns.
[[noreturn]] void wait_for_the_end();

/// Calls function(), which may run Python code or release the lock. It must not have objects to
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

/// Releases the lock, which this thread holds, for its lifetime.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
};

/// Reacquires the lock for its lifetime, if this thread has released it.
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
