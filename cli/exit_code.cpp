#include "cli/exit_code.hpp"

namespace acgd::cli {

int exit_code_of(Status status) {
  if (status == Status::interrupted) return exit_code::interrupted;
  if (status == Status::checkpoint_failed) return exit_code::bad_input;
  return is_usable(status) ? exit_code::usable : exit_code::trouble;
}

}  // namespace acgd::cli
