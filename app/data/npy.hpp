#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "app/data/mapped_file.hpp"

namespace acgd::data {

/// Reads a .npy file of NumPy's, version 1 to 3: numbers of type f4, f8, b1, i1 to i8 or u1 to u8,
/// little-endian, in the order of C or Fortran. 64-bit integers are rounded to the nearest double.
/// It must have one dimension, or be n x 1 or 1 x n.
///
/// Throws FileError, or InvalidInput with the byte where something is wrong.
Vector read_npy_vector(const std::filesystem::path& file);

/// The same for two dimensions; one dimension is a column.
Matrix read_npy_matrix(const std::filesystem::path& file);
/// The same with NaN for missing numbers.
Matrix read_npy_with_missing(const std::filesystem::path& file);

/// A type of numbers in .npy files.
struct NpyType {
  std::string_view name;  ///< without the byte order: f8
  Index bytes;
  /// Doubles from the bytes of `count` numbers.
  void (*convert)(const char* bytes, Index count, double* values);
};

/// The bytes of a .npy file, of type f8. A vector has one dimension.
std::string to_npy(const Vector& vector);
std::string to_npy(ConstVectorRef vector);
std::string to_npy(const Matrix& matrix);

/// A matrix in a .npy file, any part of which can be read alone.
class MappedNpy {
 public:
  /// Whether a file can be mapped: one on a disk that is not compressed.
  static bool can_map(const std::filesystem::path& file);

  /// Throws as read_npy_matrix() does.
  explicit MappedNpy(const std::filesystem::path& file);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

  /// Some rows of some columns. NaN stays as it is.
  Matrix read(Index first_row, Index last_row, const std::vector<Index>& columns) const;

  /// The columns [first, last) of these rows where they are in the file, if they are stored by
  /// columns, as doubles or floats.
  std::shared_ptr<const LinearMap> map(Index first_row, Index last_row, Index first,
                                       Index last) const;

 private:
  std::shared_ptr<const MappedFile> file_;
  const char* begin_ = nullptr;  ///< of the numbers
  NpyType type_ = {};
  bool by_columns_ = false;
  Index rows_ = 0;
  Index cols_ = 0;
};

}  // namespace acgd::data
