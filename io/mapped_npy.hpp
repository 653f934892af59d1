#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "acgd/objective/linear_maps.hpp"
#include "io/mapped_file.hpp"
#include "io/npy.hpp"

namespace acgd::io {

/// A matrix in a .npy file, of which any part can be had without reading the rest.
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

}  // namespace acgd::io
