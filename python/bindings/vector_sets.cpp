// Sets of vectors given by arrays.
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/matroids.hpp"
#include "acgd/oracle/simplices.hpp"
#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

template <class Set, class... Arguments>
OracleHandle vector_set(Arguments... arguments) {
  return {std::make_shared<const Set>(std::move(arguments)...)};
}

WithinGroup within(const std::string& norm) {
  return norm == "linf" ? WithinGroup::linf : WithinGroup::l2;
}

}  // namespace

void add_vector_sets(py::module_& module) {
  module.def(
      "diamond",
      [](const VectorArray& lower, const VectorArray& upper) {
        return vector_set<Diamond>(to_vector(lower), to_vector(upper));
      },
      py::arg("lower"), py::arg("upper"));
  module.def(
      "knapsack",
      [](const VectorArray& lower, const VectorArray& upper, const VectorArray& a, double total,
         bool at_most) {
        return vector_set<Knapsack>(to_vector(lower), to_vector(upper), to_vector(a), total,
                                    at_most ? Relation::at_most : Relation::equal);
      },
      py::arg("lower"), py::arg("upper"), py::arg("a"), py::arg("total"), py::arg("at_most"));
  module.def(
      "ellipsoid",
      [](const VectorArray& center, const VectorArray& radii) {
        return vector_set<Ellipsoid>(to_vector(center), to_vector(radii));
      },
      py::arg("center"), py::arg("radii"));
  module.def(
      "permutahedron",
      [](const VectorArray& values) { return vector_set<Permutahedron>(to_vector(values)); },
      py::arg("values"));
  module.def(
      "owl_ball",
      [](const VectorArray& weights, double radius) {
        return vector_set<OwlBall>(to_vector(weights), radius);
      },
      py::arg("weights"), py::arg("radius"));
  module.def(
      "group_ball",
      [](const std::vector<std::vector<Index>>& groups, double radius, const std::string& norm) {
        return vector_set<GroupBall>(Groups(groups), within(norm), radius);
      },
      py::arg("groups"), py::arg("radius"), py::arg("norm"));
  module.def(
      "group_ball",
      [](const VectorArray& groups, double radius, const std::string& norm) {
        return vector_set<GroupBall>(Groups::of_variables(to_vector(groups)), within(norm), radius);
      },
      py::arg("groups"), py::arg("radius"), py::arg("norm"));
}

}  // namespace acgd::python
