#include "acgd/direction/oracle_calls.hpp"

#include <chrono>

namespace acgd {

void OracleCalls::ask(const Gradient& gradient, OracleCall& answer) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  set_.minimize(gradient, answer);
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  ++count_;
}

}  // namespace acgd
