#pragma once

#include <memory>
#include <span>

#include "acgd/core/vector.hpp"
#include "acgd/objective/design.hpp"
#include "bindings/pybind.hpp"
#include "bindings/sparse_arrays.hpp"

/// Conversion between numpy arrays and the library's vectors and matrices.
namespace acgd::python {

/// A contiguous vector of doubles; the Python side converts everything else.
using VectorArray = py::array_t<double, py::array::c_style>;
using IntArray = py::array_t<int, py::array::c_style>;

/// Copies.
Vector to_vector(const VectorArray& array);

/// Shape of a matrix variable, (0, 0) for a vector. numpy is row-major: to the column-major library
/// X appears as X'.
using Sides = std::pair<Index, Index>;

/// Copies x to an array: a vector, or a row-major matrix.
py::array_t<double> copy_to_array(const Vector& x, const Sides& sides = {});

/// An array that takes over the memory of x.
py::array_t<double> to_array(Vector x);
/// The same for a matrix; the array is in Fortran order.
py::array_t<double> to_array(Matrix x);

/// A Fortran-ordered array of doubles or floats as a matrix. If its memory has Eigen's alignment,
/// the matrix shares that memory, which it keeps alive and which must not change; else the entries
/// are copied.
std::shared_ptr<const Matrix> share_matrix(const py::array_t<double>& array);
std::shared_ptr<const MatrixFloat> share_matrix(const py::array_t<float>& array);

/// A view of the entries; the array must outlive it.
std::span<const double> to_span(const VectorArray& array);

/// The same for contiguous integers of 32 or 64 bits; throws TypeError for others.
Integers to_integers(const py::array& array);

/// A sparse matrix in scipy's CSC format.
struct CompressedColumns {
  std::pair<Index, Index> shape;
  IntArray starts;
  IntArray rows;
  VectorArray values;
};

/// Copies. Throws InvalidInput unless the arrays are consistent.
SparseMatrix to_sparse(const CompressedColumns& columns);

/// The local rows of a SparseMap, or of one per block.
SparseMatrix to_matrix(const Design& a);

}  // namespace acgd::python
