#include "problem/checkpoint_times.hpp"

#include <fmt/format.h>

#include <cctype>

#include "acgd/core/error.hpp"
#include "problem/words.hpp"

namespace acgd::problem {

const char* const default_checkpoint_times = "60s";

CheckpointOptions make_checkpoint_times(const std::string& argument, const std::string& text) {
  CheckpointOptions options;
  const bool has_unit = !text.empty() && std::isalpha(static_cast<unsigned char>(text.back())) != 0;
  if (has_unit) {
    try {
      options.every_seconds = to_seconds(argument, text);
    } catch (const InvalidInput&) {
      throw InvalidInput(
          fmt::format("{} = {}: must be a number of iterations, as 500, or a time, as 30s, 5min or "
                      "2h",
                      argument, text));
    }
    require_positive(argument, options.every_seconds);
  } else {
    options.every = to_count(argument, text, 1);
  }
  return options;
}

}  // namespace acgd::problem
