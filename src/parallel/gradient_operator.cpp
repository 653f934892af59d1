#include "parallel/gradient_operator.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/clones.hpp"
#include "linalg/kernels.hpp"
#include "linalg/threads.hpp"
#include "parallel/reduction.hpp"

namespace acgd {

namespace {

// Sums of Eigen expressions run in the same order for every alignment; that of a plain segment
// would not.
template <class Term>
double sum_segments(const Gradient& gradient, const Term& term) {
  return sum_entries(gradient, [&](Reduction::Range range) {
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
  if (gradient.reduction() == nullptr) return entries.stableNorm();
  const double largest = gradient.reduction()->largest([&](Reduction::Range range) {
    return entries.segment(range.first, range.size()).lpNorm<Eigen::Infinity>();
  });
  if (largest == 0) return 0;
  return largest * std::sqrt(sum_segments(gradient, [largest](const auto& segment) {
           return (segment / largest).cwiseAbs2().sum();
         }));
}

void visit_gradient(Archive& archive, const Gradient& gradient, Vector& entries) {
  if (gradient.reduction() == nullptr) return archive(entries);
  visit_samples(archive, *gradient.reduction(), entries);
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
  if (const Reduction* reduction = gradient_.reduction()) {
    block_count_ = reduction->count();
    block_columns_ = pattern.block_columns.data();
    return;
  }
  const Index entries = gradient_.entries().size();
  if (entries > kEntriesWorthThreads) block_count_ = Reduction::shared_count(entries);
  const auto begin = pattern.column_starts.begin();
  room_.columns.clear();
  for (Index s = 0; s < block_count_; ++s) {
    const auto at = std::lower_bound(begin, begin + cols_, s * entries / block_count_);
    room_.columns.push_back(static_cast<int>(at - begin));
  }
  room_.columns.push_back(static_cast<int>(cols_));
  block_columns_ = room_.columns.data();
}

Index GradientOperator::entries_of(Reduction::Range blocks) const {
  const std::vector<int>& starts = gradient_.pattern().column_starts;
  return starts[block_columns_[blocks.last]] - starts[block_columns_[blocks.first]];
}

/// sum += G x over some blocks, in the order of the tree; sum and scratch must be zero.
void GradientOperator::add_blocks(Reduction::Range blocks, const double* x, double* sum,
                                  double* scratch) const {
  if (blocks.size() == 1) {
    const SparsityPattern& pattern = gradient_.pattern();
    scatter({pattern.column_starts.data(), pattern.row_indices.data(), gradient_.entries().data(),
             block_columns_[blocks.first], block_columns_[blocks.last]},
            x, sum);
    return;
  }
  const Index middle = Reduction::half(blocks);
  add_blocks({blocks.first, middle}, x, sum, scratch);
  add_blocks({middle, blocks.last}, x, scratch, scratch + rows_);
  add_and_clear({middle, blocks.last}, scratch, sum);
}

/// to += from; from = 0. If the blocks have few entries, only the rows that they touch are read.
void GradientOperator::add_and_clear(Reduction::Range blocks, double* from, double* to) const {
  if (kCostOfTouching * entries_of(blocks) > rows_) return add_and_clear_all(from, rows_, to);
  const SparsityPattern& pattern = gradient_.pattern();
  const int* row = pattern.row_indices.data();
  const int first = pattern.column_starts[block_columns_[blocks.first]];
  const int last = pattern.column_starts[block_columns_[blocks.last]];
  for (int k = first; k < last; ++k) {
    to[row[k]] += from[row[k]];
    from[row[k]] = 0;
  }
}

/// Appends the maximal parts of a subtree with at most `most` blocks to the units.
void GradientOperator::list_units(Reduction::Range blocks, Index most) const {
  if (blocks.size() <= most) return room_.units.push_back(blocks);
  const Index middle = Reduction::half(blocks);
  list_units({blocks.first, middle}, most);
  list_units({middle, blocks.last}, most);
}

/// Adds up the units of a subtree, beginning with unit `next`; returns the unit that holds the sum.
Index GradientOperator::add_units(Reduction::Range blocks, Index most, Index stride,
                                  Index& next) const {
  if (blocks.size() <= most) return next++;
  const Index middle = Reduction::half(blocks);
  const Index left = add_units({blocks.first, middle}, most, stride, next);
  const Index right = add_units({middle, blocks.last}, most, stride, next);
  double* sums = room_.sums.data();
  add_and_clear_all(sums + right * stride, rows_, sums + left * stride);
  return left;
}

// Sparse G x, with bits that do not depend on the numbers of ranks and threads:
//
// 1. Divide the subtrees of this rank into units, about kUnitsPerThread per thread (list_units).
// 2. One thread per unit adds the products of its blocks in the order of the tree (add_blocks).
// 3. Add the units of each subtree in the same order (add_units), clearing the buffers.
// 4. Add the subtrees of all ranks (Reduction::combine).

void GradientOperator::multiply(ConstVectorRef x, VectorRef y) const {
  if (gradient_.is_dense()) {
    y.noalias() = Eigen::Map<const Matrix>(gradient_.entries().data(), rows_, cols_) * x;
    return;
  }
  const Reduction* reduction = gradient_.reduction();
  const Reduction::Range all{0, block_count_};
  const auto subtrees =
      reduction ? reduction->subtrees() : std::span<const Reduction::Range>(&all, 1);
  const bool use_threads = gradient_.entries().size() > kEntriesWorthThreads && thread_count() > 1;
  const Index most = use_threads
                         ? std::max<Index>(1, block_count_ / (kUnitsPerThread * thread_count()))
                         : block_count_;
  room_.units.clear();
  for (const Reduction::Range subtree : subtrees) list_units(subtree, most);
  const auto units = static_cast<Index>(room_.units.size());
  // Each unit has its sum and the scratch memory of add_blocks().
  const Index stride = rows_ * (1 + halvings(std::min(most, block_count_)));
  if (room_.sums.size() < units * stride) room_.sums.setZero(units * stride);
  const bool alone = reduction == nullptr || reduction->team().size() == 1;
  if (alone && units == 1) {
    // With one unit the sum is written to y directly.
    y.setZero();
    return add_blocks(all, x.data(), y.data(), room_.sums.data());
  }
  const auto run = [&](Index unit) {
    double* sum = room_.sums.data() + unit * stride;
    add_blocks(room_.units[unit], x.data(), sum, sum + rows_);
  };
  if (use_threads) {
    share_tasks(units, run);
  } else {
    for (Index unit = 0; unit < units; ++unit) run(unit);
  }
  if (!alone) room_.own.resize(rows_ * static_cast<Index>(subtrees.size()));
  double* to = alone ? y.data() : room_.own.data();
  Index next = 0;
  for (const Reduction::Range subtree : subtrees) {
    double* sum = room_.sums.data() + add_units(subtree, most, stride, next) * stride;
    to = std::copy(sum, sum + rows_, to);
    std::fill(sum, sum + rows_, 0.0);
  }
  if (!alone) reduction->combine(room_.own.data(), rows_, y.data());
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
  const Reduction* reduction = gradient_.reduction();
  if (reduction == nullptr || reduction->team().size() == 1) return gather(0, cols_, y.data());
  const Reduction::Range own = reduction->own_blocks();
  const Index first = block_columns_[own.first], last = block_columns_[own.last];
  room_.piece.resize(last - first);
  gather(first, last, room_.piece.data());
  gather_columns(*reduction, block_columns_, 1, room_.piece.data(), y.data());
}

}  // namespace acgd
