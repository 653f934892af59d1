#pragma once

#include <string>

#include "acgd/solve/checkpoint.hpp"

namespace acgd::problem {

/// When to save checkpoints: "500" is every 500 iterations, "30s" every 30 seconds. Throws
/// InvalidInput naming the argument.
CheckpointOptions make_checkpoint_times(const std::string& argument, const std::string& text);

/// Unless something else is asked for: little is lost, and nobody notices the writing.
extern const char* const default_checkpoint_times;

}  // namespace acgd::problem
