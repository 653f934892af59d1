#pragma once

#include <memory>
#include <optional>
#include <string>

#include "acgd/solve/checkpoint.hpp"
#include "cli/output_files.hpp"
#include "cli/parser.hpp"
#include "cli/paths.hpp"

namespace acgd::cli {

/// What is kept of a run while it goes on, and what it goes on from.
struct CheckpointArguments {
  OutputPath file;
  std::optional<std::string> every;
  OutputPath resume;

  void add_to(Arguments& arguments);
  void declare(Paths& paths) const;

  /// When to save; what to save with is the caller's. Throws InvalidInput for what makes no sense.
  CheckpointOptions options() const;
  /// The checkpoint to go on from, if there is one.
  std::shared_ptr<const Checkpoint> read() const;
};

}  // namespace acgd::cli
