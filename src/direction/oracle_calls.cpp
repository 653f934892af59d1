#include "acgd/direction/oracle_calls.hpp"

#include <chrono>

namespace acgd {
namespace {

/// Adds the time that a call takes.
template <class Call>
void time_call(double& seconds, const Call& call) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  call();
  seconds += std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

void OracleCalls::ask(const Gradient& gradient, OracleCall& answer) {
  time_call(seconds_, [&] { set_.minimize(gradient, answer); });
  ++count_;
}

void OracleCalls::ask_several(const Gradient& gradient, Index most, OracleCall& answer) {
  time_call(seconds_, [&] { set_.several(gradient, most, answer); });
  ++count_;
}

}  // namespace acgd
