// Design matrices: dense or sparse, or distributed over ranks.
#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/objective/design.hpp"
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
  auto dense = std::make_shared<const DenseMap>(std::move(matrix));
  return {dense, dense};
}

MapHandle sparse_map(const CompressedColumns& columns) {
  const SparseMatrix matrix = to_sparse(columns);
  const Unlocked unlocked;
  return {matrix};
}

/// The local rows, absent if there are none, of a matrix of several blocks; 0: default number.
MapHandle block_map(const std::optional<MapHandle>& a, const std::optional<TeamHandle>& h,
                    Index blocks) {
  const Unlocked unlocked;
  const std::shared_ptr<const Team> shared = h ? h->team : alone();
  const Team& team = *shared;
  const Index rows = a ? a->design.map().rows() : 0;
  const Index samples = add_numbers(team, {rows})[0];
  const Index count = blocks > 0 ? blocks : Reduction::shared_count(samples);
  const auto reduction = std::make_shared<const Reduction>(samples, count, shared);
  together(team, [&] {
    if (reduction->size() == rows) return;
    throw InvalidInput(
        "rows",
        fmt::format(
            "rank {} has {} of {} samples, must have {}: acgd.row_range({}, comm) says which",
            team.rank(), rows, samples, reduction->size(), samples));
  });
  if (!a) {
    const auto parts = static_cast<std::size_t>(reduction->own_blocks().size());
    return {std::make_shared<const BlockMap>(std::vector<std::shared_ptr<const LinearMap>>(parts),
                                             reduction)};
  }
  if (a->dense) return {partition_rows(a->dense, reduction), a->dense};
  return {partition_rows(to_matrix(a->design), reduction)};
}

}  // namespace

void add_maps(py::module_& module) {
  py::class_<MapHandle>(module, "Map", "A design matrix, one row per sample.")
      .def_property_readonly("shape",
                             [](const MapHandle& h) {
                               return std::pair(h.design.map().rows(), h.design.map().cols());
                             })
      .def_property_readonly(
          "address",
          [](const MapHandle& h) -> std::uintptr_t {
            if (h.dense == nullptr) return 0;
            return h.dense->matrix() != nullptr
                       ? reinterpret_cast<std::uintptr_t>(h.dense->matrix()->data())
                       : reinterpret_cast<std::uintptr_t>(h.dense->matrix_float()->data());
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
  module.def("block_map", &block_map, py::arg("map"), py::arg("team"), py::arg("blocks"));
}

}  // namespace acgd::python
