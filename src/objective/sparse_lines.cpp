#include "objective/sparse_lines.hpp"

#include <algorithm>

namespace acgd {

SparseLines make_lines(const std::vector<int>& counts, std::vector<int>& fill) {
  SparseLines result;
  result.starts.resize(counts.size() + 1);
  for (std::size_t l = 0; l < counts.size(); ++l) {
    result.starts[l + 1] = result.starts[l] + counts[l];
  }
  const auto entries = static_cast<std::size_t>(result.starts.back());
  result.indices.resize(entries);
  result.values.resize(entries);
  fill.assign(result.starts.begin(), result.starts.end() - 1);
  return result;
}

SparseLines transpose(const SparseMap::Lines& lines, Index other_lines) {
  std::vector<int> counts(static_cast<std::size_t>(other_lines)), fill;
  const int first = lines.starts.front(), last = lines.starts.back();
  for (int k = first; k < last; ++k) ++counts[lines.indices[k]];
  SparseLines result = make_lines(counts, fill);
  for (Index line = 0; line < lines.count(); ++line) {
    for (int k = lines.starts[line]; k < lines.starts[line + 1]; ++k) {
      const int place = fill[lines.indices[k]]++;
      result.indices[place] = static_cast<int>(line);
      result.values[place] = lines.values[k];
    }
  }
  return result;
}

bool merge_equal(SparseLines& lines) {
  auto& [starts, indices, values] = lines;
  int kept = 0;
  for (std::size_t line = 0; line + 1 < starts.size(); ++line) {
    const int begin = kept;
    const int from = starts[line];
    starts[line] = begin;
    for (int k = from; k < starts[line + 1]; ++k) {
      if (kept > begin && indices[kept - 1] == indices[k]) {
        values[kept - 1] += values[k];
      } else {
        indices[kept] = indices[k];
        values[kept++] = values[k];
      }
    }
  }
  const bool merged = kept < starts.back();
  starts.back() = kept;
  indices.resize(static_cast<std::size_t>(kept));
  values.resize(static_cast<std::size_t>(kept));
  return merged;
}

SparseLines rows_between(const SparseMatrix& columns, Index first, Index last) {
  const int *starts = columns.outerIndexPtr(), *counts = columns.innerNonZeroPtr();
  const int* rows = columns.innerIndexPtr();
  std::vector<int> begins(static_cast<std::size_t>(columns.cols())), lengths(begins.size()), fill;
  for (std::size_t j = 0; j < begins.size(); ++j) {
    const int* begin = rows + starts[j];
    const int* end = counts != nullptr ? begin + counts[j] : rows + starts[j + 1];
    const int* from = std::lower_bound(begin, end, first);
    begins[j] = static_cast<int>(from - rows);
    lengths[j] = static_cast<int>(std::lower_bound(from, end, last) - from);
  }
  SparseLines result = make_lines(lengths, fill);
  for (std::size_t j = 0; j < begins.size(); ++j) {
    std::transform(rows + begins[j], rows + begins[j] + lengths[j],
                   result.indices.begin() + result.starts[j],
                   [&](int row) { return row - static_cast<int>(first); });
    std::copy_n(columns.valuePtr() + begins[j], lengths[j],
                result.values.begin() + result.starts[j]);
  }
  return result;
}

}  // namespace acgd
