#pragma once

#include <string>
#include <vector>

namespace acgd::cli {

/// Runs another program and waits for it. Returns its exit code and what it printed. Throws
/// InvalidInput if there is no such program.
struct Finished {
  int exit_code = 0;
  std::string output;
};
Finished run_program(const std::vector<std::string>& words);

}  // namespace acgd::cli
