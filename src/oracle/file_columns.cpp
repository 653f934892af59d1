#include "oracle/file_columns.hpp"

#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

Vector read_list(const SetContext& context, const std::string& file) {
  const Matrix matrix = context.reader().matrix(file);
  if (matrix.rows() != 1 && matrix.cols() != 1) {
    throw InvalidInput(compose("{}: a {} x {} matrix: must be a vector, with one row or one column",
                               file, matrix.rows(), matrix.cols()));
  }
  return matrix.reshaped();
}

Matrix read_two_columns(const SetContext& context, const std::string& file, const char* names) {
  Matrix matrix = context.reader().matrix(file);
  if (matrix.cols() != 2) {
    throw InvalidInput(compose("{}: has {} columns: must have two, {}, and a row for each variable",
                               file, matrix.cols(), names));
  }
  return matrix;
}

void require_finite_entries(const char* argument, const Vector& entries) {
  for (Index i = 0; i < entries.size(); ++i) {
    if (std::isfinite(entries[i])) continue;
    throw InvalidInput(compose("{}[{}] = {}: must be finite", argument, i, entries[i]));
  }
}

}  // namespace acgd
