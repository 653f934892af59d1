// Stands in for the functions made of files, with all of the library behind them: no specification
// gives a file, so that none of them is reached, and the build stays short.
#include "problem/models.hpp"
#include "support.hpp"

namespace acgd::problem {
namespace {

LoadedObjective reached() {
  acgd_fuzz::require(false, "an objective is made of files, and none is given");
  return {};
}

}  // namespace

LoadedObjective load_least_squares(const ObjectiveSource&) { return reached(); }
LoadedObjective load_logistic(const ObjectiveSource&) { return reached(); }
LoadedObjective load_sigmoid(const ObjectiveSource&) { return reached(); }
LoadedObjective load_huber(const ObjectiveSource&) { return reached(); }
LoadedObjective load_squared_hinge(const ObjectiveSource&) { return reached(); }
LoadedObjective load_poisson(const ObjectiveSource&) { return reached(); }
LoadedObjective load_quadratic(const ObjectiveSource&) { return reached(); }
LoadedObjective load_completion(const ObjectiveSource&) { return reached(); }
LoadedObjective load_matrix_balancing(const ObjectiveSource&) { return reached(); }

}  // namespace acgd::problem
