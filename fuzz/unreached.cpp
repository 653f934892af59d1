// Stubs for parts of the library that no target reaches, to shorten the build: objectives from
// files, which no specification names, and the distance to a hull.
#include "app/spec/objectives.hpp"
#include "oracle/polyhedra.hpp"
#include "support.hpp"

std::vector<acgd::spec::ObjectiveKind> acgd::spec::sample_objectives() { return {}; }
std::vector<acgd::spec::ObjectiveKind> acgd::spec::matrix_objectives() { return {}; }
std::vector<acgd::spec::ObjectiveKind> acgd::spec::network_objectives() { return {}; }

double acgd::distance_to_hull(const Matrix&, ConstVectorRef) {
  acgd_fuzz::require(false, "the distance to a hull is computed, which no target needs");
  return 0;
}
