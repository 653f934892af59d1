#include "problem/checkpoint_times.hpp"

#include <cctype>

#include "acgd/core/error.hpp"
#include "problem/words.hpp"

namespace acgd::problem {

const char* const default_checkpoint_times = "60s";

CheckpointOptions make_checkpoint_times(const std::string& argument, const std::string& text) {
  CheckpointOptions options;
  const bool has_unit = !text.empty() && std::isalpha(static_cast<unsigned char>(text.back())) != 0;
  if (has_unit) {
    options.every_seconds = to_seconds(argument, text);
    require_positive(argument, options.every_seconds);
  } else {
    options.every = to_count(argument, text, 1);
  }
  return options;
}

}  // namespace acgd::problem
