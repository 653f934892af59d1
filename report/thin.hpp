#pragma once

#include <cstddef>
#include <vector>

namespace acgd::report {

/// Ascending indices of the rows to draw, limit of them at the most (but never fewer than the
/// first and the last). Rows are cut into runs of equal length; each run keeps, for every column,
/// the row of its smallest and of its largest finite value, so that peaks stay. All columns have
/// the same length. The same input gives the same rows.
std::vector<std::size_t> thin(const std::vector<std::vector<double>>& columns, std::size_t limit);

}  // namespace acgd::report
