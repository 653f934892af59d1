#include "solve/journal.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

namespace {

void visit_trace(Archive& archive, Trace& trace) {
  constexpr Index kRecordBytes = 9 * 8;
  const Index size = archive.visit_size(static_cast<Index>(trace.size()), kRecordBytes);
  trace.resize(static_cast<std::size_t>(size));
  for (Record& record : trace) {
    archive(record.iteration, record.seconds, record.value, record.gap, record.step,
            record.lipschitz, record.backtracks, record.lower_bound, record.oracle_calls);
  }
}

}  // namespace

Journal::Journal(const Options& options, bool proves, const Cursor& start)
    : options_(options), proves_(proves) {
  start.store(stored_);  // allocates now, so that later stores do not
  // Longer traces grow on demand: a run may end long before max_iterations.
  constexpr Index kReserve = 1 << 16;
  const Index rows = options.max_iterations / options.trace_every;
  if (options.trace) trace_.reserve(std::min(rows, kReserve) + 2);
}

void Journal::arrive(Index iteration, double seconds, double value,
                     const std::optional<double>& certified, std::int64_t oracle_calls) {
  // Comparisons with NaN are false: no progress, no best gap.
  const double gap = certified.value_or(std::numeric_limits<double>::quiet_NaN());
  // Keeps the largest bound: neither f nor the gap need decrease between iterations.
  const double bound = value - gap;
  if (proves_ && std::isfinite(bound) && !(bound <= lower_bound_)) lower_bound_ = bound;
  record_ = {.iteration = iteration,
             .seconds = seconds,
             .value = value,
             .gap = gap,
             .lower_bound = lower_bound_,
             .oracle_calls = oracle_calls};
  if (value < best_value_) best_value_ = value;
  if (value > worst_value_) worst_value_ = value;
  if (gap < best_gap_) best_gap_ = gap;
  if (std::isnan(largest_gap_) || gap > largest_gap_) largest_gap_ = gap;
  if (certified) last_gap_ = gap;
  stall_.arrive(iteration, value, gap);
}

void Journal::leave(const StepDecision& step, const Cursor& cursor) {
  // Such a step along a function without a minimum may overflow.
  constexpr double kLong = 1e50;
  if ((!step.decreases || step.length > kLong) && record_.value < stored_value_) {
    cursor.store(stored_);
    stored_value_ = record_.value;
    stored_gap_ = record_.gap;
  }
  record_.step = step.length;
  record_.lipschitz = step.lipschitz;
  record_.backtracks = step.backtracks;
  publish();
}

void Journal::publish() {
  if (options_.trace && is_recorded(record_, options_.trace_every)) trace_.push_back(record_);
  if (!options_.observer || failure_) return;
  try {
    if (options_.observer(record_)) observer_asked_ = true;
  } catch (...) {
    if (options_.team->size() == 1) throw;
    failure_ = std::current_exception();
  }
}

void Journal::visit(Archive& archive) {
  archive(largest_gap_, last_gap_, stall_, best_value_, worst_value_, best_gap_, lower_bound_,
          stored_value_, stored_gap_);
  const Index rows = stored_.factors.rows(), cols = stored_.factors.cols();
  archive(stored_.x);
  archive.visit_resized(stored_.factors.left);
  archive.visit_resized(stored_.factors.right);
  Archive::require(stored_.factors.rows() == rows && stored_.factors.cols() == cols &&
                       stored_.factors.left.cols() == stored_.factors.right.cols(),
                   "the factors of a matrix do not fit together");
  bool has_trace = options_.trace;
  archive(has_trace);
  if (!has_trace) {
    if (options_.trace) throw InvalidInput("resume", "the checkpoint holds no trace to go on with");
    return;
  }
  Index every = options_.trace_every;
  archive(every);
  Archive::require(!options_.trace || every == options_.trace_every,
                   compose("its trace keeps every {} iterations, this one every {}", every,
                           options_.trace_every));
  Trace unwanted;
  visit_trace(archive, options_.trace ? trace_ : unwanted);
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
                .lower_bound = lower_bound_,
                .best_value = best_value_,
                .best_gap = best_gap_,
                .status = stop.status,
                .message = stop.message,
                .counts = counts,
                .seconds = seconds,
                .trace = std::move(trace_)};
  // The carried value may be finite where x is not.
  const bool current_is_best =
      std::isfinite(record_.value) && record_.value <= stored_value_ && result.x.allFinite();
  if (!is_usable(stop.status) && !current_is_best && std::isfinite(stored_value_)) {
    result.x = std::move(stored_.x);
    result.factors = std::move(stored_.factors);
    result.value = stored_value_;
    result.gap = stored_gap_;
    returned_stored_point_ = true;
  }
  return result;
}

}  // namespace acgd
