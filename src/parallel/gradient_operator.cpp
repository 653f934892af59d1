#include "parallel/gradient_operator.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/clones.hpp"
#include "linalg/kernels.hpp"
#include "linalg/threads.hpp"
#include "parallel/shards.hpp"

namespace acgd {

namespace {

// Sums of Eigen expressions run in the same order for every alignment; that of a plain segment
// would not.
template <class Term>
double sum_segments(const Gradient& gradient, const Term& term) {
  return sum_entries(gradient, [&](Shards::Range range) {
    return term(gradient.entries().segment(range.first, range.size()));
  });
}

}  // namespace

bool is_finite(const Gradient& gradient) {
  return sum_segments(gradient,
                      [](const auto& entries) { return entries.allFinite() ? 0.0 : 1.0; }) == 0;
}

double absolute_sum(const Gradient& gradient) {
  return sum_segments(gradient, [](const auto& entries) { return entries.cwiseAbs().sum(); });
}

double length_of(const Gradient& gradient) {
  return std::sqrt(
      sum_segments(gradient, [](const auto& entries) { return entries.cwiseAbs2().sum(); }));
}

double stable_length_of(const Gradient& gradient) {
  const Vector& entries = gradient.entries();
  if (gradient.shards() == nullptr) return entries.stableNorm();
  const double largest = gradient.shards()->largest([&](Shards::Range range) {
    return entries.segment(range.first, range.size()).lpNorm<Eigen::Infinity>();
  });
  if (largest == 0) return 0;
  return largest * std::sqrt(sum_segments(gradient, [largest](const auto& segment) {
           return (segment / largest).cwiseAbs2().sum();
         }));
}

namespace {

// A Krylov space takes dozens of products in a row. On a busy machine each would wait for its
// slowest thread, so smaller products use one thread.
constexpr Index kEntriesWorthThreads = 1 << 20;
// More than one, to balance the load if a thread starts late.
constexpr Index kUnitsPerThread = 2;
// Cost of adding one row touched by an entry, relative to adding one row of a contiguous vector.
constexpr Index kCostOfTouching = 4;

/// A range of columns of a sparse matrix.
struct Columns {
  const int* starts;
  const int* rows;
  const double* values;
  Index first;
  Index end;
};

/// y += A x
ACGD_CLONES void scatter(Columns a, const double* x, double* y) {
  for (Index j = a.first; j < a.end; ++j) {
    const double scale = x[j];
    for (int k = a.starts[j]; k < a.starts[j + 1]; ++k) y[a.rows[k]] += a.values[k] * scale;
  }
}

/// to += from; from = 0
ACGD_CLONES void add_and_clear_all(double* __restrict from, Index size, double* __restrict to) {
  for (Index i = 0; i < size; ++i) {
    to[i] += from[i];
    from[i] = 0;
  }
}

/// Number of times that a list of this size can be halved.
Index halvings(Index size) {
  Index depth = 0;
  for (Index reached = 1; reached < size; reached *= 2) ++depth;
  return depth;
}

}  // namespace

GradientOperator::GradientOperator(const Gradient& gradient, Index rows, Index cols, Room& room)
    : gradient_(gradient), rows_(rows), cols_(cols), room_(room) {
  if (gradient.size() != rows * cols)
    throw InvalidInput(
        "gradient", compose("{} entries, but the matrix is {} x {}", gradient.size(), rows, cols));
  if (gradient.is_dense()) return;
  const SparsityPattern& pattern = gradient.pattern();
  if (pattern.rows != rows || pattern.cols != cols)
    throw InvalidInput("gradient", compose("its pattern is {} x {}, but the matrix is {} x {}",
                                           pattern.rows, pattern.cols, rows, cols));
  cut_columns();
}

void GradientOperator::cut_columns() {
  const SparsityPattern& pattern = gradient_.pattern();
  if (const Shards* shards = gradient_.shards()) {
    shard_count_ = shards->count();
    shard_columns_ = pattern.shard_columns.data();
    return;
  }
  const Index entries = gradient_.entries().size();
  if (entries > kEntriesWorthThreads) shard_count_ = Shards::usual_count(entries);
  const auto begin = pattern.column_starts.begin();
  room_.columns.clear();
  for (Index s = 0; s < shard_count_; ++s) {
    const auto at = std::lower_bound(begin, begin + cols_, s * entries / shard_count_);
    room_.columns.push_back(static_cast<int>(at - begin));
  }
  room_.columns.push_back(static_cast<int>(cols_));
  shard_columns_ = room_.columns.data();
}

Index GradientOperator::entries_of(Shards::Range shards) const {
  const std::vector<int>& starts = gradient_.pattern().column_starts;
  return starts[shard_columns_[shards.last]] - starts[shard_columns_[shards.first]];
}

/// sum += G x over some shards, in the order of the tree; sum and scratch must be zero.
void GradientOperator::add_shards(Shards::Range shards, const double* x, double* sum,
                                  double* scratch) const {
  if (shards.size() == 1) {
    const SparsityPattern& pattern = gradient_.pattern();
    scatter({pattern.column_starts.data(), pattern.row_indices.data(), gradient_.entries().data(),
             shard_columns_[shards.first], shard_columns_[shards.last]},
            x, sum);
    return;
  }
  const Index middle = Shards::half(shards);
  add_shards({shards.first, middle}, x, sum, scratch);
  add_shards({middle, shards.last}, x, scratch, scratch + rows_);
  add_and_clear({middle, shards.last}, scratch, sum);
}

/// to += from; from = 0. If the shards have few entries, only the rows that they touch are read.
void GradientOperator::add_and_clear(Shards::Range shards, double* from, double* to) const {
  if (kCostOfTouching * entries_of(shards) > rows_) return add_and_clear_all(from, rows_, to);
  const SparsityPattern& pattern = gradient_.pattern();
  const int* row = pattern.row_indices.data();
  const int first = pattern.column_starts[shard_columns_[shards.first]];
  const int last = pattern.column_starts[shard_columns_[shards.last]];
  for (int k = first; k < last; ++k) {
    to[row[k]] += from[row[k]];
    from[row[k]] = 0;
  }
}

/// Appends the maximal parts of a subtree with at most `most` shards to the units.
void GradientOperator::list_units(Shards::Range shards, Index most) const {
  if (shards.size() <= most) return room_.units.push_back(shards);
  const Index middle = Shards::half(shards);
  list_units({shards.first, middle}, most);
  list_units({middle, shards.last}, most);
}

/// Adds up the units of a subtree, beginning with unit `next`; returns the unit that holds the sum.
Index GradientOperator::add_units(Shards::Range shards, Index most, Index stride,
                                  Index& next) const {
  if (shards.size() <= most) return next++;
  const Index middle = Shards::half(shards);
  const Index left = add_units({shards.first, middle}, most, stride, next);
  const Index right = add_units({middle, shards.last}, most, stride, next);
  double* sums = room_.sums.data();
  add_and_clear_all(sums + right * stride, rows_, sums + left * stride);
  return left;
}

// Sparse G x, with bits that do not depend on the numbers of ranks and threads:
//
// 1. Divide the subtrees of this rank into units, about kUnitsPerThread per thread (list_units).
// 2. One thread per unit adds the products of its shards in the order of the tree (add_shards).
// 3. Add the units of each subtree in the same order (add_units), clearing the buffers.
// 4. Add the subtrees of all ranks (Shards::combine).

void GradientOperator::multiply(ConstVectorRef x, VectorRef y) const {
  if (gradient_.is_dense()) {
    y.noalias() = Eigen::Map<const Matrix>(gradient_.entries().data(), rows_, cols_) * x;
    return;
  }
  const Shards* shards = gradient_.shards();
  const Shards::Range all{0, shard_count_};
  const auto subtrees = shards ? shards->subtrees() : std::span<const Shards::Range>(&all, 1);
  const bool use_threads = gradient_.entries().size() > kEntriesWorthThreads && thread_count() > 1;
  const Index most = use_threads
                         ? std::max<Index>(1, shard_count_ / (kUnitsPerThread * thread_count()))
                         : shard_count_;
  room_.units.clear();
  for (const Shards::Range subtree : subtrees) list_units(subtree, most);
  const auto units = static_cast<Index>(room_.units.size());
  // Each unit has its sum and the scratch memory of add_shards().
  const Index stride = rows_ * (1 + halvings(std::min(most, shard_count_)));
  if (room_.sums.size() < units * stride) room_.sums.setZero(units * stride);
  const bool alone = shards == nullptr || shards->team().size() == 1;
  if (alone && units == 1) {
    // With one unit the sum is written to y directly.
    y.setZero();
    return add_shards(all, x.data(), y.data(), room_.sums.data());
  }
  const auto run = [&](Index unit) {
    double* sum = room_.sums.data() + unit * stride;
    add_shards(room_.units[unit], x.data(), sum, sum + rows_);
  };
  if (use_threads) {
    share_tasks(units, run);
  } else {
    for (Index unit = 0; unit < units; ++unit) run(unit);
  }
  if (!alone) room_.own.resize(rows_ * static_cast<Index>(subtrees.size()));
  double* to = alone ? y.data() : room_.own.data();
  Index next = 0;
  for (const Shards::Range subtree : subtrees) {
    double* sum = room_.sums.data() + add_units(subtree, most, stride, next) * stride;
    to = std::copy(sum, sum + rows_, to);
    std::fill(sum, sum + rows_, 0.0);
  }
  if (!alone) shards->combine(room_.own.data(), rows_, y.data());
}

void GradientOperator::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  const Vector& entries = gradient_.entries();
  if (gradient_.is_dense()) {
    y.noalias() = Eigen::Map<const Matrix>(entries.data(), rows_, cols_).transpose() * x;
    return;
  }
  const SparsityPattern& pattern = gradient_.pattern();
  const auto gather = [&](Index first, Index last, double* to) {
    kernels::gather(
        kernels::SparseView<double>{pattern.column_starts.data() + first,
                                    pattern.row_indices.data(), entries.data(), last - first},
        x.data(), to);
  };
  const Shards* shards = gradient_.shards();
  if (shards == nullptr || shards->team().size() == 1) return gather(0, cols_, y.data());
  const Shards::Range own = shards->own_shards();
  const Index first = shard_columns_[own.first], last = shard_columns_[own.last];
  room_.piece.resize(last - first);
  gather(first, last, room_.piece.data());
  gather_columns(*shards, shard_columns_, 1, room_.piece.data(), y.data());
}

}  // namespace acgd
