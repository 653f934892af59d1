#pragma once

#include <filesystem>
#include <vector>

namespace acgd::io {

/// The files of a data set, which are read as if they were one. In the last component of `data`,
/// * stands for any letters and ? for one, unless a file has that very name; the files are sorted
/// by name. Any other name stands for itself, whether there is such a file or not.
///
/// Throws FileError if no file fits, and if one is missing: where the first * or ? stands for
/// numbers that begin with 0 or 1, there must be no hole in them.
std::vector<std::filesystem::path> data_files(const std::filesystem::path& data);

}  // namespace acgd::io
