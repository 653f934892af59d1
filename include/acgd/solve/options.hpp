#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <stop_token>

#include "acgd/core/description.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/parallel/team.hpp"
#include "acgd/solve/checkpoint.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/step_rule.hpp"
#include "acgd/trace/trace.hpp"

namespace acgd {

/// Options of a run. Every stopping test is made at each x_k before a step is taken from it.
struct Options {
  /// The direction rule.
  DirectionChoice direction = Auto{};
  /// The step rule.
  StepChoice step = AdaptiveAdjustable{};
  /// The norm of the Lipschitz estimate and of the sufficient-decrease test, independent of the
  /// set.
  std::shared_ptr<const Norm> norm = l2_norm();

  Index max_iterations = 10000;
  double time_limit = range::kInfinity;
  Index max_evaluations = std::numeric_limits<Index>::max();

  /// Each of the two is tested if it is given. Without either a run ends at a gap of 1e-6 S, where
  /// the scale S does not depend on units, on constants in f or on the start (docs/stopping.md):
  /// |f(x)| for losses and quadratics, but at least 1e-3 of the largest gap; 0.1 of the largest gap
  /// for other functions. Over R^n, where the gap is a norm of the gradient, a run ends at 1e-6 of
  /// the largest gap, once x has converged to six digits.
  std::optional<double> gap_tolerance = {};
  std::optional<double> relative_gap_tolerance = {};
  double gradient_tolerance = 0;
  std::optional<double> optimal_value = {};
  double value_tolerance = 1e-6;

  double feasibility_tolerance = 1e-9;
  bool check_oracle = false;
  /// Absent: functions that are given by value and gradient alone are compared along the first
  /// direction, at the cost of one value and one gradient, and rejected if the rates differ by 20 %
  /// on every scale that f resolves. true: every objective, along four lines, to 1 %. false: none.
  /// acgd/testing/check_gradient.hpp is more thorough.
  std::optional<bool> check_gradient = {};

  std::optional<int> threads = {};
  /// The ranks that run this loop together, each with the same options. The samples of the
  /// objective are partitioned among them. They stop together: by the time of rank 0, or by a
  /// request on any rank.
  std::shared_ptr<const Team> team = alone();

  bool trace = false;
  Index trace_every = 1;
  Observer observer = {};          ///< called with every record; returning true stops the run
  std::stop_token interrupt = {};  ///< stops the run from outside

  /// When and how to save checkpoints, from which another process can continue.
  CheckpointOptions checkpoint = {};
  /// Checkpoint to resume from, instead of x0. The results are the same bits as without the
  /// interruption. Throws InvalidInput unless problem, x0, norm and rules are those of the
  /// checkpoint; limits and tolerances may differ. time_limit includes the seconds before the
  /// checkpoint.
  std::shared_ptr<const Checkpoint> resume = {};

  /// Describes the numbers and flags; the other options are objects.
  Description describe();
};

/// Throws InvalidInput naming the first option that is out of range.
void validate(const Options& options);

}  // namespace acgd
