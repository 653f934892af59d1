#pragma once

#include <filesystem>
#include <string>

namespace acgd::io {

/// How a matrix, or samples, are written down.
enum class Format {
  by_name,        ///< as the name of the file says; on standard input as its first line looks
  npy,            ///< NumPy's
  matrix_market,  ///< .mtx
  table,          ///< .csv, .tsv
  text,           ///< numbers between spaces
  libsvm,         ///< samples: label index:value ...
  converted,      ///< .acgd: samples that acgd convert has written
};

/// "acgd", "npy", "mtx", "csv", "tsv", "text" or "libsvm"; an empty one means by name. Throws InvalidInput
/// naming the argument.
Format to_format(const std::string& argument, const std::string& text);

/// npy, matrix_market, table or converted. Any other name gives `otherwise`: names do not tell plain text
/// and LIBSVM apart. The name may have .gz behind it.
Format find_format(const std::filesystem::path& file, Format otherwise);

/// Throws InvalidInput if the name ends as those of a format do that others keep matrices in and
/// that is not read here (.npz, .mat, .parquet, ...): with what to save it as instead.
void refuse_foreign_format(const std::filesystem::path& file);

}  // namespace acgd::io
