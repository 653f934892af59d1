#pragma once

#include <string>
#include <string_view>

namespace acgd::cli {

/// The word in quotes, if a shell would not take it as it is.
std::string quoted_word(std::string_view word);

/// What was typed, with quotes where a shell needs them to understand it again.
std::string command_line(int argc, const char* const* argv);

}  // namespace acgd::cli
