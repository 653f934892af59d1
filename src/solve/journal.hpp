#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/objective/cursor.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Notices that a run has come as far as rounding lets it: f, which its rule never lets rise, has
/// not fallen, and the gap has not lost a tenth, in as many iterations again as it took to get
/// there. Gaps that fall like 1/k, or even 1/sqrt(k), lose more than that.
class Stall {
 public:
  /// To be called at every point, in order.
  void arrive(Index iteration, double value, double gap) {
    if (value < value_ || gap < kShrunk * gap_) progress_ = iteration;
    if (value < value_) value_ = value;
    if (gap < kShrunk * gap_) gap_ = gap;
    iteration_ = iteration;
  }

  /// The last iteration that brought anything, if the run has stalled since.
  std::optional<Index> since() const {
    if (iteration_ < 2 * progress_ + kPatience) return std::nullopt;
    return progress_;
  }

  void visit(Archive& archive) { archive(value_, gap_, progress_, iteration_); }

 private:
  static constexpr double kShrunk = 0.9;
  static constexpr Index kPatience = 100;

  double value_ = std::numeric_limits<double>::infinity();
  double gap_ = std::numeric_limits<double>::infinity();
  Index progress_ = 0;
  Index iteration_ = 0;
};

/// How far the last ten steps went, beside the size of x: over R^n a run has converged where x has.
class Travel {
 public:
  /// To be called at every point with ||x||, and with the length of every step.
  void arrive(double size) {
    size_ = size;
    largest_ = std::max(largest_, size);
  }
  void step(double length) {
    std::ranges::rotate(recent_, recent_.begin() + 1);
    recent_.back() = length;
  }

  /// The longest of the last ten steps; infinite before there were so many.
  double recent() const { return *std::ranges::max_element(recent_); }
  /// ||x||. Where x goes to 0 it is a millionth of the largest one that counts.
  double size() const { return std::max(size_, kOfLargest * largest_); }

  void visit(Archive& archive) {
    for (double& length : recent_) archive(length);
    archive(size_, largest_);
  }

 private:
  static constexpr double kOfLargest = 1e-6;
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  std::array<double, 10> recent_ = {kNone, kNone, kNone, kNone, kNone,
                                    kNone, kNone, kNone, kNone, kNone};
  double size_ = 0;
  double largest_ = 0;
};

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
