#include "problem/checkpoint_times.hpp"

#include "acgd/core/error.hpp"
#include "problem/words.hpp"

namespace acgd::problem {

const char* const default_checkpoint_times = "60s";

CheckpointOptions make_checkpoint_times(const std::string& argument, const std::string& text) {
  CheckpointOptions options;
  if (text.ends_with('s')) {
    options.every_seconds = to_number(argument, text.substr(0, text.size() - 1));
    require_positive(argument, options.every_seconds);
  } else {
    options.every = to_count(argument, text, 1);
  }
  return options;
}

}  // namespace acgd::problem
