#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/parallel/team.hpp"

namespace acgd {

/// Sums over samples that are partitioned into blocks, which are distributed over the ranks of a
/// team. This is the one place where ranks meet: losses and linear maps work on local samples.
///
/// A sum over samples is a sum over blocks in a binary tree that halves the list of blocks
/// recursively. The partition does not depend on the number of ranks, so the bits of a sum do not
/// depend on which rank owns which block. Vectors with an entry per sample hold the samples of this
/// rank, block by block. One process with one block sums in the order of the samples.
class Reduction {
 public:
  struct Range {
    Index first = 0;
    Index last = 0;
    Index size() const { return last - first; }
  };

  /// Block boundaries are multiples of this, so that vectorised loops have no remainder.
  static constexpr Index samples_at_once = 64;
  /// 1 for a single process. For several ranks 8, doubled until blocks have at most 2^20 samples.
  static Index default_count(Index samples, const Team& team);
  /// The latter for any team: blocks of a file that several ranks may read, or of a loop that
  /// several threads share.
  static Index shared_count(Index samples);

  /// `samples` is the total over all ranks, divided into `count` blocks of nearly equal size; some
  /// are empty if there are few samples. Throws InvalidInput unless samples >= 1 and 1 <= count <=
  /// max(samples, 1024).
  Reduction(Index samples, Index count, std::shared_ptr<const Team> team = alone());
  /// One block, of one process.
  explicit Reduction(Index samples) : Reduction(samples, 1) {}
  /// Block s has the samples starts[s] to starts[s + 1] - 1 of all ranks, where starts[0] = 0.
  Reduction(std::vector<Index> starts, std::shared_ptr<const Team> team);

  Index samples() const { return starts_.back(); }                        ///< of all ranks
  Index count() const { return static_cast<Index>(starts_.size()) - 1; }  ///< of all ranks
  const Team& team() const { return *team_; }
  const std::shared_ptr<const Team>& shared_team() const { return team_; }
  /// Whether this is one block of one process.
  bool is_local() const { return count() == 1 && team_->size() == 1; }

  /// The blocks of a rank; may be empty.
  Range blocks_of(int rank) const;
  Range own_blocks() const { return own_; }
  /// The samples of a rank, or of a block, numbered over all ranks.
  Range samples_of(int rank) const;
  Range samples_in(Index block) const { return {starts_[block], starts_[block + 1]}; }
  /// Number of samples of this rank.
  Index size() const { return starts_[own_.last] - starts_[own_.first]; }
  /// The range of a block of this rank in a vector with an entry per sample of this rank.
  Range here(Index block) const {
    return {starts_[block] - starts_[own_.first], starts_[block + 1] - starts_[own_.first]};
  }

  /// Whether an optional vector with an entry per sample, such as weights, is given. Collective
  /// call with the same result on all ranks; on a rank without samples the vector is empty in
  /// either case. Throws InvalidInput on all ranks if a rank has the wrong number of entries.
  bool are_given(std::string_view name, const Vector& values) const;

  /// The sum of term(range) over the non-empty blocks of all ranks; `range` is that of here().
  /// Several threads compute the terms if `bytes`, the amount of data read, is large enough.
  template <class Term>
  double sum(const Term& term, Index bytes = 0) const {
    if (is_local()) return term(Range{0, size()});
    double total = 0;
    sum_each(
        1, [&term](Range range, double* out) { *out = term(range); }, &total, bytes);
    return total;
  }
  /// The same for `width` sums at a time: fill(range, out) overwrites the terms of a block. Meant
  /// for up to a few thousand sums.
  template <class Fill>
  void sum_each(Index width, const Fill& fill, double* sums, Index bytes = 0) const {
    add_up(
        width,
        [](const void* context, Range range, double* out) {
          (*static_cast<const Fill*>(context))(range, out);
        },
        &fill, sums, bytes);
  }

  /// The terms themselves, `width` for each block of all ranks; zeros for empty blocks.
  template <class Fill>
  void list_each(Index width, const Fill& fill, double* terms) const {
    list(
        width,
        [](const void* context, Range range, double* out) {
          (*static_cast<const Fill*>(context))(range, out);
        },
        &fill, terms, 0);
  }
  /// The largest term(range), at least 0.
  template <class Term>
  double largest(const Term& term) const {
    double most = 0;
    largest_of([](const void* context, Range range,
                  double* out) { *out = (*static_cast<const Term*>(context))(range); },
               &term, &most);
    return most;
  }

  /// <a, b>, sum |a_i b_i|, sum a_i and max |a_i| of vectors with an entry per sample of this rank,
  /// over all ranks. If there is one block of one process, vectors may have any size, for samples
  /// with several predictions.
  double dot(ConstVectorRef a, ConstVectorRef b) const;
  double absolute_dot(ConstVectorRef a, ConstVectorRef b) const;
  double total(ConstVectorRef a) const;
  double largest_entry(ConstVectorRef a) const;

  /// The position at which the tree divides a range of several blocks.
  static Index half(Range blocks) { return blocks.first + blocks.size() / 2; }

  /// For sums of long vectors: the largest subtrees whose blocks all belong to this rank, in order.
  /// A rank sums each of them in the order of add_tree(), and combine() adds the subtrees of all
  /// ranks.
  std::span<const Range> subtrees() const { return subtrees_; }
  /// sums = the sum over the blocks of all ranks of vectors of `size` entries. `own` holds the sums
  /// of the subtrees(), one after the other. With one rank, `own` and `sums` may be the same.
  void combine(const double* own, Index size, double* sums) const;

  /// out = the sum over the blocks of a subtree, in tree order. fill(block, out) writes the `size`
  /// entries of a block; `scratch` has depth() * size entries.
  template <class Fill>
  static void add_tree(Range blocks, Index size, const Fill& fill, double* scratch, double* out) {
    if (blocks.size() == 1) return fill(blocks.first, out);
    const Index middle = half(blocks);
    add_tree({blocks.first, middle}, size, fill, scratch, out);
    add_tree({middle, blocks.last}, size, fill, scratch + size, scratch);
    for (Index i = 0; i < size; ++i) out[i] += scratch[i];
  }
  /// sums = the sum over the blocks of all ranks of vectors of any size. fill(block, out)
  /// overwrites the entries of a non-empty block of this rank. `room` has room_of_sums(size)
  /// entries.
  template <class Fill>
  void sum_vectors(Index size, const Fill& fill, double* room, double* sums) const {
    double* own = room;
    double* const scratch = room + static_cast<Index>(subtrees_.size()) * size;
    const auto fill_any = [&](Index block, double* out) {
      if (here(block).size() == 0) return static_cast<void>(std::fill(out, out + size, 0.0));
      fill(block, out);
    };
    for (const Range& subtree : subtrees_) {
      add_tree(subtree, size, fill_any, scratch, own);
      own += size;
    }
    combine(room, size, sums);
  }
  Index room_of_sums(Index size) const {
    return (static_cast<Index>(subtrees_.size()) + depth()) * size;
  }
  /// The same, where fill(range, out) adds to zeros. Allocates: not for use in iterations.
  template <class Fill>
  void sum_long(Index size, const Fill& fill, double* sums) const {
    std::vector<double> room(static_cast<std::size_t>(room_of_sums(size)));
    const auto fill_zeros = [&](Index block, double* out) {
      std::fill(out, out + size, 0.0);
      fill(here(block), out);
    };
    sum_vectors(size, fill_zeros, room.data(), sums);
  }

  /// Depth of the tree: number of times that the list of all blocks can be halved.
  int depth() const;

 private:
  using Leaf = void (*)(const void* context, Range range, double* out);
  /// Adds slot `from` to slot `to`.
  struct Merge {
    Index to;
    Index from;
  };

  static void fold(Range blocks, Index width, double* leaves);
  void merge(double* columns, Index size) const;
  void list(Index width, Leaf leaf, const void* context, double* leaves, Index bytes) const;
  void largest_of(Leaf leaf, const void* context, double* most) const;
  void add_up(Index width, Leaf leaf, const void* context, double* sums, Index bytes) const;
  /// Lists the subtrees of each rank within `blocks`, and the additions that combine them.
  Index plan(Range blocks);

  std::vector<Index> starts_;
  std::shared_ptr<const Team> team_;
  Range own_;
  std::vector<Range> subtrees_;        ///< of this rank
  std::vector<Index> subtree_counts_;  ///< of each rank
  std::vector<Merge> merges_;          ///< additions of the subtrees of all ranks
  std::vector<Index> leaf_counts_;     ///< of each rank
};

/// Visits a vector with an entry per sample for a checkpoint, which contains the entries of all
/// ranks in the order of samples, so that any number of ranks can resume from it. Collective call.
///
/// On saving, rank 0 gathers and saves all entries; the others save none. On loading, every rank
/// reads the whole and takes its own entries.
void visit_samples(Archive& archive, const Reduction& reduction, Vector& values);

}  // namespace acgd
