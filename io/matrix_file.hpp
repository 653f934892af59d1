#pragma once

#include <filesystem>

#include "acgd/core/vector.hpp"
#include "io/matrix_market.hpp"

namespace acgd::io {

/// Reads a matrix from a file of NumPy's (.npy), Matrix Market (.mtx), a table (.csv, .tsv) or,
/// with any other name, plain text: rows of numbers between spaces. The name may have .gz behind
/// it.
///
/// Throws FileError, or InvalidInput with the place in the file.
AnyMatrix read_matrix(const std::filesystem::path& file);

/// Whether the name ends as one of a matrix does: not plain text, which LIBSVM files are too.
bool is_matrix_file(const std::filesystem::path& file);

/// The same with every entry stored; a sparse matrix must have at most kMaxStored, zeros included.
Matrix read_dense(const std::filesystem::path& file);

/// The same for a matrix that must have one row or one column; a .npy may have one dimension.
Vector read_vector(const std::filesystem::path& file);

}  // namespace acgd::io
