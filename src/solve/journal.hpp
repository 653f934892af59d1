#pragma once

#include "acgd/objective/cursor.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "acgd/step/step_rule.hpp"
#include "solve/stall.hpp"

namespace acgd {

/// What has happened so far: the current record, the trace, the best point.
class Journal {
 public:
  Journal(const Options& options, const Cursor& start);

  /// Begins the record of the point the cursor has reached.
  void arrive(Index iteration, double seconds, double value, const std::optional<double>& gap);
  /// Completes the record with the step that leaves this point, keeps the point if the step may
  /// lose the best one, and shows the record to the observer.
  void leave(const StepDecision& step, const Cursor& cursor);

  /// All but the current record: a resumed run arrives at its point once more.
  void visit(Archive& archive);

  const Record& record() const { return record_; }
  double first_gap() const { return first_gap_; }  ///< NaN before there was one
  double last_gap() const { return last_gap_; }    ///< of this point or one before; NaN likewise
  std::optional<Index> stalled_since() const { return stall_.since(); }
  bool observer_asked() const { return observer_asked_; }

  /// The result of a run that ends at the point of the current record.
  Result finish(const Stop& stop, const Cursor& cursor, const Counts& counts,
                const Seconds& seconds);

 private:
  void publish();

  const Options& options_;
  Record record_;
  Trace trace_;
  bool observer_asked_ = false;

  double first_gap_ = std::numeric_limits<double>::quiet_NaN();
  double last_gap_ = std::numeric_limits<double>::quiet_NaN();
  Stall stall_;
  double best_value_ = std::numeric_limits<double>::infinity();
  double best_gap_ = std::numeric_limits<double>::infinity();
  /// A point that was the best when a step left it that might lose it.
  Point kept_;
  double kept_value_ = std::numeric_limits<double>::infinity();
  double kept_gap_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace acgd
