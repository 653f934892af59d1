#pragma once

#include <string>

namespace acgd::cli {

/// What was typed, with quotes where a shell needs them to understand it again.
std::string command_line(int argc, const char* const* argv);

}  // namespace acgd::cli
