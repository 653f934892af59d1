#include "acgd/objective/sparse_map.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <mutex>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "objective/loss/check_samples.hpp"
#include "objective/sparse_block.hpp"
#include "objective/sparse_columns.hpp"
#include "objective/sparse_lines.hpp"

namespace acgd {
namespace {

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

/// Calls f with the view that the kernels take, which loop over columns in this order, if any.
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

SparseBlock all_of(const SparseMap& a) {
  return {.columns = a.by_column(), .rows = a.rows(), .entries = a.entry_count(), .map = &a};
}

/// Columns that come with indices in any order, the same one several times.
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
      throw InvalidInput(compose("entry ({}, {}): must lie in a {} x {} matrix", entry.row,
                                 entry.col, rows, cols));
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

/// Whether its indices ascend. Throws InvalidInput unless it is as a map may be.
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

void SparseMap::multiply(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == cols() && y.size() == rows_);
  acgd::multiply(all_of(*this), x, y);
}

void SparseMap::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == rows_ && y.size() == cols());
  with_view(columns_, order(),
            [&](const auto& view) { kernels::gather(view, x.data(), y.data()); });
}

void SparseMap::multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const {
  fetch(first, std::min(cols(), last + (last - first)));  // and those behind, on the way
  with_view(columns_, order(),
            [&](const auto& view) { kernels::gather(view, x.data(), first, last, y); });
}

void SparseMap::image(const Atom& atom, VectorRef z) const {
  assert(atom.size() == cols() && z.size() == rows_);
  acgd::image(all_of(*this), atom, z);
}

std::optional<Index> SparseMap::image_length(const Atom& atom) const {
  return acgd::image_length(all_of(*this), atom);
}

bool SparseMap::append_image(const Atom& atom, EntryList& image) const {
  return acgd::append_image(all_of(*this), atom, image);
}

double SparseMap::bytes() const {
  return bytes_of(entry_count(), !columns_.values.empty() || !columns_.floats.empty());
}

}  // namespace acgd
