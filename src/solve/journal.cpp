#include "solve/journal.hpp"

#include <algorithm>
#include <cmath>

namespace acgd {

Journal::Journal(const Options& options, const Cursor& start) : options_(options) {
  start.store(kept_);  // makes room, so that keeping a point later allocates nothing
  // Longer traces grow as they go; nobody waits for a gigabyte that a run may never fill.
  constexpr Index kReserve = 1 << 16;
  if (options.trace) trace_.reserve(std::min(options.max_iterations, kReserve) + 1);
}

void Journal::arrive(Index iteration, double seconds, double value, double gap) {
  record_ = {.iteration = iteration, .seconds = seconds, .value = value, .gap = gap};
  if (value < best_value_) best_value_ = value;
  if (gap < best_gap_) best_gap_ = gap;
}

void Journal::leave(const StepDecision& step, const Cursor& cursor) {
  if (!step.decreases && record_.value < kept_value_) {
    cursor.store(kept_);
    kept_value_ = record_.value;
    kept_gap_ = record_.gap;
  }
  record_.step = step.length;
  record_.lipschitz = step.lipschitz;
  record_.backtracks = step.backtracks;
  publish();
}

void Journal::publish() {
  if (options_.trace) trace_.push_back(record_);
  if (options_.observer && options_.observer(record_)) observer_asked_ = true;
}

Result Journal::finish(const Stop& stop, const Cursor& cursor, const Counts& counts,
                       const Seconds& seconds) {
  publish();
  Point point;
  cursor.store(point);
  Result result{.x = std::move(point.x),
                .factors = std::move(point.factors),
                .value = record_.value,
                .gap = record_.gap,
                .best_value = best_value_,
                .best_gap = best_gap_,
                .status = stop.status,
                .message = stop.message,
                .counts = counts,
                .seconds = seconds,
                .trace = std::move(trace_)};
  const bool current_is_best = std::isfinite(record_.value) && record_.value <= kept_value_;
  if (!is_usable(stop.status) && !current_is_best && std::isfinite(kept_value_)) {
    result.x = std::move(kept_.x);
    result.factors = std::move(kept_.factors);
    result.value = kept_value_;
    result.gap = kept_gap_;
  }
  return result;
}

}  // namespace acgd
