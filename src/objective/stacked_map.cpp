#include <algorithm>
#include <cassert>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "core/compose.hpp"
#include "linalg/threads.hpp"
#include "objective/sparse_map.hpp"

namespace acgd {
namespace {

// Number of columns whose sums over all shards are computed by one thread: small enough to occupy
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

/// The common matrix of all parts, if they are pieces of one; else null.
std::shared_ptr<const CutMatrix> matrix_of(
    const std::vector<std::shared_ptr<const LinearMap>>& parts) {
  std::shared_ptr<const CutMatrix> matrix;
  for (const auto& part : parts) {
    const auto* rows = dynamic_cast<const SparseRows*>(part.get());
    if (part == nullptr) continue;
    if (rows == nullptr || (matrix != nullptr && matrix != rows->matrix())) return nullptr;
    matrix = rows->matrix();
  }
  return matrix;
}

/// Lists the additions over the shards of a subtree in the order of Shards::add_tree(); pieces are
/// numbered from `first`.
void list_merges(Shards::Range shards, Index first, std::vector<kernels::CutLines::Merge>& merges) {
  if (shards.size() == 1) return;
  const Index middle = Shards::half(shards);
  list_merges({shards.first, middle}, first, merges);
  list_merges({middle, shards.last}, first, merges);
  merges.push_back({.to = shards.first - first, .from = middle - first});
}

}  // namespace

/// Reduction of the pieces of a matrix.
struct StackedMap::Pieces {
  std::shared_ptr<const CutMatrix> matrix;
  std::vector<kernels::CutLines::Merge> merges;
  std::vector<Index> roots;  ///< pieces that hold the sums of the subtrees afterwards
};

const SparseMap* StackedMap::whole() const {
  if (pieces_ == nullptr || pieces_->matrix->whole().rows() != rows()) return nullptr;
  return &pieces_->matrix->whole();
}

StackedMap::StackedMap(std::vector<std::shared_ptr<const LinearMap>> parts,
                       std::shared_ptr<const Shards> shards)
    : parts_(std::move(parts)), shards_(std::move(shards)) {
  if (shards_ == nullptr) throw InvalidInput("shards", "must not be null");
  const Shards::Range own = shards_->own_shards();
  if (static_cast<Index>(parts_.size()) != own.size()) {
    throw InvalidInput("maps", compose("{} of them, must be one for each of the {} shards here",
                                       parts_.size(), own.size()));
  }
  for (Index s = 0; s < own.size(); ++s) {
    const LinearMap* part = parts_[s].get();
    const Index rows = shards_->here(own.first + s).size();
    if ((part == nullptr ? 0 : part->rows()) != rows) {
      throw InvalidInput(compose("map of shard {}: has {} rows, must have {}", own.first + s,
                                 part == nullptr ? 0 : part->rows(), rows));
    }
    if (part == nullptr) continue;
    if (cols_ != 0 && part->cols() != cols_) {
      throw InvalidInput(compose("map of shard {}: has {} columns, the others have {}",
                                 own.first + s, part->cols(), cols_));
    }
    cols_ = part->cols();
    by_columns_ = by_columns_ && part->has_columns();
  }
  if (auto matrix = matrix_of(parts_)) {
    Pieces pieces{.matrix = std::move(matrix), .merges = {}, .roots = {}};
    for (const Shards::Range& subtree : shards_->subtrees()) {
      list_merges(subtree, own.first, pieces.merges);
      pieces.roots.push_back(subtree.first - own.first);
    }
    pieces_ = std::make_shared<const Pieces>(std::move(pieces));
  }
  for (const Index cols : gather_numbers(shards_->team(), cols_)) {
    if (cols == 0 || cols == cols_) continue;
    if (cols_ != 0) {
      throw InvalidInput("maps",
                         compose("have {} columns on one rank and {} on another", cols, cols_));
    }
    cols_ = cols;
  }
  // Over all ranks: the bytes, and the numbers of parts that are not dense and not adjusted.
  double sums[3];
  shards_->sum_each(
      3,
      [&](Shards::Range range, double* out) {
        Index s = 0;
        while (shards_->here(own.first + s).first != range.first ||
               shards_->here(own.first + s).size() == 0) {
          ++s;
        }
        const LinearMap* part = parts_[s].get();
        out[0] = part->bytes();
        out[1] = dynamic_cast<const DenseMap*>(part) == nullptr ? 1 : 0;
        out[2] = dynamic_cast<const AdjustedMap*>(part) == nullptr ? 1 : 0;
      },
      sums);
  bytes_ = sums[0];
  is_dense_ = sums[1] == 0;
  is_adjusted_ = sums[2] == 0;
}

template <class Visit>
void StackedMap::for_each_part(Index bytes, const Visit& visit) const {
  const Shards::Range own = shards_->own_shards();
  const auto run = [&](Index s) {
    const LinearMap* part = parts_[s].get();
    if (part != nullptr) visit(*part, shards_->here(own.first + s));
  };
  if (bytes >= kBytesWorthThreads) {
    share_tasks(own.size(), run);
  } else {
    for (Index s = 0; s < own.size(); ++s) run(s);
  }
}

void StackedMap::multiply(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == cols() && y.size() == rows());
  // In short columns, locating the rows of each part takes longer than adding them.
  if (pieces_ != nullptr && (!pieces_->matrix->columns().are_listed() || thread_count() == 1)) {
    return pieces_->matrix->whole().multiply(x, y);
  }
  for_each_part(own_bytes(), [&](const LinearMap& part, Shards::Range range) {
    part.multiply(x, y.segment(range.first, range.size()));
  });
}

void StackedMap::image(const Atom& atom, VectorRef z) const {
  assert(atom.size() == cols() && z.size() == rows());
  // Most atoms have few entries: the cost is dominated by filling z.
  for_each_part(8 * rows(), [&](const LinearMap& part, Shards::Range range) {
    part.image(atom, z.segment(range.first, range.size()));
  });
}

// A' x over the shards of all ranks, with bits that do not depend on the number of ranks and
// threads:
//
// 1. Each rank sums A_s' x_s over the shards of each of its subtrees, in the order of the tree:
//    add_pieces() for the pieces of one sparse matrix, add_columns() for maps with column access,
//    add_products() for others.
// 2. Shards::combine() adds the subtrees of all ranks.

void StackedMap::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == rows() && y.size() == cols());
  // With one rank there is one subtree, and its sum is y.
  thread_local std::vector<double> of_subtrees;
  const auto subtrees = static_cast<Index>(shards_->subtrees().size());
  double* sums = shards_->team().size() == 1 ? y.data() : room_of(of_subtrees, subtrees * cols());
  if (pieces_ != nullptr) {
    add_pieces(x, sums);
  } else {
    by_columns_ ? add_columns(x, sums) : add_products(x, sums);
  }
  shards_->combine(sums, cols(), y.data());
}

void StackedMap::add_columns(ConstVectorRef x, double* sums) const {
  const Shards::Range own = shards_->own_shards();
  in_tasks(cols(), columns_together(cols()), own_bytes(), [&](Index first, Index last) {
    thread_local std::vector<double> scratch;
    double* room = room_of(scratch, shards_->depth() * (last - first));
    const auto fill = [&](Index shard, double* out) {
      const LinearMap* part = parts_[shard - own.first].get();
      if (part == nullptr) return static_cast<void>(std::fill(out, out + (last - first), 0.0));
      const Shards::Range range = shards_->here(shard);
      part->multiply_columns(x.segment(range.first, range.size()), first, last, out);
    };
    double* out = sums;
    for (const Shards::Range& subtree : shards_->subtrees()) {
      Shards::add_tree(subtree, last - first, fill, room, out + first);
      out += cols();
    }
  });
}

void StackedMap::add_pieces(ConstVectorRef x, double* sums) const {
  const kernels::CutLines& columns = pieces_->matrix->columns();
  const Index most = kernels::kLinesInOrder;
  const Index together = std::max(columns_together(cols()), columns.are_listed() ? 1 : most);
  in_tasks(cols(), together, own_bytes(), [&](Index begin, Index end) {
    thread_local std::vector<double> scratch;
    double* room = room_of(scratch, columns.room());
    for (Index first = begin; first < end; first += most) {
      const Index last = std::min(first + most, end);
      columns.gather(x.data(), first, last, pieces_->merges, pieces_->roots, room);
      double* out = sums + first;
      for (const Index piece : pieces_->roots) {
        std::copy_n(room + piece * kernels::CutLines::kRoom, last - first, out);
        out += cols();
      }
    }
  });
}

void StackedMap::add_products(ConstVectorRef x, double* sums) const {
  thread_local std::vector<double> scratch;
  double* room = room_of(scratch, shards_->depth() * cols());
  const Shards::Range own = shards_->own_shards();
  const auto fill = [&](Index shard, double* out) {
    const LinearMap* part = parts_[shard - own.first].get();
    Eigen::Map<Vector> product(out, cols());
    if (part == nullptr) return static_cast<void>(product.setZero());
    const Shards::Range range = shards_->here(shard);
    part->multiply_adjoint(x.segment(range.first, range.size()), product);
  };
  double* out = sums;
  for (const Shards::Range& subtree : shards_->subtrees()) {
    Shards::add_tree(subtree, cols(), fill, room, out);
    out += cols();
  }
}

namespace {

void check_rows(Index rows, const std::shared_ptr<const Shards>& shards) {
  if (shards == nullptr) throw InvalidInput("shards", "must not be null");
  if (rows != shards->size()) {
    throw InvalidInput(
        "rows", compose("{} of them, must be the {} samples that are here", rows, shards->size()));
  }
}

template <class View>
std::shared_ptr<const DenseMap> view_of(const View& all, Shards::Range rows,
                                        std::shared_ptr<const void> owner) {
  const View some(all.data() + rows.first, rows.size(), all.cols(),
                  Eigen::OuterStride<>(all.outerStride()));
  return std::make_shared<const DenseMap>(some, std::move(owner));
}

/// Calls make(range) for each non-empty shard.
template <class Make>
std::shared_ptr<const StackedMap> cut_by(std::shared_ptr<const Shards> shards, const Make& make) {
  std::vector<std::shared_ptr<const LinearMap>> parts;
  const Shards::Range own = shards->own_shards();
  for (Index s = own.first; s < own.last; ++s) {
    const Shards::Range range = shards->here(s);
    parts.push_back(range.size() == 0 ? nullptr : make(range));
  }
  return std::make_shared<const StackedMap>(std::move(parts), std::move(shards));
}

}  // namespace

std::shared_ptr<const StackedMap> cut_rows(const Matrix& rows,
                                           std::shared_ptr<const Shards> shards) {
  check_rows(rows.rows(), shards);
  return cut_by(std::move(shards), [&](Shards::Range range) {
    return std::make_shared<const DenseMap>(Matrix(rows.middleRows(range.first, range.size())));
  });
}

std::shared_ptr<const StackedMap> cut_rows(const SparseMatrix& rows,
                                           std::shared_ptr<const Shards> shards) {
  check_rows(rows.rows(), shards);
  const Shards::Range own = shards->own_shards();
  std::vector<Index> starts = {0};
  for (Index s = own.first; s < own.last; ++s) starts.push_back(shards->here(s).last);
  std::vector<std::shared_ptr<const LinearMap>> parts(starts.size() - 1);
  // A rank without samples has no matrix.
  if (rows.rows() > 0) {
    const auto matrix = std::make_shared<const CutMatrix>(rows, starts);
    for (std::size_t s = 0; s < parts.size(); ++s) {
      if (starts[s] == starts[s + 1]) continue;
      parts[s] = std::make_shared<const SparseRows>(matrix, static_cast<Index>(s));
    }
  }
  return std::make_shared<const StackedMap>(std::move(parts), std::move(shards));
}

std::shared_ptr<const StackedMap> cut_rows(const std::shared_ptr<const DenseMap>& rows,
                                           std::shared_ptr<const Shards> shards) {
  check_rows(rows->rows(), shards);
  return cut_by(std::move(shards), [&](Shards::Range range) {
    return rows->matrix() != nullptr ? view_of(*rows->matrix(), range, rows)
                                     : view_of(*rows->matrix_float(), range, rows);
  });
}

}  // namespace acgd
