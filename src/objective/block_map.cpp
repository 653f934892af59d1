#include <algorithm>
#include <cassert>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/design.hpp"
#include "core/compose.hpp"
#include "linalg/threads.hpp"
#include "objective/sparse_map.hpp"

namespace acgd {
namespace {

// Number of columns whose sums over all blocks are computed by one thread: small enough to occupy
// all threads and to stay in the first-level cache.
constexpr Index kFewestTogether = 16;
constexpr Index kMostTogether = 512;
constexpr Index kShares = 32;

// A power of 2, which suits the loops over columns.
Index columns_together(Index cols) {
  Index together = kFewestTogether;
  while (together < kMostTogether && 2 * together * kShares <= cols) together *= 2;
  return together;
}

/// Buffers are thread-local and reused, since iterations must not allocate.
double* room_of(std::vector<double>& room, Index size) {
  if (room.size() < static_cast<std::size_t>(size)) room.resize(static_cast<std::size_t>(size));
  return room.data();
}

}  // namespace

BlockMap::BlockMap(std::vector<std::shared_ptr<const LinearMap>> parts,
                   std::shared_ptr<const Reduction> reduction)
    : parts_(std::move(parts)), reduction_(std::move(reduction)) {
  if (reduction_ == nullptr) throw InvalidInput("blocks", "must not be null");
  const Reduction::Range own = reduction_->own_blocks();
  if (static_cast<Index>(parts_.size()) != own.size()) {
    throw InvalidInput("maps", compose("{} of them, must be one for each of the {} blocks here",
                                       parts_.size(), own.size()));
  }
  for (Index s = 0; s < own.size(); ++s) {
    const LinearMap* part = parts_[s].get();
    const Index rows = reduction_->here(own.first + s).size();
    if ((part == nullptr ? 0 : part->rows()) != rows) {
      throw InvalidInput(compose("map of block {}: has {} rows, must have {}", own.first + s,
                                 part == nullptr ? 0 : part->rows(), rows));
    }
    if (part == nullptr) continue;
    if (cols_ != 0 && part->cols() != cols_) {
      throw InvalidInput(compose("map of block {}: has {} columns, the others have {}",
                                 own.first + s, part->cols(), cols_));
    }
    cols_ = part->cols();
    by_columns_ = by_columns_ && part->has_columns();
  }
  for (const Index cols : gather_numbers(reduction_->team(), cols_)) {
    if (cols == 0 || cols == cols_) continue;
    if (cols_ != 0) {
      throw InvalidInput("maps",
                         compose("have {} columns on one rank and {} on another", cols, cols_));
    }
    cols_ = cols;
  }
  // Over all ranks: the bytes, and the number of parts that are not dense.
  double sums[2];
  reduction_->sum_each(
      2,
      [&](Reduction::Range range, double* out) {
        Index s = 0;
        while (reduction_->here(own.first + s).first != range.first ||
               reduction_->here(own.first + s).size() == 0) {
          ++s;
        }
        out[0] = parts_[s]->bytes();
        out[1] = parts_[s]->dense() == nullptr ? 1 : 0;
      },
      sums);
  bytes_ = sums[0];
  is_dense_ = sums[1] == 0;
}

template <class Visit>
void BlockMap::for_each_part(Index bytes, const Visit& visit) const {
  const Reduction::Range own = reduction_->own_blocks();
  const auto run = [&](Index s) {
    const LinearMap* part = parts_[s].get();
    if (part != nullptr) visit(*part, reduction_->here(own.first + s));
  };
  if (bytes >= kBytesWorthThreads) {
    share_tasks(own.size(), run);
  } else {
    for (Index s = 0; s < own.size(); ++s) run(s);
  }
}

void BlockMap::multiply(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == cols() && y.size() == rows());
  for_each_part(own_bytes(), [&](const LinearMap& part, Reduction::Range range) {
    part.multiply(x, y.segment(range.first, range.size()));
  });
}

void BlockMap::image(const Atom& atom, VectorRef z) const {
  assert(atom.size() == cols() && z.size() == rows());
  // Most atoms have few entries: the cost is dominated by filling z.
  for_each_part(8 * rows(), [&](const LinearMap& part, Reduction::Range range) {
    part.image(atom, z.segment(range.first, range.size()));
  });
}

// A' x over the blocks of all ranks, with bits that do not depend on the number of ranks and
// threads:
//
// 1. Each rank sums A_s' x_s over the blocks of each of its subtrees, in the order of the tree:
//    add_columns() for maps with column access, add_products() for others.
// 2. Reduction::combine() adds the subtrees of all ranks.

void BlockMap::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == rows() && y.size() == cols());
  // With one rank there is one subtree, and its sum is y.
  thread_local std::vector<double> of_subtrees;
  const auto subtrees = static_cast<Index>(reduction_->subtrees().size());
  double* sums =
      reduction_->team().size() == 1 ? y.data() : room_of(of_subtrees, subtrees * cols());
  by_columns_ ? add_columns(x, sums) : add_products(x, sums);
  reduction_->combine(sums, cols(), y.data());
}

void BlockMap::add_columns(ConstVectorRef x, double* sums) const {
  const Reduction::Range own = reduction_->own_blocks();
  in_tasks(cols(), columns_together(cols()), own_bytes(), [&](Index first, Index last) {
    thread_local std::vector<double> scratch;
    double* room = room_of(scratch, reduction_->depth() * (last - first));
    const auto fill = [&](Index block, double* out) {
      const LinearMap* part = parts_[block - own.first].get();
      if (part == nullptr) return static_cast<void>(std::fill(out, out + (last - first), 0.0));
      const Reduction::Range range = reduction_->here(block);
      part->multiply_columns(x.segment(range.first, range.size()), first, last, out);
    };
    double* out = sums;
    for (const Reduction::Range& subtree : reduction_->subtrees()) {
      Reduction::add_tree(subtree, last - first, fill, room, out + first);
      out += cols();
    }
  });
}

void BlockMap::add_products(ConstVectorRef x, double* sums) const {
  thread_local std::vector<double> scratch;
  double* room = room_of(scratch, reduction_->depth() * cols());
  const Reduction::Range own = reduction_->own_blocks();
  const auto fill = [&](Index block, double* out) {
    const LinearMap* part = parts_[block - own.first].get();
    Eigen::Map<Vector> product(out, cols());
    if (part == nullptr) return static_cast<void>(product.setZero());
    const Reduction::Range range = reduction_->here(block);
    part->multiply_adjoint(x.segment(range.first, range.size()), product);
  };
  double* out = sums;
  for (const Reduction::Range& subtree : reduction_->subtrees()) {
    Reduction::add_tree(subtree, cols(), fill, room, out);
    out += cols();
  }
}

namespace {

void check_rows(Index rows, const std::shared_ptr<const Reduction>& reduction) {
  if (reduction == nullptr) throw InvalidInput("blocks", "must not be null");
  if (rows != reduction->size()) {
    throw InvalidInput("rows", compose("{} of them, must be the {} samples that are here", rows,
                                       reduction->size()));
  }
}

template <class View>
std::shared_ptr<const DenseMap> view_of(const View& all, Reduction::Range rows,
                                        std::shared_ptr<const void> owner) {
  const View some(all.data() + rows.first, rows.size(), all.cols(),
                  Eigen::OuterStride<>(all.outerStride()));
  return std::make_shared<const DenseMap>(some, std::move(owner));
}

/// Calls make(range) for each non-empty block.
template <class Make>
std::shared_ptr<const BlockMap> partition_by(std::shared_ptr<const Reduction> reduction,
                                             const Make& make) {
  std::vector<std::shared_ptr<const LinearMap>> parts;
  const Reduction::Range own = reduction->own_blocks();
  for (Index s = own.first; s < own.last; ++s) {
    const Reduction::Range range = reduction->here(s);
    parts.push_back(range.size() == 0 ? nullptr : make(range));
  }
  return std::make_shared<const BlockMap>(std::move(parts), std::move(reduction));
}

}  // namespace

std::shared_ptr<const BlockMap> partition_rows(const Matrix& rows,
                                               std::shared_ptr<const Reduction> reduction) {
  check_rows(rows.rows(), reduction);
  return partition_by(std::move(reduction), [&](Reduction::Range range) {
    return std::make_shared<const DenseMap>(Matrix(rows.middleRows(range.first, range.size())));
  });
}

std::shared_ptr<const BlockMap> partition_rows(const SparseMatrix& rows,
                                               std::shared_ptr<const Reduction> reduction) {
  check_rows(rows.rows(), reduction);
  // A rank without samples has no matrix.
  const bool ascending = rows.rows() == 0 || check_matrix(rows);
  const SparseMatrix sorted_rows = ascending ? SparseMatrix() : sorted(rows);
  return partition_by(std::move(reduction), [&](Reduction::Range range) {
    return std::make_shared<const SparseMap>(
        map_of_rows(ascending ? rows : sorted_rows, range.first, range.last));
  });
}

std::shared_ptr<const BlockMap> partition_rows(const std::shared_ptr<const DenseMap>& rows,
                                               std::shared_ptr<const Reduction> reduction) {
  check_rows(rows->rows(), reduction);
  return partition_by(std::move(reduction), [&](Reduction::Range range) {
    return rows->matrix() != nullptr ? view_of(*rows->matrix(), range, rows)
                                     : view_of(*rows->matrix_float(), range, rows);
  });
}

void Design::set_reduction() {
  if (map_ == nullptr) throw InvalidInput("A", "must not be null");
  reduction_ =
      blocks_ != nullptr ? blocks_->reduction() : std::make_shared<const Reduction>(map_->rows());
}

}  // namespace acgd
