// Design matrices: dense or sparse, partitioned into shards as in the tool, or distributed over
// ranks.
#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

std::shared_ptr<const Shards> shards_of(Index samples, std::shared_ptr<const Team> team) {
  return std::make_shared<const Shards>(samples, Shards::usual_count(samples), std::move(team));
}

template <class Scalar>
MapHandle dense_map(const py::array_t<Scalar>& array, bool cut) {
  auto matrix = share_matrix(array);
  const Unlocked unlocked;
  auto dense = std::make_shared<const DenseMap>(std::move(matrix));
  if (!cut) return {dense, dense};
  return {cut_rows(dense, shards_of(dense->rows(), alone())), dense};
}

MapHandle sparse_map(const CompressedColumns& columns, bool cut) {
  const SparseMatrix matrix = to_sparse(columns);
  const Unlocked unlocked;
  if (!cut || matrix.size() == 0) return {std::make_shared<const SparseMap>(matrix)};
  return {cut_rows(matrix, shards_of(matrix.rows(), alone()))};
}

/// The local rows of a distributed matrix; absent if the rank has none.
MapHandle spread_map(const std::optional<MapHandle>& a, const TeamHandle& h) {
  const Unlocked unlocked;
  const Team& team = *h.team;
  const Index rows = a ? a->map->rows() : 0;
  const Index samples = add_numbers(team, {rows})[0];
  const auto shards = shards_of(samples, h.team);
  together(team, [&] {
    if (shards->size() == rows) return;
    throw InvalidInput(
        "rows",
        fmt::format(
            "rank {} has {} of {} samples, must have {}: acgd.shard_range({}, comm) says which",
            team.rank(), rows, samples, shards->size(), samples));
  });
  if (!a) {
    const auto parts = static_cast<std::size_t>(shards->own_shards().size());
    return {std::make_shared<const StackedMap>(std::vector<std::shared_ptr<const LinearMap>>(parts),
                                               shards)};
  }
  if (a->dense) return {cut_rows(a->dense, shards), a->dense};
  return {cut_rows(to_matrix(*a->map), shards)};
}

}  // namespace

void add_maps(py::module_& module) {
  py::class_<MapHandle>(module, "Map", "A design matrix, one row per sample.")
      .def_property_readonly(
          "shape", [](const MapHandle& h) { return std::pair(h.map->rows(), h.map->cols()); })
      .def_property_readonly(
          "address",
          [](const MapHandle& h) -> std::uintptr_t {
            if (h.dense == nullptr) return 0;
            return h.dense->matrix() != nullptr
                       ? reinterpret_cast<std::uintptr_t>(h.dense->matrix()->data())
                       : reinterpret_cast<std::uintptr_t>(h.dense->matrix_float()->data());
          },
          "Where the entries of a dense matrix lie in memory.");
  module.def("dense_map", &dense_map<double>, py::arg("array").noconvert(), py::arg("cut"));
  module.def("dense_map", &dense_map<float>, py::arg("array").noconvert(), py::arg("cut"));
  module.def(
      "sparse_map",
      [](std::pair<Index, Index> shape, const IntArray& starts, const IntArray& rows,
         const VectorArray& values, bool cut) {
        return sparse_map({shape, starts, rows, values}, cut);
      },
      py::arg("shape"), py::arg("starts"), py::arg("rows"), py::arg("values"), py::arg("cut"));
  module.def("spread_map", &spread_map, py::arg("map"), py::arg("team"));
}

}  // namespace acgd::python
