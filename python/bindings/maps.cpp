// The matrices of models: dense, sparse, with their columns moved, or spread over ranks.
#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/objective/adjusted_map.hpp"
#include "acgd/objective/dense_map.hpp"
#include "acgd/objective/sparse_map.hpp"
#include "acgd/objective/stacked_map.hpp"
#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

template <class Scalar>
MapHandle dense_map(const py::array_t<Scalar>& array) {
  auto matrix = share_matrix(array);
  const Unlocked unlocked;
  return {std::make_shared<const DenseMap>(std::move(matrix))};
}

MapHandle sparse_map(const CompressedColumns& columns) {
  const SparseMatrix matrix = to_sparse(columns);
  const Unlocked unlocked;
  return {std::make_shared<const SparseMap>(matrix)};
}

SparseMatrix to_matrix(const SparseMap& map) {
  const SparseMap::Lines& columns = map.by_column();
  std::vector<double> values(columns.indices.size(), 1.0);
  std::ranges::copy(columns.values, values.begin());
  std::ranges::copy(columns.floats, values.begin());
  return Eigen::Map<const SparseMatrix>(map.rows(), map.cols(), map.entry_count(),
                                        columns.starts.data(), columns.indices.data(),
                                        values.data());
}

/// The rows of a rank, as a part of those of all.
MapHandle cut_map(const MapHandle& a, const TeamHandle& h) {
  const Unlocked unlocked;
  const Team& team = *h.team;
  const Index samples = add_numbers(team, {a.map->rows()})[0];
  const auto shards = std::make_shared<const Shards>(samples, Shards::usual_count(samples), h.team);
  together(team, [&] {
    if (shards->size() == a.map->rows()) return;
    throw InvalidInput(fmt::format(
        "rows: rank {} has {} of {} samples, must have {}: acgd.shard_range({}, comm) says which",
        team.rank(), a.map->rows(), samples, shards->size(), samples));
  });
  if (const auto* sparse = dynamic_cast<const SparseMap*>(a.map.get())) {
    return {cut_rows(to_matrix(*sparse), shards)};
  }
  const auto& dense = dynamic_cast<const DenseMap&>(*a.map);
  return {dense.matrix() != nullptr ? cut_rows(*dense.matrix(), shards)
                                    : cut_rows(dense.matrix_float()->cast<double>(), shards)};
}

}  // namespace

void add_maps(py::module_& module) {
  py::class_<MapHandle>(module, "Map", "The matrix of a model, one row a sample.")
      .def_property_readonly(
          "shape", [](const MapHandle& h) { return std::pair(h.map->rows(), h.map->cols()); })
      .def_property_readonly(
          "address",
          [](const MapHandle& h) -> std::uintptr_t {
            const auto* dense = dynamic_cast<const DenseMap*>(h.map.get());
            if (dense == nullptr) return 0;
            return dense->matrix() != nullptr
                       ? reinterpret_cast<std::uintptr_t>(dense->matrix()->data())
                       : reinterpret_cast<std::uintptr_t>(dense->matrix_float()->data());
          },
          "Where the entries of a dense matrix lie in memory.");
  module.def("dense_map", &dense_map<double>, py::arg("array").noconvert());
  module.def("dense_map", &dense_map<float>, py::arg("array").noconvert());
  module.def(
      "sparse_map",
      [](std::pair<Index, Index> shape, const IntArray& starts, const IntArray& rows,
         const VectorArray& values) {
        return sparse_map({shape, starts, rows, values});
      },
      py::arg("shape"), py::arg("starts"), py::arg("rows"), py::arg("values"));
  module.def("cut_map", &cut_map, py::arg("map"), py::arg("team"));
  module.def(
      "centered_map",
      [](const MapHandle& a, const VectorArray& mean) -> MapHandle {
        return {std::make_shared<const AdjustedMap>(a.map, Adjustment{.means = to_vector(mean)})};
      },
      py::arg("map"), py::arg("mean"));
}

}  // namespace acgd::python
