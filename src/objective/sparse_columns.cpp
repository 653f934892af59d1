#include "objective/sparse_columns.hpp"

#include <vector>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

using Sparse = Eigen::SparseMatrix<double>;

bool are_sorted(const char* argument, const Sparse& a) {
  const int *starts = a.outerIndexPtr(), *counts = a.innerNonZeroPtr();
  const auto stored = static_cast<Index>(a.data().size());
  bool ascending = true;
  for (Index j = 0; j < a.cols(); ++j) {
    const Index begin = starts[j], end = counts != nullptr ? begin + counts[j] : starts[j + 1];
    if (begin < 0 || end < begin || end > stored) {
      throw InvalidInput(compose("{}: column {} has the entries {} to {}, of {} in all", argument,
                                 j, begin, end - 1, stored));
    }
    for (Index k = begin; k < end; ++k) {
      const int row = a.innerIndexPtr()[k];
      if (row < 0 || row >= a.rows()) {
        throw InvalidInput(compose("{}: entry ({}, {}) must lie in a {} x {} matrix", argument, row,
                                   j, a.rows(), a.cols()));
      }
      ascending = ascending && (k == begin || a.innerIndexPtr()[k - 1] < row);
    }
  }
  return ascending;
}

Sparse sorted(const Sparse& a) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(static_cast<std::size_t>(a.nonZeros()));
  for (Index j = 0; j < a.cols(); ++j) {
    for (Sparse::InnerIterator entry(a, j); entry; ++entry) {
      entries.emplace_back(static_cast<int>(entry.row()), static_cast<int>(j), entry.value());
    }
  }
  Sparse result(a.rows(), a.cols());
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

}  // namespace acgd
