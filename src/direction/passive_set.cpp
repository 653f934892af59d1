#include "direction/passive_set.hpp"

#include <algorithm>
#include <cmath>

namespace acgd {
namespace {

// A pivot below this share of its diagonal entry is rounding: the model does not bend there.
constexpr double kDependent = 1e-12;
// Below minus this share it is not: the model bends downwards.
constexpr double kNegative = 1e-9;

}  // namespace

void PassiveSet::begin(Index rows, const std::vector<Index>& block, Index block_count) {
  block_ = &block;
  is_in_.resize(static_cast<std::size_t>(rows), 0);
  if (row_.size() < rows) row_.resize(2 * rows);
  if (size() > 0 && rho_.size() == block_count) return;
  clear();
  choose_rho(rows, block_count);
}

void PassiveSet::clear() {
  factor_.clear();
  rows_.clear();
  std::fill(is_in_.begin(), is_in_.end(), 0);
}

/// What the atoms of a block have for curvature on average. It stays for as long as there is a
/// factor that was made with it.
void PassiveSet::choose_rho(Index rows, Index block_count) {
  rho_.setZero(block_count);
  multipliers_.setZero(block_count);
  for (Index i = 0; i < rows; ++i) {
    if (block(i) == kNoBlock) continue;
    rho_[block(i)] += h_(i, i);
    multipliers_[block(i)] += 1;
  }
  for (Index b = 0; b < block_count; ++b) rho_[b] = rho_[b] > 0 ? rho_[b] / multipliers_[b] : 1;
}

double PassiveSet::stiffened(Index i, Index j) const {
  const Index b = block(i);
  return h_(i, j) + (b != kNoBlock && b == block(j) ? rho_[b] : 0);
}

bool PassiveSet::assign(const std::vector<Index>& rows) {
  const Index count = static_cast<Index>(rows.size());
  const bool factorized = factor_.factorize(count, kDependent, [&](Matrix& l) {
    for (Index c = 0; c < count; ++c) {
      for (Index r = c; r < count; ++r) {
        l(r, c) = stiffened(rows[static_cast<std::size_t>(r)], rows[static_cast<std::size_t>(c)]);
      }
    }
  });
  if (!factorized) return false;
  rows_ = rows;
  for (const Index i : rows_) is_in_[static_cast<std::size_t>(i)] = 1;
  return true;
}

PassiveSet::Appended PassiveSet::append(Index j) {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    row_[static_cast<Index>(k)] = stiffened(rows_[k], j);
  }
  const double diagonal = stiffened(j, j);
  if (!factor_.append(row_, diagonal, kDependent * std::abs(diagonal))) {
    const bool bends = !(factor_.pivot() >= -kNegative * std::abs(diagonal));
    return bends ? Appended::bends_downwards : Appended::depends;
  }
  rows_.push_back(j);
  is_in_[static_cast<std::size_t>(j)] = 1;
  return Appended::yes;
}

void PassiveSet::remove(std::size_t k) {
  factor_.remove(static_cast<Index>(k));
  is_in_[static_cast<std::size_t>(rows_[k])] = 0;
  rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
}

void PassiveSet::rename(const std::vector<Index>& to, Index rows) {
  std::fill(is_in_.begin(), is_in_.end(), 0);
  is_in_.resize(static_cast<std::size_t>(rows), 0);
  for (Index& i : rows_) {
    i = to[static_cast<std::size_t>(i)];
    is_in_[static_cast<std::size_t>(i)] = 1;
  }
}

/// b = b - sums * multipliers, such that L'^-1 b has the sum -`wanted` in block `at`, and 0 in the
/// others.
void PassiveSet::balance(VectorRef b, Index at, double wanted) {
  const Index count = rho_.size();
  const Index k = factor_.size();
  if (count == 0) return;
  if (sums_.rows() < k || sums_.cols() != count) sums_.resize(h_.rows(), count);
  sums_.topRows(k).setZero();
  for (Index r = 0; r < k; ++r) {
    const Index own = block(rows_[static_cast<std::size_t>(r)]);
    if (own != kNoBlock) sums_(r, own) = 1;
  }
  sums_factor_.clear();
  multipliers_.resize(count);
  sum_row_.resize(count);
  for (Index c = 0; c < count; ++c) {
    factor_.solve_lower(sums_.col(c).head(k));
    for (Index other = 0; other <= c; ++other) {
      sum_row_[other] = sums_.col(other).head(k).dot(sums_.col(c).head(k));
    }
    // A block without passive quantities has nothing to balance.
    if (!sums_factor_.append(sum_row_, sum_row_[c], 0)) {
      sum_row_.head(c).setZero();
      sums_factor_.append(sum_row_, 1, 0);
    }
    multipliers_[c] = sums_.col(c).head(k).dot(b);
  }
  if (at != kNoBlock) multipliers_[at] += wanted;
  sums_factor_.solve_lower(multipliers_);
  sums_factor_.solve_upper(multipliers_);
  b.noalias() -= sums_.topRows(k) * multipliers_;
}

void PassiveSet::solve(VectorRef step) {
  step *= -1;
  factor_.solve_lower(step);
  balance(step, kNoBlock, 0);
  factor_.solve_upper(step);
}

void PassiveSet::dependence(Index j, VectorRef v) {
  v = -factor_.reduced();
  balance(v, block(j), 1);
  factor_.solve_upper(v);
}

void PassiveSet::visit(Archive& archive) {
  archive(factor_, rows_);
  archive.visit_resized(rho_);
  if (!archive.is_loading()) return;
  // Every row of the model is known by then.
  const Index most = h_.rows();
  is_in_.assign(static_cast<std::size_t>(most), 0);
  Archive::require(factor_.size() == static_cast<Index>(rows_.size()), "a factor has another size");
  for (const Index i : rows_) {
    Archive::require(i < most, "an index is out of range");
    is_in_[static_cast<std::size_t>(i)] = 1;
  }
}

}  // namespace acgd
