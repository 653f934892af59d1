#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "app/data/matrix_market.hpp"

namespace acgd::data {

/// Format of a file with a matrix or samples.
enum class Format {
  by_name,        ///< from the name of the file; on standard input from its first line
  npy,            ///< NumPy's
  matrix_market,  ///< .mtx
  table,          ///< .csv, .tsv
  text,           ///< numbers between spaces
  libsvm,         ///< samples: label index:value ...
  converted,      ///< .acgd: samples that acgd convert has written
};

/// "acgd", "npy", "mtx", "csv", "tsv", "text" or "libsvm"; empty: by name. Throws
/// InvalidInput naming the argument.
Format to_format(const std::string& argument, const std::string& text);

/// npy, matrix_market, table or converted, from the extension, which may have .gz behind it; any other
/// name gives `otherwise`: plain text or LIBSVM.
Format find_format(const std::filesystem::path& file, Format otherwise);

/// Throws InvalidInput, with advice, if the name has the extension of a format that is not supported
/// (.npz, .mat, .parquet, ...).
void refuse_foreign_format(const std::filesystem::path& file);

/// A matrix with the names of its columns; empty without a header.
struct NamedMatrix {
  AnyMatrix matrix;
  std::vector<std::string> names = {};
};

/// Reads a matrix from a file of NumPy's (.npy), Matrix Market (.mtx), a table (.csv, .tsv) or,
/// with any other name, plain text: rows of numbers between spaces. The name may have .gz behind
/// it. A given format takes precedence.
///
/// Throws FileError, or InvalidInput with the place in the file.
NamedMatrix read_named_matrix(const std::filesystem::path& file, Format format = Format::by_name);
AnyMatrix read_matrix(const std::filesystem::path& file);

/// The same with every entry stored; a sparse matrix must have at most kMaxStored, zeros included.
Matrix read_dense(const std::filesystem::path& file);

/// The same for a matrix that must have one row or one column; a .npy may have one dimension.
Vector read_vector(const std::filesystem::path& file);
/// A matrix of a file as a vector. Throws InvalidInput unless it has one row or one column.
Vector as_vector(const AnyMatrix& matrix, const std::filesystem::path& file);

}  // namespace acgd::data
