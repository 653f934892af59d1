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

/// Detects that a run is at its precision limit: f, which its step rule never increases, has not
/// decreased, and the gap has not decreased by 10 %, in 100 iterations more than it took to get
/// there. Gaps of order 1/k, or even 1/sqrt(k), decrease by more than that.
class Stall {
 public:
  /// Call at every iteration, in order.
  void arrive(Index iteration, double value, double gap) {
    if (value < value_ || gap < kShrunk * gap_) progress_ = iteration;
    if (value < value_) value_ = value;
    if (gap < kShrunk * gap_) gap_ = gap;
    iteration_ = iteration;
  }

  /// The last iteration with progress, if the run has stalled since.
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

/// The longest of the last ten steps and the size of x: over R^n a run has converged where x has.
class Travel {
 public:
  /// Call arrive() at every iteration with ||x||, and step() with the length of every step.
  void arrive(double size) {
    size_ = size;
    largest_ = std::max(largest_, size);
  }
  void step(double length) {
    std::rotate(recent_.begin(), recent_.begin() + 1, recent_.end());
    recent_.back() = length;
  }

  /// The longest of the last ten steps; infinite before the tenth.
  double recent() const { return *std::ranges::max_element(recent_); }
  /// ||x||, but at least 1e-6 of the largest ||x_k||: x may tend to 0.
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

/// History of a run: the current record, the trace, the best point.
class Journal {
 public:
  /// `proves`: value - gap is a lower bound of the minimum.
  Journal(const Options& options, bool proves, const Cursor& start);

  /// Begins the record of the current x.
  void arrive(Index iteration, double seconds, double value, const std::optional<double>& gap,
              std::int64_t oracle_calls);
  /// Completes the record with the step from this x, stores x if the step may lose the best point,
  /// and calls the observer.
  void leave(const StepDecision& step, const Cursor& cursor);

  /// All but the current record: a resumed run calls arrive() again.
  void visit(Archive& archive);

  const Record& record() const { return record_; }
  /// The largest gap so far, if there was one.
  std::optional<double> largest_gap() const {
    return std::isnan(largest_gap_) ? std::nullopt : std::optional(largest_gap_);
  }
  /// Largest minus smallest f(x_k) so far.
  double value_range() const { return worst_value_ - best_value_; }
  double last_gap() const { return last_gap_; }  ///< the most recent one; NaN: there is none
  std::optional<Index> stalled_since() const { return stall_.since(); }
  bool observer_asked() const { return observer_asked_; }
  /// Exception of the observer in a team. All ranks must be informed before it is thrown.
  const std::exception_ptr& failure() const { return failure_; }

  /// Result of a run that ends at the current x.
  Result finish(const Stop& stop, const Cursor& cursor, const Counts& counts,
                const Seconds& seconds);
  /// Whether that result holds an earlier x instead.
  bool returned_stored_point() const { return returned_stored_point_; }

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
  /// The best x among those left by a step that might increase f.
  Point stored_;
  bool returned_stored_point_ = false;
  double stored_value_ = std::numeric_limits<double>::infinity();
  double stored_gap_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace acgd
