#include "bindings/sparse_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "acgd/core/error.hpp"
#include "app/data/limits.hpp"

namespace acgd::python {
namespace {

constexpr Index kMostEntries = std::numeric_limits<int>::max();

void check_shape(const std::string& name, Index rows, Index cols) {
  if (rows < 1 || cols < 1 || rows >= kMostEntries || cols >= kMostEntries) {
    throw InvalidInput(
        name,
        fmt::format("is {} x {}, must have at least one row and column and fewer than 2^31 - 1",
                    rows, cols));
  }
}

/// Limits memory: each row and column takes memory, even if empty. Arrays of `lines` numbers
/// justify as many.
void check_unused(const std::string& name, Index rows, Index cols, std::size_t entries,
                  Index lines = 0) {
  const Index most = static_cast<Index>(entries) + lines + data::kMaxUnused;
  if (rows <= most && cols <= most) return;
  throw InvalidInput(
      name, fmt::format("is {} x {} and has {} entries; rows and columns may outnumber them by {}",
                        rows, cols, entries, data::kMaxUnused));
}

void check_count(const std::string& name, Index count) {
  if (count >= kMostEntries) {
    throw InvalidInput(name, fmt::format("has {} entries, must have fewer than 2^31 - 1", count));
  }
}

/// array[k], read once because another thread may modify it.
Index checked_index(const std::string& name, const char* array, const Integers& indices, Index k,
                    Index size) {
  const Index index = indices[k];
  if (index >= 0 && index < size) return index;
  throw InvalidInput(name,
                     fmt::format("{}[{}] = {}, must be from 0 to {}", array, k, index, size - 1));
}

void check_value(const std::string& name, Index row, Index col, double value) {
  if (std::isfinite(value)) return;
  throw InvalidInput({name, row, col}, value, "must be finite");
}

/// `per_block` values for each index.
void check_sizes(const std::string& name, const char* array, Index indices, std::size_t values,
                 Index per_block) {
  if (static_cast<Index>(values) % per_block == 0 &&
      static_cast<Index>(values) / per_block == indices) {
    return;
  }
  throw InvalidInput(name, fmt::format("has {} values and {} entries in {}, must have {} for each",
                                       values, indices, array, per_block));
}

std::vector<Index> checked_starts(const SparseLines& a, Index lines) {
  if (a.starts.size() != lines + 1) {
    throw InvalidInput(a.name,
                       fmt::format("indptr has {} entries, must have {} for {} {}", a.starts.size(),
                                   lines + 1, lines, a.are_rows ? "rows" : "columns"));
  }
  std::vector<Index> starts(static_cast<std::size_t>(lines + 1));
  for (Index l = 0; l <= lines; ++l) starts[l] = a.starts[l];
  if (starts.front() != 0) {
    throw InvalidInput(a.name, fmt::format("indptr[0] = {}, must be 0", starts.front()));
  }
  for (std::size_t l = 1; l < starts.size(); ++l) {
    if (starts[l] < starts[l - 1]) {
      throw InvalidInput(a.name, fmt::format("indptr[{}] = {} after {}, must not decrease", l,
                                             starts[l], starts[l - 1]));
    }
  }
  if (starts.back() > a.indices.size()) {
    throw InvalidInput(a.name, fmt::format("indptr[{}] = {}, but indices has {} entries", lines,
                                           starts.back(), a.indices.size()));
  }
  return starts;
}

/// Number of lines: rows or columns, or rows of blocks.
Index count_lines(const SparseLines& a) {
  const Index height = a.block_rows, width = a.block_cols;
  const bool good = height >= 1 && width >= 1 && height <= a.rows && width <= a.cols &&
                    a.rows % height == 0 && a.cols % width == 0 &&
                    (a.are_rows || (height == 1 && width == 1));
  if (!good) {
    throw InvalidInput(a.name, fmt::format("has blocks of {} x {}, which do not fill {} x {}",
                                           height, width, a.rows, a.cols));
  }
  return a.are_rows ? a.rows / height : a.cols;
}

using Triplets = std::vector<Eigen::Triplet<double>>;

void add(const std::string& name, Index row, Index col, double value, Triplets& triplets) {
  check_value(name, row, col, value);
  triplets.emplace_back(static_cast<int>(row), static_cast<int>(col), value);
}

SparseMatrix assemble(const std::string& name, Index rows, Index cols, const Triplets& triplets) {
  SparseMatrix matrix(rows, cols);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  for (Index j = 0; j < cols; ++j) {  // sums may overflow
    for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      check_value(name, entry.row(), j, entry.value());
    }
  }
  return matrix;
}

/// Copies the columns if they are sorted already.
std::optional<SparseMatrix> read_sorted(const SparseLines& a, const std::vector<Index>& starts) {
  if (a.are_rows) return std::nullopt;
  SparseMatrix matrix(a.rows, a.cols);
  matrix.resizeNonZeros(starts.back());
  std::copy(starts.begin(), starts.end(), matrix.outerIndexPtr());
  for (Index j = 0; j < a.cols; ++j) {
    const Index begin = starts[j];
    for (Index k = begin; k < starts[static_cast<std::size_t>(j) + 1]; ++k) {
      const Index row = checked_index(a.name, "indices", a.indices, k, a.rows);
      if (k > begin && row <= matrix.innerIndexPtr()[k - 1]) return std::nullopt;
      const double value = a.values[k];
      check_value(a.name, row, j, value);
      matrix.innerIndexPtr()[k] = static_cast<int>(row);
      matrix.valuePtr()[k] = value;
    }
  }
  return matrix;
}

}  // namespace

SparseMatrix read_sparse(const SparseLines& a) {
  check_shape(a.name, a.rows, a.cols);
  check_unused(a.name, a.rows, a.cols, a.values.size(), a.starts.size());
  check_count(a.name, static_cast<Index>(a.values.size()));
  const Index lines = count_lines(a);
  const Index per_block = a.block_rows * a.block_cols;
  check_sizes(a.name, "indices", a.indices.size(), a.values.size(), per_block);
  const std::vector<Index> starts = checked_starts(a, lines);
  if (auto matrix = read_sorted(a, starts)) return *std::move(matrix);
  const Index size = a.are_rows ? a.cols / a.block_cols : a.rows;
  Triplets triplets;
  triplets.reserve(static_cast<std::size_t>(starts.back() * per_block));
  for (Index l = 0; l < lines; ++l) {
    const auto place = static_cast<std::size_t>(l);
    for (Index k = starts[place]; k < starts[place + 1]; ++k) {
      const Index index = checked_index(a.name, "indices", a.indices, k, size);
      const Index row = a.are_rows ? l * a.block_rows : index;
      const Index col = a.are_rows ? index * a.block_cols : l;
      for (Index b = 0; b < per_block; ++b) {
        add(a.name, row + b / a.block_cols, col + b % a.block_cols, a.values[k * per_block + b],
            triplets);
      }
    }
  }
  return assemble(a.name, a.rows, a.cols, triplets);
}

SparseMatrix read_sparse(const SparseEntries& a) {
  check_shape(a.name, a.rows, a.cols);
  check_unused(a.name, a.rows, a.cols, a.values.size());
  check_count(a.name, static_cast<Index>(a.values.size()));
  check_sizes(a.name, "row", a.row.size(), a.values.size(), 1);
  check_sizes(a.name, "col", a.col.size(), a.values.size(), 1);
  Triplets triplets;
  triplets.reserve(a.values.size());
  for (Index k = 0; k < a.row.size(); ++k) {
    add(a.name, checked_index(a.name, "row", a.row, k, a.rows),
        checked_index(a.name, "col", a.col, k, a.cols), a.values[k], triplets);
  }
  return assemble(a.name, a.rows, a.cols, triplets);
}

std::vector<Observation> read_observations(const SeenEntries& seen) {
  const auto count = static_cast<Index>(seen.values.size());
  const auto check = [&](const char* name, Index size) {
    if (size == count) return;
    throw InvalidInput(name, fmt::format("has {} entries, must have {} like values", size, count));
  };
  check("rows", seen.rows.size());
  check("cols", seen.cols.size());
  if (!seen.weights.empty()) check("weights", static_cast<Index>(seen.weights.size()));
  check_unused("shape", seen.shape.first, seen.shape.second, seen.values.size());
  std::vector<Observation> observed(seen.values.size());
  for (std::size_t k = 0; k < observed.size(); ++k) {
    const auto place = static_cast<Index>(k);
    const Index row = checked_index("observed", "rows", seen.rows, place, kMostEntries);
    const Index col = checked_index("observed", "cols", seen.cols, place, kMostEntries);
    observed[k] = {.row = static_cast<int>(row),
                   .col = static_cast<int>(col),
                   .value = seen.values[k],
                   .weight = seen.weights.empty() ? 1 : seen.weights[k]};
  }
  return observed;
}

}  // namespace acgd::python
