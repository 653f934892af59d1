#include "io/mapped_npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "io/slice.hpp"

namespace acgd::io {

bool MappedNpy::can_map(const std::filesystem::path& file) { return is_sliceable(file); }

MappedNpy::MappedNpy(const std::filesystem::path& file) : file_(MappedFile::open(file)) {
  const NpyLayout layout = read_npy_layout(file);
  type_ = npy_type(layout.header.type);
  begin_ = reinterpret_cast<const char*>(file_->bytes().data()) + layout.offset;
  rows_ = layout.header.shape[0];
  cols_ = layout.header.shape.size() == 2 ? layout.header.shape[1] : 1;
  by_columns_ = layout.header.fortran_order || cols_ == 1;
  const Index size = layout.offset + rows_ * cols_ * type_.bytes;
  const auto found = static_cast<Index>(file_->bytes().size());
  if (found != size) {
    fail_at_byte(file.string(), std::min(size, found),
                 fmt::format("the file has {} bytes, must have {}", found, size));
  }
}

Matrix MappedNpy::read(Index first_row, Index last_row, const std::vector<Index>& columns) const {
  const Index count = last_row - first_row;
  Matrix some(count, static_cast<Index>(columns.size()));
  if (by_columns_) {
    for (Index k = 0; k < some.cols(); ++k) {
      const Index place = columns[k] * rows_ + first_row;
      type_.convert(begin_ + place * type_.bytes, count, some.col(k).data());
    }
    return some;
  }
  Vector row(cols_);
  for (Index i = 0; i < count; ++i) {
    type_.convert(begin_ + (first_row + i) * cols_ * type_.bytes, cols_, row.data());
    for (Index k = 0; k < some.cols(); ++k) some(i, k) = row[columns[k]];
  }
  return some;
}

std::shared_ptr<const LinearMap> MappedNpy::map(Index first_row, Index last_row, Index first,
                                                Index last) const {
  const char* begin = begin_ + (first * rows_ + first_row) * type_.bytes;
  const bool is_aligned =
      reinterpret_cast<std::uintptr_t>(begin_) % static_cast<std::uintptr_t>(type_.bytes) == 0;
  if (!by_columns_ || !is_aligned) return nullptr;
  const Index rows = last_row - first_row, cols = last - first;
  const Eigen::OuterStride<> stride(rows_);
  if (type_.name == "f8") {
    return std::make_shared<DenseMap>(
        DenseMap::View(reinterpret_cast<const double*>(begin), rows, cols, stride), file_);
  }
  if (type_.name == "f4") {
    return std::make_shared<DenseMap>(
        DenseMap::FloatView(reinterpret_cast<const float*>(begin), rows, cols, stride), file_);
  }
  return nullptr;
}

}  // namespace acgd::io
