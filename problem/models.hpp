#pragma once

#include "problem/objective_kinds.hpp"

/// The functions that the tool knows, each made from the user's files.
namespace acgd::problem {

LoadedObjective load_least_squares(const ObjectiveSource& source);
LoadedObjective load_logistic(const ObjectiveSource& source);
LoadedObjective load_sigmoid(const ObjectiveSource& source);
LoadedObjective load_huber(const ObjectiveSource& source);
LoadedObjective load_squared_hinge(const ObjectiveSource& source);
LoadedObjective load_poisson(const ObjectiveSource& source);
LoadedObjective load_quadratic(const ObjectiveSource& source);
LoadedObjective load_completion(const ObjectiveSource& source);
LoadedObjective load_matrix_balancing(const ObjectiveSource& source);

/// What a loss is unless one is given.
inline const std::string default_loss = "huber:1";

/// The number after the colon of "huber:1"; throws InvalidInput if the loss is another one.
double huber_parameter(const std::string& loss);

}  // namespace acgd::problem
