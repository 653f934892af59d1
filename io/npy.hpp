#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "acgd/core/vector.hpp"
#include "io/npy_header.hpp"

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

/// Where the numbers of a .npy file begin, for who reads them where they are.
struct NpyLayout {
  NpyHeader header;
  Index offset = 0;  ///< in bytes
};
/// Throws as read_npy_matrix() does, and if there are fewer bytes than numbers.
NpyLayout read_npy_layout(const std::filesystem::path& file);

/// Doubles from the bytes of `count` numbers of a type.
using NpyConvert = void (*)(const char* bytes, Index count, double* values);
struct NpyType {
  std::string_view name;
  Index bytes;
  NpyConvert convert;
};
NpyType npy_type(std::string_view name);

/// The bytes of a .npy file, of type f8. A vector has one dimension.
std::string to_npy(const Vector& vector);
std::string to_npy(ConstVectorRef vector);
std::string to_npy(const Matrix& matrix);

}  // namespace acgd::io
