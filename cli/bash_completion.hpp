#pragma once

#include <string>
#include <vector>

#include "cli/command_words.hpp"
#include "cli/completion_values.hpp"

namespace acgd::cli {

/// A script for bash that completes the words of these commands; zsh takes it, too.
std::string bash_completion(const std::vector<CommandWords>& commands);

}  // namespace acgd::cli
