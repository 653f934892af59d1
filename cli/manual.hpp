#pragma once

#include <string>
#include <vector>

#include "cli/command_words.hpp"

namespace acgd::cli {

/// All that help tells, as a page for man: the commands with their flags, and every name in a list
/// with its formula, parameters and example.
std::string manual(const std::vector<CommandWords>& commands);

}  // namespace acgd::cli
