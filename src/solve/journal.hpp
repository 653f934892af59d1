#pragma once

#include <cmath>
#include <exception>

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
  /// `proves`: value - gap bounds the minimum from below.
  Journal(const Options& options, bool proves, const Cursor& start);

  /// Begins the record of the point the cursor has reached.
  void arrive(Index iteration, double seconds, double value, const std::optional<double>& gap,
              std::int64_t oracle_calls);
  /// Completes the record with the step that leaves this point, keeps the point if the step may
  /// lose the best one, and shows the record to the observer.
  void leave(const StepDecision& step, const Cursor& cursor);

  /// All but the current record: a resumed run arrives at its point once more.
  void visit(Archive& archive);

  const Record& record() const { return record_; }
  /// Of all points so far, if one has a gap.
  std::optional<double> largest_gap() const {
    return std::isnan(largest_gap_) ? std::nullopt : std::optional(largest_gap_);
  }
  /// Between the highest and the lowest f(x_k).
  double value_range() const { return worst_value_ - best_value_; }
  double last_gap() const {
    return last_gap_;
  }  ///< of this point or one before; NaN: there is none
  std::optional<Index> stalled_since() const { return stall_.since(); }
  bool observer_asked() const { return observer_asked_; }
  /// What the observer has thrown in a team, which has to hear of it first.
  const std::exception_ptr& failure() const { return failure_; }

  /// The result of a run that ends at the point of the current record.
  Result finish(const Stop& stop, const Cursor& cursor, const Counts& counts,
                const Seconds& seconds);
  /// Whether that result has the point of an earlier record in its place.
  bool gave_kept_point() const { return gave_kept_point_; }

 private:
  void publish();

  const Options& options_;
  bool proves_;
  Record record_;
  Trace trace_;
  bool observer_asked_ = false;
  std::exception_ptr failure_;

  double largest_gap_ = std::numeric_limits<double>::quiet_NaN();
  double last_gap_ = std::numeric_limits<double>::quiet_NaN();
  Stall stall_;
  double best_value_ = std::numeric_limits<double>::infinity();
  double worst_value_ = -std::numeric_limits<double>::infinity();
  double best_gap_ = std::numeric_limits<double>::infinity();
  double lower_bound_ = std::numeric_limits<double>::quiet_NaN();
  /// A point that was the best when a step left it that might lose it.
  Point kept_;
  bool gave_kept_point_ = false;
  double kept_value_ = std::numeric_limits<double>::infinity();
  double kept_gap_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace acgd
