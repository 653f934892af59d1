#pragma once

#include "acgd/core/status.hpp"

namespace acgd::cli {

/// What the tool tells the shell.
namespace exit_code {
constexpr int usable = 0;         ///< there is a result to work with; the JSON says why it stopped
constexpr int bad_input = 2;      ///< an argument or a file is wrong, or an output cannot be
                                  ///< written; or there is not enough memory
constexpr int trouble = 3;        ///< numerical trouble; the best point is written
constexpr int interrupted = 130;  ///< by Ctrl-C; 128 and the signal by others. All is written
}  // namespace exit_code

int exit_code_of(Status status);

}  // namespace acgd::cli
