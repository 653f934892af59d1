// Sparse matrices of scipy and compatible classes.
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"
#include "bindings/sparse_arrays.hpp"

namespace acgd::python {
namespace {

using Sides = std::pair<Index, Index>;

/// Shape, column starts, row indices and values.
using Columns = std::tuple<Sides, py::array_t<int>, py::array_t<int>, py::array_t<double>>;

template <class Arrays>
Columns read(const Arrays& arrays) {
  const auto read_unlocked = [&arrays] {
    const Unlocked unlocked;
    return read_sparse(arrays);
  };
  const SparseMatrix a = read_unlocked();
  return {Sides(a.rows(), a.cols()), py::array_t<int>(a.cols() + 1, a.outerIndexPtr()),
          py::array_t<int>(a.nonZeros(), a.innerIndexPtr()),
          py::array_t<double>(a.nonZeros(), a.valuePtr())};
}

Columns read_lines(const std::string& name, bool are_rows, Sides shape, const py::array& starts,
                   const py::array& indices, const VectorArray& values, Sides block) {
  return read(SparseLines{.name = name,
                          .are_rows = are_rows,
                          .rows = shape.first,
                          .cols = shape.second,
                          .starts = to_integers(starts),
                          .indices = to_integers(indices),
                          .values = to_span(values),
                          .block_rows = block.first,
                          .block_cols = block.second});
}

Columns read_entries(const std::string& name, Sides shape, const py::array& row,
                     const py::array& col, const VectorArray& values) {
  return read(SparseEntries{.name = name,
                            .rows = shape.first,
                            .cols = shape.second,
                            .row = to_integers(row),
                            .col = to_integers(col),
                            .values = to_span(values)});
}

}  // namespace

void add_sparse(py::module_& module) {
  module.def("read_lines", &read_lines, py::arg("name"), py::arg("are_rows"), py::arg("shape"),
             py::arg("starts"), py::arg("indices"), py::arg("values"), py::arg("block"));
  module.def("read_entries", &read_entries, py::arg("name"), py::arg("shape"), py::arg("row"),
             py::arg("col"), py::arg("values"));
}

}  // namespace acgd::python
