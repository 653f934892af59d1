#pragma once

#include <deque>

#include "acgd/core/vector.hpp"

namespace acgd::io {

/// The numbers of a matrix as text has them, row after row, while nobody knows how many will come.
class RowStack {
 public:
  void push_back(double value) { values_.push_back(value); }
  bool empty() const { return values_.empty(); }
  Index size() const { return static_cast<Index>(values_.size()); }

  /// All of them as rows of `cols`; it must divide their number.
  Matrix matrix(Index cols) const {
    Matrix result(size() / cols, cols);
    auto next = values_.begin();
    for (Index i = 0; i < result.rows(); ++i) {
      for (Index j = 0; j < cols; ++j) result(i, j) = *next++;
    }
    return result;
  }

 private:
  std::deque<double> values_;  ///< grows without moving what it has
};

}  // namespace acgd::io
