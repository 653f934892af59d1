#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "app/data/format.hpp"
#include "app/data/matrix_market.hpp"

namespace acgd::io {

/// A matrix, and what the header of its table calls the columns; no names without one.
struct NamedMatrix {
  AnyMatrix matrix;
  std::vector<std::string> names = {};
};

/// Reads a matrix from a file of NumPy's (.npy), Matrix Market (.mtx), a table (.csv, .tsv) or,
/// with any other name, plain text: rows of numbers between spaces. The name may have .gz behind
/// it. A format that is given goes before the name.
///
/// Throws FileError, or InvalidInput with the place in the file.
NamedMatrix read_named_matrix(const std::filesystem::path& file, Format format = Format::by_name);
AnyMatrix read_matrix(const std::filesystem::path& file);

/// The same with every entry stored; a sparse matrix must have at most kMaxStored, zeros included.
Matrix read_dense(const std::filesystem::path& file);

/// The same for a matrix that must have one row or one column; a .npy may have one dimension.
Vector read_vector(const std::filesystem::path& file);

}  // namespace acgd::io
