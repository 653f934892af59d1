#include "objective/sparse_map.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "objective/atom_entries.hpp"
#include "objective/loss.hpp"

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

using Sparse = Eigen::SparseMatrix<double>;

bool are_sorted(const char* argument, const Sparse& a) {
  const int *starts = a.outerIndexPtr(), *counts = a.innerNonZeroPtr();
  const auto stored = static_cast<Index>(a.data().size());
  bool ascending = true;
  for (Index j = 0; j < a.cols(); ++j) {
    const Index begin = starts[j], end = counts != nullptr ? begin + counts[j] : starts[j + 1];
    if (begin < 0 || end < begin || end > stored) {
      throw InvalidInput(argument, compose("column {} has the entries {} to {}, of {} in all", j,
                                           begin, end - 1, stored));
    }
    for (Index k = begin; k < end; ++k) {
      const int row = a.innerIndexPtr()[k];
      if (row < 0 || row >= a.rows()) {
        throw InvalidInput(argument, compose("entry ({}, {}) must lie in a {} x {} matrix", row, j,
                                             a.rows(), a.cols()));
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

namespace {

double value_at(const SparseMap::Lines& columns, std::size_t k) {
  if (!columns.floats.empty()) return static_cast<double>(columns.floats[k]);
  return columns.values.empty() ? 1 : columns.values[k];
}

}  // namespace

namespace {

void check_size(const char* argument, Index size) {
  require_at_least(argument, size, 1);
  if (size >= std::numeric_limits<int>::max()) {
    throw InvalidInput(argument, size, "must be below 2^31 - 1");
  }
}

void check_count(Index count) {
  if (count > std::numeric_limits<int>::max()) {
    throw InvalidInput("entries", compose("{} of them, must be below 2^31", count));
  }
}

void check_value(Index row, Index col, double value) {
  if (!std::isfinite(value)) {
    throw InvalidInput({"entry", row, col}, value, "must be finite");
  }
}

/// Calls f with the kernel view of the lines, in this order of lines, if not null.
template <class F>
auto with_view(const SparseMap::Lines& a, const unsigned char* places, const F& f) {
  if (!a.floats.empty()) {
    return f(kernels::SparseView<float>{a.starts.data(), a.indices.data(), a.floats.data(),
                                        a.count(), places});
  }
  return f(kernels::SparseView<double>{a.starts.data(), a.indices.data(),
                                       a.values.empty() ? nullptr : a.values.data(), a.count(),
                                       places});
}

/// Sorts columns with indices in any order, and adds up duplicates.
SparseLines in_order(const SparseMap::Lines& columns, Index rows) {
  const SparseLines by_row = transpose(columns, rows);
  SparseLines result = transpose(by_row.view(), columns.count());
  if (!merge_equal(result)) return result;
  for (Index j = 0; j < columns.count(); ++j) {
    for (int k = result.starts[j]; k < result.starts[j + 1]; ++k) {
      check_value(result.indices[k], j, result.values[k]);
    }
  }
  return result;
}

SparseMap keep(Index rows, SparseLines columns) {
  std::vector<double>& values = columns.values;
  if (std::all_of(values.begin(), values.end(), [](double value) { return value == 1; })) {
    values = {};
  }
  const auto kept = std::make_shared<const SparseLines>(std::move(columns));
  return {rows, kept->view(), kept};
}

SparseLines sort_entries(Index rows, Index cols, const std::vector<SparseMap::Entry>& entries) {
  check_size("rows", rows);
  check_size("cols", cols);
  check_count(static_cast<Index>(entries.size()));
  std::vector<int> counts(static_cast<std::size_t>(cols)), fill;
  for (const SparseMap::Entry& entry : entries) {
    if (entry.row < 0 || entry.row >= rows || entry.col < 0 || entry.col >= cols) {
      throw InvalidInput({"entry", entry.row, entry.col},
                         compose("must lie in a {} x {} matrix", rows, cols));
    }
    check_value(entry.row, entry.col, entry.value);
    ++counts[entry.col];
  }
  SparseLines unsorted = make_lines(counts, fill);
  for (const SparseMap::Entry& entry : entries) {
    const int place = fill[entry.col]++;
    unsorted.indices[place] = static_cast<int>(entry.row);
    unsorted.values[place] = entry.value;
  }
  return in_order(unsorted.view(), rows);
}

}  // namespace

bool check_matrix(const SparseMatrix& matrix) {
  check_size("rows", matrix.rows());
  check_size("cols", matrix.cols());
  const bool ascending = are_sorted("matrix", matrix);
  check_count(matrix.nonZeros());
  double largest = 0;
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      check_value(entry.row(), j, entry.value());
      largest = std::max(largest, std::abs(entry.value()));
    }
  }
  require_squares("matrix", largest);
  return ascending;
}

namespace {

SparseLines columns_of(const SparseMatrix& matrix) {
  if (check_matrix(matrix)) return rows_between(matrix, 0, matrix.rows());
  SparseLines unsorted;
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      unsorted.indices.push_back(static_cast<int>(entry.row()));
      unsorted.values.push_back(entry.value());
    }
    unsorted.starts.push_back(static_cast<int>(unsorted.indices.size()));
  }
  return in_order(unsorted.view(), matrix.rows());
}

}  // namespace

SparseMap map_of_rows(const SparseMatrix& columns, Index first, Index last) {
  return keep(last - first, rows_between(columns, first, last));
}

struct SparseMap::Order {
  std::once_flag once;
  std::vector<unsigned char> places;
};

SparseMap::SparseMap(Index rows, const Lines& columns, std::shared_ptr<const void> owner,
                     Fetch fetch)
    : rows_(rows),
      columns_(columns),
      owner_(std::move(owner)),
      order_(std::make_shared<Order>()),
      fetch_(std::move(fetch)) {}

const unsigned char* SparseMap::order() const {
  std::call_once(order_->once, [&] {
    order_->places = kernels::order_of(columns_.starts.data(), columns_.count());
  });
  return order_->places.empty() ? nullptr : order_->places.data();
}

void SparseMap::fetch(Index first, Index last) const {
  if (!fetch_) return;
  const auto columns = static_cast<std::size_t>(last - first);
  fetch_(std::as_bytes(columns_.starts.subspan(static_cast<std::size_t>(first), columns + 1)));
  const auto begin = static_cast<std::size_t>(columns_.starts[first]);
  const auto size = static_cast<std::size_t>(columns_.starts[last]) - begin;
  fetch_(std::as_bytes(columns_.indices.subspan(begin, size)));
  if (!columns_.values.empty()) fetch_(std::as_bytes(columns_.values.subspan(begin, size)));
  if (!columns_.floats.empty()) fetch_(std::as_bytes(columns_.floats.subspan(begin, size)));
}

SparseMap::SparseMap(Index rows, Index cols, const std::vector<Entry>& entries)
    : SparseMap(keep(rows, sort_entries(rows, cols, entries))) {}

SparseMap::SparseMap(const SparseMatrix& matrix)
    : SparseMap(keep(matrix.rows(), columns_of(matrix))) {}

SparseMap SparseMap::of_rows(const Lines& rows, Index cols) {
  return keep(rows.count(), transpose(rows, cols));
}

/// y += scale * column j
void SparseMap::scatter(Index j, double scale, double* y) const {
  fetch(j, j + 1);
  with_view(columns_, nullptr, [&](const auto& view) { kernels::scatter_line(view, j, scale, y); });
}

// Columns where x is 0 are not read.
void SparseMap::multiply(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == cols() && y.size() == rows_);
  y.setZero();
  for (Index j = 0; j < cols(); ++j) {
    if (x[j] != 0) scatter(j, x[j], y.data());
  }
}

void SparseMap::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == rows_ && y.size() == cols());
  with_view(columns_, order(),
            [&](const auto& view) { kernels::gather(view, x.data(), y.data()); });
}

void SparseMap::multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const {
  fetch(first, std::min(cols(), last + (last - first)));  // prefetches the next range, too
  with_view(columns_, order(),
            [&](const auto& view) { kernels::gather(view, x.data(), first, last, y); });
}

void SparseMap::image(const Atom& atom, VectorRef z) const {
  assert(atom.size() == cols() && z.size() == rows_);
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    z.setZero();
    scatter(one->index, one->value, z.data());
  } else if (const auto* some = atom.as<Atom::Sparse>()) {
    z.setZero();
    for (std::size_t k = 0; k < some->indices.size(); ++k) {
      scatter(some->indices[k], some->values[k], z.data());
    }
  } else if (const auto* dense = atom.as<Atom::Dense>()) {
    multiply(dense->values, z);
  } else {
    // Thread-local, since runs may share the map; static, since iterations must not allocate.
    thread_local Vector entries;
    entries.resize(cols());
    atom.assign_to(entries);
    multiply(entries, z);
  }
}

// A column is represented as a list, whatever its length, unless columns are long on average: then
// all Gram products use one method.
std::optional<Index> SparseMap::image_length(const Atom& atom) const {
  if (kListsAreShorter * entry_count() > rows_ * cols()) return std::nullopt;
  const auto length_of = [&](Index j) -> Index {
    return columns_.starts[j + 1] - columns_.starts[j];
  };
  if (const auto* one = atom.as<Atom::Coordinate>()) return length_of(one->index);
  if (kListsAreShorter * count_stored_entries(atom) > cols()) return std::nullopt;
  Index length = 0;
  for_each_entry(atom, 0, [&](Index j, double) { length += length_of(j); });
  return kListsAreShorter * length <= rows_ ? std::optional(length) : std::nullopt;
}

bool SparseMap::append_image(const Atom& atom, EntryList& image) const {
  if (!image_length(atom)) return false;
  for_each_entry(atom, 0, [&](Index j, double value) {
    fetch(j, j + 1);
    const auto begin = static_cast<std::size_t>(columns_.starts[j]);
    const auto end = static_cast<std::size_t>(columns_.starts[j + 1]);
    image.places.reserve(image.size() + end - begin);
    image.values.reserve(image.size() + end - begin);
    for (std::size_t k = begin; k < end; ++k) {
      image.add(columns_.indices[k], value * value_at(columns_, k));
    }
  });
  return true;
}

// Counts values as doubles even if they are floats: decisions must not depend on the storage type.
double SparseMap::bytes() const {
  const bool has_values = !columns_.values.empty() || !columns_.floats.empty();
  const std::size_t each = sizeof(int) + (has_values ? sizeof(double) : 0);
  return static_cast<double>(each) * static_cast<double>(entry_count());
}

}  // namespace acgd
