#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "acgd/solve/checkpoint.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/trace/trace.hpp"
#include "app/commands/arguments.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/problem_arguments.hpp"
#include "app/experiments/evaluation.hpp"

namespace acgd::commands {

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

/// What a run leaves on the disk while it goes on: its trace, and checkpoints that belong to it.
class Watch {
 public:
  /// Adds to the options what a run needs to be watched; must outlive the run.
  Watch(const OutputPath& trace, const OutputPath& checkpoint, Options& options);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Completes the trace and says what could not be written, if anything; if that is why the run
  /// ended, so does the result's message then. Returns the exit code.
  int finish(Result& result);

  /// Why the run ended, in two words: its status, unless it was stopped for its trace.
  std::string ended(const Result& result) const;

 private:
  bool show(const Record& record);

  std::unique_ptr<TraceStream> trace_;
  std::string trouble_;  ///< with the trace
};

/// The direction rule as it was typed; of auto, what it has chosen: "corrective (auto)".
std::string direction_text(const std::string& typed, const std::string& chosen);

/// What the gap of a result is called: in unconstrained mode it is the dual norm of the gradient.
std::string measure_of(Mode mode);

/// Why a run ended, with the numbers, in which the gap has that name.
std::string message_of(const Result& result, Mode mode);

/// Solves it with the rules of the options, with a live line where there is a terminal beside the observer of the
/// options.
Result run_problem(const Problem& problem, Options options, std::stop_token interrupt, bool quiet);

/// The same, measured on a preparation of its own; the title stands in the live line.
experiments::MeasuredRun measure_problem(const Problem& problem, Options options,
                                         std::stop_token interrupt, bool quiet,
                                         const std::string& title);

}  // namespace acgd::commands
