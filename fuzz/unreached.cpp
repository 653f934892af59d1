// Stands in for parts of the library that no target reaches, which keeps the build short:
// objectives made of files, for no specification gives one, and the distance to a hull.
#include "oracle/nearest_point.hpp"
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

double acgd::distance_to_hull(const Matrix&, ConstVectorRef) {
  acgd_fuzz::require(false, "the distance to a hull is computed, and no target asks for it");
  return 0;
}
