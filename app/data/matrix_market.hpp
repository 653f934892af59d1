#pragma once

#include <filesystem>
#include <variant>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"

namespace acgd::data {

/// A matrix as its file has it.
using AnyMatrix = std::variant<Matrix, SparseMatrix>;

/// Reads a Matrix Market file: "array" gives a Matrix, "coordinate" a SparseMatrix. Fields are
/// real, double, integer or pattern (every entry is 1); symmetries general, symmetric or
/// skew-symmetric, of which files list the lower triangle and the whole matrix is returned.
/// Coordinates that occur several times are added up.
///
/// Throws FileError, or InvalidInput with line and column.
AnyMatrix read_matrix_market(const std::filesystem::path& file);

}  // namespace acgd::data
