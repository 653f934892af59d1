#include "solve/check_answer.hpp"

#include <algorithm>
#include <cmath>

#include "core/compose.hpp"

namespace acgd {
namespace {

double tolerance(const Options& options) {
  return std::max(10 * options.feasibility_tolerance, 1e-12);
}

std::optional<Stop> check_inside(const Oracle& set, const Options& options, const Atom& atom,
                                 Index iteration) {
  const Violation violation = set.violation_of(atom);
  if (!(violation.distance > tolerance(options) * std::max(1.0, atom.largest_entry()))) {
    return std::nullopt;
  }
  return Stop{Status::oracle_failed,
              compose("the oracle's answer at iteration {} is outside the {} by {:.6g}: {}",
                      iteration, set.name(), violation.distance, violation.detail)};
}

}  // namespace

std::optional<Stop> check_answer(const Oracle& set, const Options& options,
                                 const Gradient& gradient, const Answer& answer, const Line& line,
                                 Index iteration) {
  const bool ask_set = iteration == 0 || options.check_oracle;
  const double gap = line.gap();
  if ((gap >= 0 && !ask_set) || !gradient.entries().allFinite()) return std::nullopt;
  if (!std::isfinite(answer.atom.largest_entry())) {
    return Stop{Status::oracle_failed,
                compose("the oracle's answer at iteration {} is not finite", iteration)};
  }
  if (ask_set) {
    if (auto stop = check_inside(set, options, answer.atom, iteration)) return stop;
  }
  const double scale = std::abs(answer.atom.dot(gradient)) + gradient.entries().lpNorm<1>();
  const double slack = tolerance(options) * scale + line.slope_noise() + answer.error;
  if (!(-gap > slack)) return std::nullopt;
  return Stop{
      Status::oracle_failed,
      compose("the oracle's answer at iteration {} is worse than x by {:.6g}", iteration, -gap)};
}

}  // namespace acgd
