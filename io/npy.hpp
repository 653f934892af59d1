#pragma once

#include <filesystem>
#include <string>

#include "acgd/core/vector.hpp"

namespace acgd::io {

/// Reads a .npy file of NumPy's, version 1 to 3: numbers of type f4, f8, b1, i1 to i8 or u1 to u8,
/// little-endian, in the order of C or Fortran. 64-bit integers are rounded to the nearest double.
/// It must have one dimension, or be n x 1 or 1 x n.
///
/// Throws FileError, or InvalidInput with the byte where something is wrong.
Vector read_npy_vector(const std::filesystem::path& file);

/// The same for two dimensions; one dimension is a column.
Matrix read_npy_matrix(const std::filesystem::path& file);
/// The same where numbers may be missing: those are NaN.
Matrix read_npy_with_gaps(const std::filesystem::path& file);

/// The bytes of a .npy file, of type f8. A vector has one dimension.
std::string to_npy(const Vector& vector);
std::string to_npy(ConstVectorRef vector);
std::string to_npy(const Matrix& matrix);

}  // namespace acgd::io
