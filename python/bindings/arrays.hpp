#pragma once

#include <memory>
#include <span>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "bindings/pybind.hpp"
#include "bindings/sparse_arrays.hpp"

/// Between numpy arrays and the library's vectors and matrices.
namespace acgd::python {

/// A vector of doubles, one after the other; the Python side has converted everything else.
using VectorArray = py::array_t<double, py::array::c_style>;
using IntArray = py::array_t<int, py::array::c_style>;

/// Copies.
Vector to_vector(const VectorArray& array);

/// Rows and columns of a matrix variable, (0, 0) of a vector. Python has the rows of X one after the
/// other, as numpy does: to the library, which stacks columns, that is X'.
using Sides = std::pair<Index, Index>;

/// An array with the entries of x in memory of its own: a vector, or the rows of a matrix.
py::array_t<double> copy_to_array(const Vector& x, const Sides& sides = {});

/// An array that takes over the memory of x.
py::array_t<double> to_array(Vector x);
/// The same for a matrix; the array is in Fortran order.
py::array_t<double> to_array(Matrix x);

/// A Fortran-ordered array of doubles or floats as a matrix. Where its memory is aligned as Eigen
/// needs it, the matrix lies in that memory, which stays alive with it and must not change any
/// more; else the entries are copied.
std::shared_ptr<const Matrix> share_matrix(const py::array_t<double>& array);
std::shared_ptr<const MatrixFloat> share_matrix(const py::array_t<float>& array);

/// Where the entries lie; the array must outlive them.
std::span<const double> to_span(const VectorArray& array);

/// The same for integers of 32 or 64 bits, one after the other; throws TypeError for others.
Integers to_integers(const py::array& array);

/// A sparse matrix as scipy keeps one by columns.
struct CompressedColumns {
  std::pair<Index, Index> shape;
  IntArray starts;
  IntArray rows;
  VectorArray values;
};

/// Copies. Throws InvalidInput unless the arrays fit together.
SparseMatrix to_sparse(const CompressedColumns& columns);

/// The rows here of a SparseMap, or of one for each shard.
SparseMatrix to_matrix(const LinearMap& map);

}  // namespace acgd::python
