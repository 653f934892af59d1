#pragma once

#include "app/experiments/experiment.hpp"

/// The experiments. all() adds the published numbers and the settings common to all.
namespace acgd::experiments {

/// Why the problems that the authors drew are not available although their recipes are published.
inline constexpr const char* kOtherDraw = "the paper's own draw needs Julia's random generator";
/// Remark on synthetic stand-ins.
inline constexpr const char* kStandIn = "this is a synthetic stand-in for the paper's data";

Experiment lasso();
Experiment matrix_balancing();
Experiment logistic_regression();
Experiment sigmoid_l1();
Experiment video();
Experiment collaborative();
Experiment simplex_quadratic();
Experiment least_squares_l2();
Experiment least_squares_l1();
Experiment least_squares_linf();
Experiment sigmoid_unconstrained();
Experiment sum_of_squares();
Experiment rosenbrock();
Experiment levy();
Experiment zakharov();

}  // namespace acgd::experiments
