// Sets composed of other sets, atoms, graphs and linear programs.
#include "acgd/oracle/composed_sets.hpp"

#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/total_variation.hpp"
#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

using Shape = std::pair<Index, Index>;

OracleHandle sum_of(const std::vector<OracleHandle>& parts) {
  std::vector<std::shared_ptr<const Oracle>> sets;
  for (const OracleHandle& part : parts) sets.push_back(part.set);
  return {std::make_shared<const MinkowskiSum>(std::move(sets))};
}

OracleHandle total_variation(Index dimension, double radius,
                             const std::optional<std::vector<std::pair<Index, Index>>>& edges) {
  if (!edges) return {std::make_shared<const TotalVariation>(dimension, radius)};
  std::vector<Edge> list;
  for (const auto& [from, to] : *edges) list.push_back({from, to});
  return {std::make_shared<const TotalVariation>(dimension, radius, std::move(list))};
}

}  // namespace

void add_composed_sets(py::module_& module) {
  module.def(
      "scaled",
      [](const OracleHandle& set, double factor) {
        return OracleHandle{std::make_shared<const Scaled>(set.set, factor)};
      },
      py::arg("set"), py::arg("factor"));
  module.def(
      "shifted",
      [](const OracleHandle& set, const VectorArray& shift) {
        return OracleHandle{std::make_shared<const Shifted>(set.set, to_vector(shift))};
      },
      py::arg("set"), py::arg("shift"));
  module.def(
      "linear_image",
      [](const OracleHandle& set, const py::array_t<double>& matrix) {
        return OracleHandle{std::make_shared<const LinearImage>(set.set, *share_matrix(matrix))};
      },
      py::arg("set"), py::arg("matrix").noconvert());
  module.def(
      "sparse_linear_image",
      [](const OracleHandle& set, Shape shape, const IntArray& starts, const IntArray& rows,
         const VectorArray& values) {
        return OracleHandle{
            std::make_shared<const LinearImage>(set.set, to_sparse({shape, starts, rows, values}))};
      },
      py::arg("set"), py::arg("shape"), py::arg("starts"), py::arg("rows"), py::arg("values"));
  module.def("minkowski_sum", &sum_of, py::arg("parts"));
  module.def(
      "symmetric_hull",
      [](const py::array_t<double>& columns) {
        return OracleHandle{std::make_shared<const SymmetricHull>(share_matrix(columns))};
      },
      py::arg("columns").noconvert());
  module.def("total_variation", &total_variation, py::arg("dimension"), py::arg("radius"),
             py::arg("edges"));
  module.def(
      "polyhedron",
      [](Shape shape, const IntArray& starts, const IntArray& rows, const VectorArray& values,
         const VectorArray& row_lower, const VectorArray& row_upper, const VectorArray& lower,
         const VectorArray& upper) {
        LinearProgram program{.matrix = to_sparse({shape, starts, rows, values}),
                              .row_lower = to_vector(row_lower),
                              .row_upper = to_vector(row_upper),
                              .lower = to_vector(lower),
                              .upper = to_vector(upper)};
        const Unlocked unlocked;
        return OracleHandle{std::make_shared<const Polyhedron>(std::move(program))};
      },
      py::arg("shape"), py::arg("starts"), py::arg("rows"), py::arg("values"), py::arg("row_lower"),
      py::arg("row_upper"), py::arg("lower"), py::arg("upper"));
}

}  // namespace acgd::python
