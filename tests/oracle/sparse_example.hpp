#pragma once

#include <memory>
#include <vector>

#include "acgd/core/gradient.hpp"
#include "oracle/matrices.hpp"

namespace acgd_test {

/// About a third of the entries of a matrix, as a pattern and as the matrix itself.
struct SparseExample {
  std::shared_ptr<const acgd::SparsityPattern> pattern;
  acgd::Vector entries;
  acgd::Matrix matrix;

  SparseExample(acgd::Index rows, acgd::Index cols, unsigned seed)
      : matrix(acgd::normal_matrix(rows, cols, seed)) {
    auto made = std::make_shared<acgd::SparsityPattern>();
    made->rows = rows;
    made->cols = cols;
    made->column_starts.push_back(0);
    std::vector<double> values;
    for (acgd::Index j = 0; j < cols; ++j) {
      for (acgd::Index i = 0; i < rows; ++i) {
        if ((i * 7 + j * 11) % 3 != 0) {
          matrix(i, j) = 0;
          continue;
        }
        made->row_indices.push_back(static_cast<int>(i));
        values.push_back(matrix(i, j));
      }
      made->column_starts.push_back(static_cast<int>(values.size()));
    }
    pattern = made;
    entries =
        Eigen::Map<const acgd::Vector>(values.data(), static_cast<acgd::Index>(values.size()));
  }

  acgd::Gradient gradient() const {
    acgd::Gradient result(pattern);
    result.entries() = entries;
    return result;
  }
};

}  // namespace acgd_test
