#pragma once

#include "experiments/experiment.hpp"

/// The experiments. all() adds to them the published figures and what the settings say
/// for every one of them.
namespace acgd::experiments {

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
