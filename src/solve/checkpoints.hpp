#pragma once

#include <optional>

#include "acgd/core/options.hpp"
#include "acgd/core/result.hpp"
#include "acgd/objective/cursor.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "solve/journal.hpp"
#include "solve/stopwatch.hpp"

namespace acgd {

/// The parts of a run that change.
struct Run {
  Cursor& cursor;
  StepRule& rule;
  Journal& journal;
  Answer& answer;
  Counts& counts;
  Seconds& seconds;
  Stopwatch& clock;

  void visit(State& state);
};

/// The checkpoints of one run: what it goes on from, and what it leaves behind.
class Checkpoints {
 public:
  /// Throws InvalidInput if checkpoints are asked for and cursor or rule keep none.
  Checkpoints(Mode mode, const Oracle& set, const Options& options, const Run& run);

  /// Brings the run to where the checkpoint in the options was made, if there is one: the oracle
  /// has answered there, and the cursor is about to look along the line. Throws InvalidInput if it
  /// is none of this run.
  bool resume();

  /// Takes notice of the problem as it is at x0; to be called when the oracle has answered there.
  void identify();

  /// Saves the run if it is time to; a stop if that fails. The cursor has looked along the line,
  /// the rule has not chosen a step yet.
  std::optional<Stop> save_if_due();
  /// Saves a run that is about to stop and could go on from here. Why it stops: for the given
  /// reason, or because that failed.
  Stop save_at(const Stop& stop);

 private:
  void visit(State& state);
  std::optional<Stop> save();

  Mode mode_;
  const Oracle& set_;
  const Options& options_;
  Run run_;

  double first_accuracy_ = 0;     ///< of the oracle's answer at x0
  std::int64_t fingerprint_ = 0;  ///< of value, gradient and answer at x0
  Index last_iteration_ = 0;      ///< when a checkpoint was saved or resumed
  double last_seconds_ = 0;
  Checkpoint checkpoint_;  ///< its memory is used again
};

}  // namespace acgd
