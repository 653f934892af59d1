#include "acgd/solve/stop_rule.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/compose.hpp"
#include "solve/gap_clause.hpp"

namespace acgd {
namespace {

std::optional<Stop> check_trouble(const Progress& now) {
  const auto not_finite = [&](const char* what, double value) {
    return Stop{Status::non_finite, compose("{} = {} at iteration {}", what, value, now.iteration)};
  };
  if (!std::isfinite(now.value)) return not_finite("f(x)", now.value);
  if (!std::isfinite(now.fall)) return not_finite("<gradient, direction>", now.fall);
  if (now.gap && !std::isfinite(*now.gap)) return not_finite("gap", *now.gap);
  return std::nullopt;
}

// Where neither tolerance is given.
constexpr double kOfValue = 1e-6;
constexpr double kOfFirstGap = 1e-9;
constexpr double kOfFirstNorm = 1e-6;

/// gap <= tolerance * size
struct GapTest {
  const char* name = "";  ///< of the tolerance, with a space behind it
  double tolerance = 0;
  const char* unit = "";  ///< what the size is of; empty: it is 1
  double size = 1;

  double bound() const { return tolerance * size; }
  std::string told(double gap) const {
    const std::string most = compose("gap {:.6g} <= {}{:.6g}", gap, name, tolerance);
    return *unit == 0 ? most : most + compose(" * {} {:.6g}", unit, size);
  }
};

/// Those that count; the others' bounds are -inf.
std::array<GapTest, 2> gap_tests(const Options& options, const Progress& now) {
  constexpr GapTest none{.tolerance = -range::kInfinity};
  const double value = std::abs(now.value);
  if (options.gap_tolerance || options.relative_gap_tolerance) {
    const std::optional<double>& relative = options.relative_gap_tolerance;
    return {options.gap_tolerance ? GapTest{"gap_tolerance ", *options.gap_tolerance} : none,
            relative ? GapTest{"relative_gap_tolerance ", *relative, "|f|", value} : none};
  }
  const auto of_first = [&](double share) {
    return now.first_gap ? GapTest{"", share, "the first gap", *now.first_gap} : none;
  };
  if (!now.constrained) return {of_first(kOfFirstNorm), none};
  return {GapTest{"", kOfValue, "|f|", value}, of_first(kOfFirstGap)};
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
  if (!(now.fall > 0)) {
    return Stop{
        Status::precision_limit,
        now.gap ? compose("the gap at iteration {} is 0 up to its rounding error {:.6g}",
                          now.iteration, *now.gap)
                : compose("f does not fall along the direction of iteration {}", now.iteration)};
  }
  if (!now.moved) {
    return Stop{Status::precision_limit,
                compose("the step from iteration {} is too short to change x{}", now.iteration - 1,
                        gap_clause(now.gap))};
  }
  if (now.stalled_since) {
    return Stop{Status::precision_limit,
                compose("neither f nor the gap has fallen since iteration {}{}", *now.stalled_since,
                        gap_clause(now.gap))};
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

double largest_final_gap(const Options& options, const Progress& progress) {
  double largest = 0;
  for (const GapTest& test : gap_tests(options, progress)) {
    if (std::isfinite(test.bound())) largest = std::max(largest, test.bound());
  }
  return largest;
}

std::optional<Stop> check_stop(const Options& options, const Progress& progress) {
  if (auto stop = check_trouble(progress)) return stop;
  if (auto stop = check_tolerances(options, progress)) return stop;
  if (auto stop = check_precision(progress)) return stop;
  if (auto stop = check_requests(progress)) return stop;
  return check_limits(options, progress);
}

}  // namespace acgd
