#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>

#include "acgd/norm/norm.hpp"
#include "acgd/solve/checkpoint.hpp"
#include "acgd/step/adaptive_adjustable.hpp"
#include "acgd/step/step_rule.hpp"
#include "acgd/trace/record.hpp"

namespace acgd {

/// How a run goes and when it stops. Every test is made at each x_k before a step is taken from it.
struct Options {
  /// How far to go along each direction.
  StepChoice step = AdaptiveAdjustable{};
  /// The norm of the Lipschitz estimate and of the sufficient-decrease test, whatever the set.
  std::shared_ptr<const Norm> norm = l2_norm();

  Index max_iterations = 10000;  ///< exactly so many steps, if nothing else stops the run
  double time_limit = std::numeric_limits<double>::infinity();  ///< seconds
  /// values tried by the step rule + gradients
  std::int64_t max_evaluations = std::numeric_limits<std::int64_t>::max();

  double gap_tolerance = 1e-6;        ///< stop when gap <= gap_tolerance
  double relative_gap_tolerance = 0;  ///< stop when gap <= relative_gap_tolerance * |f(x)|
  double gradient_tolerance = 0;      ///< stop when ||grad f(x)||_* <= this, in the dual of `norm`
  std::optional<double> optimal_value = {};  ///< f*, where it is known
  double value_tolerance = 1e-6;             ///< stop when f(x) - optimal_value <= value_tolerance

  /// How far outside the set x0 may be, relative to the largest entry of x0 (at least 1).
  double feasibility_tolerance = 1e-9;

  /// Ask the set about every answer of its oracle, not only about the first and about the x it ends
  /// with, and compare each with the answer to -g, which must not have a smaller <g, v>.
  bool check_oracle = false;
  /// Compare f with its gradient at x0, and throw InvalidInput if they contradict each other.
  /// Absent: functions that are given by value and gradient alone are compared along the first
  /// direction, a value and a gradient more, and refused if these are a fifth apart on every scale
  /// that f resolves. true: every objective, along four lines, to 1 %. false: none.
  /// acgd/testing/check_gradient.hpp looks closer still.
  std::optional<bool> check_gradient = {};

  /// At most so many threads for products of large data, and no more than there are processors.
  /// Absent: as many as OpenMP offers. Any number of them gives the same bits.
  std::optional<int> threads = {};

  bool trace = false;  ///< keep records in the result: of iterations 0, trace_every, 2 trace_every,
  Index trace_every = 1;           ///< ... and of the last
  Observer observer = {};          ///< sees every record; true stops the run
  std::stop_token interrupt = {};  ///< stops the run from outside

  /// To go on later in another process, as if the run had never stopped.
  CheckpointOptions checkpoint = {};
  /// Where to go on, instead of at x0: the same bits follow as without the interruption. Problem,
  /// x0, norm and step rule must be those of the checkpoint; limits and tolerances may differ, and
  /// time_limit counts the seconds before, too. Throws InvalidInput if they are not.
  std::shared_ptr<const Checkpoint> resume = {};
};

/// Throws InvalidInput naming the first option that is out of range.
void validate(const Options& options);

}  // namespace acgd
