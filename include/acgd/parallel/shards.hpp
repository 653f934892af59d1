#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/parallel/team.hpp"

namespace acgd {

/// How the samples of a sum are cut into shards, and which of them this rank has.
///
/// A sum over samples is a sum over shards, each added up by itself, in a tree that halves the list
/// of shards again and again. The cut depends on the number of samples alone, so a sum has the same
/// bits whoever has which shards. Vectors with an entry for each sample hold the samples of this
/// rank, one shard after the other.
class Shards {
 public:
  struct Range {
    Index first = 0;
    Index last = 0;
    Index size() const { return last - first; }
  };

  /// Cuts are multiples of this, so that loops over a shard have no loose ends.
  static constexpr Index samples_at_once = 64;
  /// 8, or as many times twice that as it takes for shards of at most 2^20 samples.
  static Index usual_count(Index samples);

  /// `samples` of all ranks, in `count` shards of nearly equal size; few samples leave shards empty.
  /// Throws InvalidInput unless there is a sample and a shard, and no more than 1024 shards, or one
  /// for each sample.
  Shards(Index samples, Index count, std::shared_ptr<const Team> team = alone());
  /// Shard s is the samples starts[s] to starts[s + 1] - 1 of all, where starts[0] = 0.
  Shards(std::vector<Index> starts, std::shared_ptr<const Team> team);

  Index samples() const { return starts_.back(); }                        ///< of all ranks
  Index count() const { return static_cast<Index>(starts_.size()) - 1; }  ///< of all ranks
  const Team& team() const { return *team_; }
  const std::shared_ptr<const Team>& shared_team() const { return team_; }

  /// The shards that a rank has; they may be none.
  Range shards_of(int rank) const;
  Range own_shards() const { return own_; }
  /// The samples of a rank, or of a shard, counted through all ranks.
  Range samples_of(int rank) const;
  Range samples_in(Index shard) const { return {starts_[shard], starts_[shard + 1]}; }
  /// How many samples are here.
  Index size() const { return starts_[own_.last] - starts_[own_.first]; }
  /// The place of a shard of this rank in a vector with an entry for each sample here.
  Range here(Index shard) const {
    return {starts_[shard] - starts_[own_.first], starts_[shard + 1] - starts_[own_.first]};
  }

  /// Whether a vector with an entry for each sample, as weights, is given: the same answer on all
  /// ranks, which call this together. On a rank without samples it is empty in either case. Throws
  /// InvalidInput on all of them if a rank with samples has another number of entries.
  bool are_given(std::string_view name, const Vector& values) const;

  /// The sum of term(range) over the shards of all ranks; range is that of here(), never empty. The
  /// terms are computed by several threads if there are `bytes` enough to read.
  template <class Term>
  double sum(const Term& term, Index bytes = 0) const {
    double total = 0;
    sum_each(
        1, [&term](Range range, double* out) { *out = term(range); }, &total, bytes);
    return total;
  }
  /// The same of `width` sums at a time: fill(range, out) overwrites the terms of a shard. For a
  /// handful of sums, or some thousand.
  template <class Fill>
  void sum_each(Index width, const Fill& fill, double* sums, Index bytes = 0) const {
    add_up(
        width,
        [](const void* context, Range range, double* out) {
          (*static_cast<const Fill*>(context))(range, out);
        },
        &fill, sums, bytes);
  }

  /// The terms themselves, `width` for each shard of all ranks: zeros for an empty one.
  template <class Fill>
  void list_each(Index width, const Fill& fill, double* terms) const {
    list(
        width,
        [](const void* context, Range range, double* out) {
          (*static_cast<const Fill*>(context))(range, out);
        },
        &fill, terms, 0);
  }
  /// The largest term(range); 0 if there is none above.
  template <class Term>
  double largest(const Term& term) const {
    double most = 0;
    largest_of([](const void* context, Range range,
                  double* out) { *out = (*static_cast<const Term*>(context))(range); },
               &term, &most);
    return most;
  }

  /// <a, b> of vectors with an entry for each sample here, and sum |a_i b_i|.
  double dot(ConstVectorRef a, ConstVectorRef b) const;
  double absolute_dot(ConstVectorRef a, ConstVectorRef b) const;

  /// Where the tree cuts a list of several shards.
  static Index half(Range shards) { return shards.first + shards.size() / 2; }

  /// For sums of long vectors: the largest subtrees whose shards are all here, in their order. A rank
  /// adds each of them up, in the order of add_tree(), and combine() does the rest.
  std::span<const Range> subtrees() const { return subtrees_; }
  /// sums = the sum over the shards of all ranks of vectors of `size` entries; `own` is that over each
  /// of the subtrees(), one after the other. In a team of one both may be the same.
  void combine(const double* own, Index size, double* sums) const;

  /// out = the sum over the shards of a subtree, by halves: fill(shard, out) writes `size` entries,
  /// what one of them says; the others go to `scratch`, of depth() * size entries.
  template <class Fill>
  static void add_tree(Range shards, Index size, const Fill& fill, double* scratch, double* out) {
    if (shards.size() == 1) return fill(shards.first, out);
    const Index middle = half(shards);
    add_tree({shards.first, middle}, size, fill, scratch, out);
    add_tree({middle, shards.last}, size, fill, scratch + size, scratch);
    for (Index i = 0; i < size; ++i) out[i] += scratch[i];
  }
  /// sums = the sum over the shards of all ranks of vectors of any size; fill(shard, out) overwrites
  /// those of a shard of this rank that has samples. `room` is of room_of_sums(size) entries.
  template <class Fill>
  void sum_shards(Index size, const Fill& fill, double* room, double* sums) const {
    double* own = room;
    double* const scratch = room + static_cast<Index>(subtrees_.size()) * size;
    const auto fill_any = [&](Index shard, double* out) {
      if (here(shard).size() == 0) return static_cast<void>(std::fill(out, out + size, 0.0));
      fill(shard, out);
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
  /// The same, where fill(range, out) adds to zeros. Allocates: for what is done once.
  template <class Fill>
  void sum_long(Index size, const Fill& fill, double* sums) const {
    std::vector<double> room(static_cast<std::size_t>(room_of_sums(size)));
    const auto fill_zeros = [&](Index shard, double* out) {
      std::fill(out, out + size, 0.0);
      fill(here(shard), out);
    };
    sum_shards(size, fill_zeros, room.data(), sums);
  }

  /// How often the list of all shards can be halved.
  int depth() const;

 private:
  using Leaf = void (*)(const void* context, Range range, double* out);
  /// Slot `to` becomes the sum of itself and of slot `from`.
  struct Merge {
    Index to;
    Index from;
  };

  static void fold(Range shards, Index width, double* leaves);
  void merge(double* columns, Index size) const;
  void list(Index width, Leaf leaf, const void* context, double* leaves, Index bytes) const;
  void largest_of(Leaf leaf, const void* context, double* most) const;
  void add_up(Index width, Leaf leaf, const void* context, double* sums, Index bytes) const;
  /// Of the shards [first, last): lists the subtrees of each rank, and how they are added up.
  Index plan(Range shards);

  std::vector<Index> starts_;
  std::shared_ptr<const Team> team_;
  Range own_;
  std::vector<Range> subtrees_;        ///< of this rank
  std::vector<Index> subtree_counts_;  ///< of each rank
  std::vector<Merge> merges_;          ///< of the subtrees of all ranks
  std::vector<Index> leaf_counts_;     ///< of each rank
};

/// Visits a vector with an entry for each sample of this rank, for a checkpoint that has those of
/// all, in the order of samples: as many ranks as there are may go on from it. All ranks call this.
///
/// Only what rank 0 saves is a whole: the others give it theirs, and save no entries. To load, every
/// rank has the whole, and takes its own.
/// Without shards there are no other ranks.
void visit_samples(Archive& archive, const Shards* shards, Vector& values);

}  // namespace acgd
