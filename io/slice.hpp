#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::io {

/// One of several parts of a data set, by bytes: of `size` bytes, the lines that begin in
/// [size part / parts, size (part + 1) / parts). Those of all parts, one after the other, are all.
struct Slice {
  Index part = 0;   ///< from 0
  Index parts = 1;  ///< 1: the whole

  bool is_whole() const { return parts == 1; }
};

/// The bytes of a file from `first` to before `last`.
struct FileRange {
  std::filesystem::path file;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// Whether the files of a data set (see data_files()) can be read in slices: plain ones on a disk,
/// neither compressed nor pipes. Throws FileError if one cannot be read.
bool is_sliceable(const std::filesystem::path& data);

/// The ranges that make a slice of a data set, none of them empty. Throws FileError, or
/// InvalidInput if there is no such slice or the data set has none.
std::vector<FileRange> ranges_of(const std::filesystem::path& data, const Slice& slice);

}  // namespace acgd::io
