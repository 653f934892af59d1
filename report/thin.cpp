#include "report/thin.hpp"

#include <cmath>
#include <numeric>
#include <set>

namespace acgd::report {
namespace {

/// The rows of the extremes of one run of rows; its first row where nothing is finite.
void keep_extremes(const std::vector<double>& column, std::size_t begin, std::size_t end,
                   std::set<std::size_t>& rows) {
  std::size_t smallest = end;
  std::size_t largest = end;
  for (std::size_t i = begin; i < end; ++i) {
    if (!std::isfinite(column[i])) continue;
    if (smallest == end || column[i] < column[smallest]) smallest = i;
    if (largest == end || column[i] > column[largest]) largest = i;
  }
  rows.insert(smallest == end ? begin : smallest);
  rows.insert(largest == end ? begin : largest);
}

}  // namespace

std::vector<std::size_t> thin(const std::vector<std::vector<double>>& columns, std::size_t limit) {
  const std::size_t size = columns.empty() ? 0 : columns.front().size();
  if (size <= limit || size <= 2) {
    std::vector<std::size_t> all(size);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  std::set<std::size_t> rows = {0, size - 1};
  const std::size_t runs = limit < 2 ? 0 : (limit - 2) / (2 * columns.size());
  for (std::size_t run = 0; run < runs; ++run) {
    for (const auto& column : columns) {
      keep_extremes(column, size * run / runs, size * (run + 1) / runs, rows);
    }
  }
  return {rows.begin(), rows.end()};
}

}  // namespace acgd::report
