#include "acgd/solve/stop_rule.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/compose.hpp"
#include "solve/gap_clause.hpp"

namespace acgd {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::gap_reached:
      return "gap reached";
    case Status::value_reached:
      return "value reached";
    case Status::gradient_reached:
      return "gradient reached";
    case Status::steps_taken:
      return "steps taken";
    case Status::iteration_limit:
      return "iteration limit";
    case Status::time_limit:
      return "time limit";
    case Status::evaluation_limit:
      return "evaluation limit";
    case Status::stopped_by_observer:
      return "stopped by observer";
    case Status::interrupted:
      return "interrupted";
    case Status::checkpoint_failed:
      return "checkpoint failed";
    case Status::precision_limit:
      return "precision limit";
    case Status::stalled:
      return "stalled";
    case Status::unbounded:
      return "unbounded";
    case Status::oracle_failed:
      return "oracle failed";
    case Status::step_failed:
      return "step failed";
    case Status::non_finite:
      return "non-finite";
    case Status::out_of_memory:
      return "out of memory";
  }
  return "unknown";
}

bool is_converged(Status status) {
  return status == Status::gap_reached || status == Status::value_reached ||
         status == Status::gradient_reached || status == Status::steps_taken ||
         status == Status::precision_limit;
}

bool is_usable(Status status) {
  return status != Status::unbounded && status != Status::oracle_failed &&
         status != Status::step_failed && status != Status::non_finite;
}

namespace {

std::optional<Stop> check_trouble(const Progress& now) {
  const auto not_finite = [&](const char* what, double value) {
    return Stop{Status::non_finite, compose("{} = {} at iteration {}", what, value, now.iteration)};
  };
  if (!std::isfinite(now.value)) return not_finite("f(x)", now.value);
  if (!std::isfinite(now.directional_derivative))
    return not_finite("<gradient, direction>", now.directional_derivative);
  if (now.gap && !std::isfinite(*now.gap)) return not_finite("gap", *now.gap);
  return std::nullopt;
}

// Default stopping test: gap <= kRelative * S, where the run determines the scale S of f.
//
// Over a set, R = max(largest gap so far, d'Hd / 2 along the first direction) estimates how much f
// varies over the set, independently of constants in f:
//
//   S = max(|f|, kFloor * min(N, R))    if 0 is a meaningful value of f, with natural scale N
//   S = R / 10                          for any other f; before the run ends by it, R is limited to
//                                       max(range of the f seen, d'Hd / 2 at x, gap)
//
// The floor is for minima of 0, where no gap is small relative to |f|. R may exceed the range of f
// over the set: 4 times for squares, 8 times for fourth powers.
//
// Over R^n the gap is a norm of the gradient, and |f| is not a scale for it. The gap is compared
// with its largest value, which depends on the start. So x must have converged, too: each of the
// last ten steps is at most kRelative ||x||. From a start near the minimum the largest gap is not a
// scale. There both tests use a margin above rounding (kClose): the steps relative to ||x||, the
// gap relative to its change over a distance of ||x|| due to the curvature.
constexpr double kRelative = 1e-6;
constexpr double kFloor = 1e-3;
constexpr double kOfRange = 0.1;
constexpr double kClose = 1e-10;

// A gap up to this multiple of its rounding error counts as rounding error.
constexpr double kRoundingErrors = 8;

/// gap <= tolerance * size
struct GapTest {
  const char* name = "";  ///< of the tolerance, followed by a space
  double tolerance = 0;
  const char* unit = "";  ///< name of `size`; empty: size is 1
  double size = 1;

  double bound() const { return tolerance * size; }
  std::string told(double gap) const {
    const std::string most = compose("gap {:.6g} <= {}{:.6g}", gap, name, tolerance);
    return *unit == 0 ? most : most + compose(" * {} {:.6g}", unit, size);
  }
};

constexpr GapTest kNoTest{.tolerance = -range::kInfinity};

GapTest default_test_over_set(const Progress& now) {
  const GapTest of_value{"", kRelative, "|f|", std::abs(now.value)};
  if (!now.largest_gap) return now.natural_scale ? of_value : kNoTest;
  const double range = std::max(now.variation, *now.largest_gap);
  if (!now.natural_scale) {
    // Over a set much wider than the relevant region the range of f is not a sufficient scale: x
    // must have converged, too.
    if (now.recent_step > kRelative * now.size) return {.tolerance = 0};
    return {"", kOfRange * kRelative, "the variation of f", range};
  }
  GapTest floor{"", kFloor * kRelative, "the largest gap", range};
  if (*now.natural_scale > 0 && *now.natural_scale < range) {
    floor.unit = "|f(0)|";
    floor.size = *now.natural_scale;
  }
  return of_value.bound() >= floor.bound() ? of_value : floor;
}

GapTest default_test_over_space(const Progress& now) {
  if (now.largest_gap && now.recent_step <= kRelative * now.size) {
    const GapTest of_largest{"", kRelative, "the largest gap", *now.largest_gap};
    const GapTest close{"", kClose, "||x|| times the curvature", now.variation};
    const bool rests = now.recent_step <= kClose * now.size;
    return rests && close.bound() > of_largest.bound() ? close : of_largest;
  }
  return {.tolerance = 0};
}

/// The tests in use; the bounds of the others are -inf.
std::array<GapTest, 2> gap_tests(const Options& options, const Progress& now) {
  if (uses_default_gap(options)) {
    return {now.constrained ? default_test_over_set(now) : default_test_over_space(now), kNoTest};
  }
  const std::optional<double>& relative = options.relative_gap_tolerance;
  return {options.gap_tolerance ? GapTest{"gap_tolerance ", *options.gap_tolerance} : kNoTest,
          relative ? GapTest{"relative_gap_tolerance ", *relative, "|f|", std::abs(now.value)}
                   : kNoTest};
}

std::optional<Stop> check_tolerances(const Options& options, const Progress& now) {
  if (now.gap) {
    for (const GapTest& test : gap_tests(options, now)) {
      if (*now.gap <= test.bound()) return Stop{Status::gap_reached, test.told(*now.gap)};
    }
  }
  if (options.optimal_value && now.value - *options.optimal_value <= options.value_tolerance) {
    return Stop{Status::value_reached,
                compose("f - optimal_value {:.6g} <= value_tolerance {:.6g}",
                        now.value - *options.optimal_value, options.value_tolerance)};
  }
  if (now.gradient_norm && *now.gradient_norm <= options.gradient_tolerance) {
    return Stop{Status::gradient_reached,
                compose("gradient norm {:.6g} <= gradient_tolerance {:.6g}", *now.gradient_norm,
                        options.gradient_tolerance)};
  }
  return std::nullopt;
}

std::optional<Stop> check_precision(const Progress& now) {
  const auto end = [&](std::string message) {
    return end_of_progress(now.gap, now.gap_noise, std::move(message));
  };
  // In double precision the run continues: the estimate of the rounding error is conservative.
  if (now.single_precision && now.gap && *now.gap <= now.gap_noise) {
    return end(compose("f is computed in single precision at iteration {}", now.iteration));
  }
  if (!(now.directional_derivative < 0)) {
    return end(compose("f does not decrease along the direction of iteration {}", now.iteration));
  }
  if (!now.moved) {
    return end(compose("the step from iteration {} is too short to change x", now.iteration - 1));
  }
  if (now.stalled_since) {
    return end(
        compose("neither f nor the gap has decreased since iteration {}", *now.stalled_since));
  }
  return std::nullopt;
}

std::optional<Stop> check_requests(const Progress& now) {
  if (now.observer_asked) {
    return Stop{Status::stopped_by_observer,
                compose("the observer asked to stop after iteration {}", now.iteration - 1)};
  }
  if (now.interrupted) {
    return Stop{Status::interrupted, compose("interrupted at iteration {}", now.iteration)};
  }
  return std::nullopt;
}

std::optional<Stop> check_limits(const Options& options, const Progress& now) {
  if (now.takes_all_steps && now.iteration >= options.max_iterations) {
    return Stop{Status::steps_taken,
                compose("{} steps of 1/{}{}", now.iteration, now.iteration, gap_clause(now.gap))};
  }
  if (now.iteration >= options.max_iterations) {
    return Stop{Status::iteration_limit,
                compose("{} iterations{}", now.iteration, gap_clause(now.gap))};
  }
  if (now.seconds >= options.time_limit) {
    return Stop{Status::time_limit, compose("{:.3f} s >= time_limit {:.3f} s{}", now.seconds,
                                            options.time_limit, gap_clause(now.gap))};
  }
  if (now.evaluations >= options.max_evaluations) {
    return Stop{Status::evaluation_limit,
                compose("{} evaluations >= max_evaluations {}{}", now.evaluations,
                        options.max_evaluations, gap_clause(now.gap))};
  }
  return std::nullopt;
}

}  // namespace

bool uses_default_gap(const Options& options) {
  return !options.gap_tolerance && !options.relative_gap_tolerance;
}

double largest_final_gap(const Options& options, const Progress& progress) {
  double largest = 0;
  for (const GapTest& test : gap_tests(options, progress)) {
    if (std::isfinite(test.bound())) largest = std::max(largest, test.bound());
  }
  return largest;
}

Stop end_of_progress(const std::optional<double>& gap, double gap_noise, std::string message) {
  if (gap && *gap <= kRoundingErrors * gap_noise) {
    return {Status::precision_limit,
            message + compose(": gap {:.6g} within its rounding error {:.6g}", *gap, gap_noise)};
  }
  return {Status::stalled, message + gap_clause(gap)};
}

std::optional<Stop> check_stop(const Options& options, const Progress& progress) {
  if (auto stop = check_trouble(progress)) return stop;
  if (!progress.takes_all_steps) {
    if (auto stop = check_tolerances(options, progress)) return stop;
    if (auto stop = check_precision(progress)) return stop;
  }
  if (auto stop = check_requests(progress)) return stop;
  return check_limits(options, progress);
}

}  // namespace acgd
