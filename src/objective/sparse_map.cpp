#include "acgd/objective/sparse_map.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "objective/atom_entries.hpp"
#include "objective/sparse_columns.hpp"

namespace acgd {
namespace {

using Compressed = SparseMap::Compressed;

// Adding up columns writes to scattered places, by one thread; reading rows is so much faster.
constexpr Index kRowsAreFaster = 4;

void check_size(const char* argument, Index size) {
  require_at_least(argument, size, 1);
  if (size >= std::numeric_limits<int>::max()) {
    throw InvalidInput(compose("{} = {}: must be below 2^31 - 1", argument, size));
  }
}

void check_count(Index count) {
  if (count > std::numeric_limits<int>::max()) {
    throw InvalidInput(compose("entries: {} of them, must be below 2^31", count));
  }
}

void check_value(Index row, Index col, double value) {
  if (!std::isfinite(value)) {
    throw InvalidInput(compose("entry ({}, {}) = {}: must be finite", row, col, value));
  }
}

/// Room for lines of so many entries each; fill[l] is where the next entry of line l goes.
Compressed make_lines(const std::vector<int>& counts, std::vector<int>& fill) {
  Compressed result;
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

/// Columns from rows and back; in the result, indices ascend inside each line.
Compressed transpose(const Compressed& a, Index other_lines) {
  std::vector<int> counts(static_cast<std::size_t>(other_lines)), fill;
  for (const int index : a.indices) ++counts[index];
  Compressed result = make_lines(counts, fill);
  for (std::size_t line = 0; line + 1 < a.starts.size(); ++line) {
    for (int k = a.starts[line]; k < a.starts[line + 1]; ++k) {
      const int place = fill[a.indices[k]]++;
      result.indices[place] = static_cast<int>(line);
      result.values[place] = a.values[k];
    }
  }
  return result;
}

/// Adds up neighbours of the same index; true if there were any.
bool merge_equal(Compressed& a) {
  int kept = 0;
  for (std::size_t line = 0; line + 1 < a.starts.size(); ++line) {
    const int begin = kept;
    const int from = a.starts[line];
    a.starts[line] = begin;
    for (int k = from; k < a.starts[line + 1]; ++k) {
      if (kept > begin && a.indices[kept - 1] == a.indices[k]) {
        a.values[kept - 1] += a.values[k];
      } else {
        a.indices[kept] = a.indices[k];
        a.values[kept++] = a.values[k];
      }
    }
  }
  const bool merged = kept < a.starts.back();
  a.starts.back() = kept;
  a.indices.resize(static_cast<std::size_t>(kept));
  a.values.resize(static_cast<std::size_t>(kept));
  return merged;
}

kernels::SparseView<double> view(const Compressed& a,
                                 const std::vector<unsigned char>& order = {}) {
  return {a.starts.data(), a.indices.data(), a.values.empty() ? nullptr : a.values.data(),
          static_cast<Index>(a.starts.size()) - 1, order.empty() ? nullptr : order.data()};
}

}  // namespace

SparseMap::SparseMap(Index rows, Index cols, const std::vector<Entry>& entries)
    : rows_(rows), cols_(cols) {
  check_size("rows", rows);
  check_size("cols", cols);
  check_count(static_cast<Index>(entries.size()));
  std::vector<int> counts(static_cast<std::size_t>(cols)), fill;
  for (const Entry& entry : entries) {
    if (entry.row < 0 || entry.row >= rows || entry.col < 0 || entry.col >= cols) {
      throw InvalidInput(compose("entry ({}, {}): must lie in a {} x {} matrix", entry.row,
                                 entry.col, rows, cols));
    }
    check_value(entry.row, entry.col, entry.value);
    ++counts[entry.col];
  }
  Compressed unsorted = make_lines(counts, fill);
  for (const Entry& entry : entries) {
    const int place = fill[entry.col]++;
    unsorted.indices[place] = static_cast<int>(entry.row);
    unsorted.values[place] = entry.value;
  }
  keep(unsorted);
}

SparseMap::SparseMap(const SparseMatrix& matrix) : rows_(matrix.rows()), cols_(matrix.cols()) {
  check_size("rows", rows_);
  check_size("cols", cols_);
  are_sorted("matrix", matrix);  // its order does not matter, only that it is well formed
  check_count(matrix.nonZeros());
  Compressed unsorted;
  unsorted.starts.assign(1, 0);
  for (Index j = 0; j < cols_; ++j) {
    for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      check_value(entry.row(), j, entry.value());
      unsorted.indices.push_back(static_cast<int>(entry.row()));
      unsorted.values.push_back(entry.value());
    }
    unsorted.starts.push_back(static_cast<int>(unsorted.indices.size()));
  }
  keep(unsorted);
}

void SparseMap::keep(const Compressed& columns) {
  by_row_ = transpose(columns, rows_);
  by_column_ = transpose(by_row_, cols_);
  if (merge_equal(by_column_)) {
    by_row_ = transpose(by_column_, rows_);
    for (Index j = 0; j < cols_; ++j) {
      for (int k = by_column_.starts[j]; k < by_column_.starts[j + 1]; ++k) {
        check_value(by_column_.indices[k], j, by_column_.values[k]);
      }
    }
  }
  drop_values_of_one();
  order_ = kernels::order_of(by_column_.starts.data(), cols_);
}

void SparseMap::drop_values_of_one() {
  const std::vector<double>& values = by_column_.values;
  if (!std::all_of(values.begin(), values.end(), [](double value) { return value == 1; })) return;
  by_column_.values = {};
  by_row_.values = {};
}

void SparseMap::multiply(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == cols_ && y.size() == rows_);
  const std::vector<int>& starts = by_column_.starts;
  Index entries = 0;
  for (Index j = 0; j < cols_; ++j) {
    if (x[j] != 0) entries += starts[j + 1] - starts[j];
  }
  if (kRowsAreFaster * entries > entry_count()) {
    kernels::gather(view(by_row_), x.data(), y.data());
    return;
  }
  y.setZero();
  for (Index j = 0; j < cols_; ++j) {
    if (x[j] != 0) kernels::scatter_line(view(by_column_), j, x[j], y.data());
  }
}

void SparseMap::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == rows_ && y.size() == cols_);
  kernels::gather(view(by_column_, order_), x.data(), y.data());
}

void SparseMap::multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const {
  kernels::gather(view(by_column_, order_), x.data(), first, last, y);
}

void SparseMap::image(const Atom& atom, VectorRef z) const {
  assert(atom.size() == cols_);
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    z.setZero();
    kernels::scatter_line(view(by_column_), one->index, one->value, z.data());
  } else if (const auto* some = atom.as<Atom::Sparse>()) {
    z.setZero();
    for (std::size_t k = 0; k < some->indices.size(); ++k) {
      kernels::scatter_line(view(by_column_), some->indices[k], some->values[k], z.data());
    }
  } else if (const auto* dense = atom.as<Atom::Dense>()) {
    multiply(dense->values, z);
  } else {
    // One per thread, since runs may share the map; kept, since loops do not allocate.
    thread_local Vector entries;
    entries.resize(cols_);
    atom.assign_to(entries);
    multiply(entries, z);
  }
}

// A column is taken for a list however long it is, unless most of them are long: then the products
// of all columns with each other have one way to go.
std::optional<Index> SparseMap::image_length(const Atom& atom) const {
  if (kListsAreShorter * entry_count() > rows_ * cols_) return std::nullopt;
  const std::vector<int>& starts = by_column_.starts;
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    return starts[one->index + 1] - starts[one->index];
  }
  if (kListsAreShorter * count_stored_entries(atom) > cols_) return std::nullopt;
  Index length = 0;
  for_each_entry(atom, 0, [&](Index j, double) { length += starts[j + 1] - starts[j]; });
  return kListsAreShorter * length <= rows_ ? std::optional(length) : std::nullopt;
}

bool SparseMap::append_image(const Atom& atom, EntryList& image) const {
  if (!image_length(atom)) return false;
  const auto& [starts, indices, values] = by_column_;
  for_each_entry(atom, 0, [&](Index j, double value) {
    const auto begin = starts[j], end = starts[j + 1];
    image.places.insert(image.places.end(), indices.begin() + begin, indices.begin() + end);
    if (values.empty()) {
      image.values.resize(image.places.size(), value);
    } else {
      std::size_t k = image.values.size();
      image.values.resize(image.places.size());
      for (int entry = begin; entry < end; ++entry) image.values[k++] = value * values[entry];
    }
  });
  return true;
}

double SparseMap::bytes() const {
  const std::size_t each = sizeof(int) + (by_column_.values.empty() ? 0 : sizeof(double));
  return static_cast<double>(each) * static_cast<double>(entry_count());
}

}  // namespace acgd
