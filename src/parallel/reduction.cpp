#include "acgd/parallel/reduction.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "linalg/threads.hpp"
#include "parallel/reduction.hpp"

namespace acgd {

// Buffers are thread-local, since runs may share a team, and reused, since iterations must not
// allocate.

void gather_pieces(const Team& team, const double* mine, std::span<const Index> counts,
                   double* whole) {
  thread_local std::vector<Index> bytes;
  bytes.clear();
  for (const Index count : counts) bytes.push_back(count * static_cast<Index>(sizeof(double)));
  const Index own = counts[team.rank()];
  const Index all = std::accumulate(counts.begin(), counts.end(), Index{0});
  team.gather(std::as_bytes(std::span(mine, static_cast<std::size_t>(own))), bytes,
              std::as_writable_bytes(std::span(whole, static_cast<std::size_t>(all))));
}

void gather_columns(const Reduction& reduction, const int* columns, Index height,
                    const double* mine, double* whole) {
  thread_local std::vector<Index> counts;
  counts.clear();
  for (int rank = 0; rank < reduction.team().size(); ++rank) {
    const Reduction::Range theirs = reduction.blocks_of(rank);
    counts.push_back(height * (columns[theirs.last] - columns[theirs.first]));
  }
  gather_pieces(reduction.team(), mine, counts, whole);
}

namespace {

constexpr Index kSharedCount = 8;
constexpr Index kMostSamples = Index{1} << 20;
// Maximum number of blocks if there are fewer samples: additional blocks are empty and only cost
// memory.
constexpr Index kMostEmpty = 1024;

// Vectors up to this size are sent whole to every rank: one message instead of two.
constexpr Index kShort = 4096;

std::vector<Index> equal_parts(Index samples, Index count) {
  if (samples < 1) throw InvalidInput("there are no samples to be cut into blocks");
  if (count < 1) throw InvalidInput("blocks", count, "must be at least 1");
  if (const Index most = std::max(samples, kMostEmpty); count > most) {
    throw InvalidInput("blocks", count,
                       compose("must be at most {} for {} samples", most, samples));
  }
  const Index blocks = (samples - 1) / Reduction::samples_at_once + 1;
  std::vector<Index> starts;
  for (Index s = 0; s <= count; ++s) {
    starts.push_back(std::min(samples, s * blocks / count * Reduction::samples_at_once));
  }
  return starts;
}

/// Thread-local, since runs may share the blocks; reused, since iterations must not allocate.
double* room(std::size_t number, Index size) {
  thread_local std::vector<double> rooms[2];
  std::vector<double>& doubles = rooms[number];
  if (doubles.size() < static_cast<std::size_t>(size)) {
    doubles.resize(static_cast<std::size_t>(size));
  }
  return doubles.data();
}

/// Converts numbers of groups of `width` doubles per rank to bytes.
std::span<const Index> in_bytes(std::size_t number, std::span<const Index> counts, Index width) {
  thread_local std::vector<Index> rooms[2];
  std::vector<Index>& bytes = rooms[number];
  bytes.assign(counts.begin(), counts.end());
  for (Index& count : bytes) count *= width * static_cast<Index>(sizeof(double));
  return bytes;
}

std::span<const std::byte> as_bytes(const double* data, Index count) {
  return std::as_bytes(std::span<const double>(data, static_cast<std::size_t>(count)));
}
std::span<std::byte> as_bytes(double* data, Index count) {
  return std::as_writable_bytes(std::span<double>(data, static_cast<std::size_t>(count)));
}

void add(const double* from, Index size, double* to) {
  for (Index i = 0; i < size; ++i) to[i] += from[i];
}

}  // namespace

// Deterministic sums over a partition of the samples. Additions follow a fixed binary tree over the
// blocks (pairwise summation: Higham, Accuracy and Stability of Numerical Algorithms, chapter 4),
// so that the bits do not depend on how blocks are distributed over ranks.
//
// 1. plan: find the maximal subtrees that lie on one rank, and list the additions above them.
// 2. Few numbers per block (sum_each): gather the terms of all blocks on every rank, and add them
//    in tree order (list, fold).
// 3. Long vectors (sum_vectors): each rank sums its subtrees by add_tree(); combine() gathers them
//    whole up to 4096 entries, else each rank sums a range of entries and all gather the results.

Index Reduction::default_count(Index samples, const Team& team) {
  return team.size() == 1 ? 1 : shared_count(samples);
}

Index Reduction::shared_count(Index samples) {
  Index count = kSharedCount;
  while (samples > count * kMostSamples) count *= 2;
  return count;
}

Reduction::Reduction(Index samples, Index count, std::shared_ptr<const Team> team)
    : Reduction(equal_parts(samples, count), std::move(team)) {}

Reduction::Reduction(std::vector<Index> starts, std::shared_ptr<const Team> team)
    : starts_(std::move(starts)), team_(std::move(team)) {
  assert(starts_.size() > 1 && starts_.front() == 0 &&
         std::is_sorted(starts_.begin(), starts_.end()));
  own_ = blocks_of(team_->rank());
  leaf_counts_.resize(static_cast<std::size_t>(team_->size()));
  for (int rank = 0; rank < team_->size(); ++rank) leaf_counts_[rank] = blocks_of(rank).size();
  subtree_counts_.assign(static_cast<std::size_t>(team_->size()), 0);
  plan({0, count()});
}

Reduction::Range Reduction::blocks_of(int rank) const {
  const Index ranks = team_->size();
  return {count() * rank / ranks, count() * (rank + 1) / ranks};
}

Reduction::Range Reduction::samples_of(int rank) const {
  const Range blocks = blocks_of(rank);
  return {starts_[blocks.first], starts_[blocks.last]};
}

bool Reduction::are_given(std::string_view name, const Vector& values) const {
  together(*team_, [&] {
    if (values.size() == 0 || values.size() == size()) return;
    throw InvalidInput(name, compose("{} of them, must be one for each of the {} samples here",
                                     values.size(), size()));
  });
  const Index given = add_numbers(*team_, {values.size()})[0];
  if (given == 0 || given == samples()) return given > 0;
  throw InvalidInput(name, compose("given for {} of {} samples, must be given on all ranks or none",
                                   given, samples()));
}

int Reduction::depth() const {
  int depth = 0;
  for (Index size = 1; size < count(); size *= 2) ++depth;
  return depth;
}

// Returns the slot of the sum: that of its first subtree, counted over all ranks.
Index Reduction::plan(Range blocks) {
  for (int rank = 0; rank < team_->size(); ++rank) {
    const Range of_rank = blocks_of(rank);
    if (blocks.first < of_rank.first || blocks.last > of_rank.last) continue;
    Index slot = 0;
    for (const Index listed : subtree_counts_) slot += listed;
    ++subtree_counts_[rank];
    if (rank == team_->rank()) subtrees_.push_back(blocks);
    return slot;
  }
  const Index middle = half(blocks);
  const Index left = plan({blocks.first, middle});
  const Index right = plan({middle, blocks.last});
  merges_.push_back({left, right});
  return left;
}

// In place: the sum of a subtree replaces the entry of its first block.
void Reduction::fold(Range blocks, Index width, double* leaves) {
  if (blocks.size() == 1) return;
  const Index middle = half(blocks);
  fold({blocks.first, middle}, width, leaves);
  fold({middle, blocks.last}, width, leaves);
  add(leaves + middle * width, width, leaves + blocks.first * width);
}

void Reduction::list(Index width, Leaf leaf, const void* context, double* leaves,
                     Index bytes) const {
  double* own = leaves + own_.first * width;
  const auto run = [&](Index s) {
    const Range range = here(own_.first + s);
    double* out = own + s * width;
    range.size() == 0 ? static_cast<void>(std::fill(out, out + width, 0.0))
                      : leaf(context, range, out);
  };
  if (bytes >= kBytesWorthThreads) {
    share_tasks(own_.size(), run);
  } else {
    for (Index s = 0; s < own_.size(); ++s) run(s);
  }
  if (team_->size() == 1) return;
  double* mine = room(1, own_.size() * width);
  std::copy(own, own + own_.size() * width, mine);
  team_->gather(as_bytes(std::as_const(mine), own_.size() * width),
                in_bytes(0, leaf_counts_, width), as_bytes(leaves, count() * width));
}

void Reduction::add_up(Index width, Leaf leaf, const void* context, double* sums,
                       Index bytes) const {
  double* leaves = room(0, count() * width);
  list(width, leaf, context, leaves, bytes);
  fold({0, count()}, width, leaves);
  std::copy(leaves, leaves + width, sums);
}

// Propagates NaN.
void Reduction::largest_of(Leaf leaf, const void* context, double* most) const {
  double* leaves = room(0, count());
  list(1, leaf, context, leaves, 0);
  for (Index s = 0; s < count() && !std::isnan(*most); ++s) {
    if (!(leaves[s] <= *most)) *most = leaves[s];
  }
}

double Reduction::dot(ConstVectorRef a, ConstVectorRef b) const {
  if (is_local()) return kernels::dot(a.data(), b.data(), a.size());
  assert(a.size() == size() && b.size() == size());
  return sum([&](Range range) {
    return kernels::dot(a.data() + range.first, b.data() + range.first, range.size());
  });
}

double Reduction::absolute_dot(ConstVectorRef a, ConstVectorRef b) const {
  if (is_local()) return kernels::absolute_dot(a.data(), b.data(), a.size());
  assert(a.size() == size() && b.size() == size());
  return sum([&](Range range) {
    return kernels::absolute_dot(a.data() + range.first, b.data() + range.first, range.size());
  });
}

double Reduction::total(ConstVectorRef a) const {
  if (is_local()) return kernels::sum(a.data(), a.size());
  assert(a.size() == size());
  return sum([&](Range range) { return kernels::sum(a.data() + range.first, range.size()); });
}

double Reduction::largest_entry(ConstVectorRef a) const {
  if (is_local()) return a.lpNorm<Eigen::Infinity>();
  return largest(
      [&](Range range) { return a.segment(range.first, range.size()).lpNorm<Eigen::Infinity>(); });
}

void Reduction::merge(double* columns, Index size) const {
  for (const Merge& merge : merges_) {
    add(columns + merge.from * size, size, columns + merge.to * size);
  }
}

void Reduction::combine(const double* own, Index size, double* sums) const {
  if (team_->size() == 1) {
    if (own != sums) std::copy(own, own + size, sums);
    return;
  }
  const auto subtrees = static_cast<Index>(subtrees_.size());
  Index all_subtrees = 0;
  for (const Index count : subtree_counts_) all_subtrees += count;
  if (size <= kShort) {
    double* all = room(0, all_subtrees * size);
    team_->gather(as_bytes(own, subtrees * size), in_bytes(0, subtree_counts_, size),
                  as_bytes(all, all_subtrees * size));
    merge(all, size);
    std::copy(all, all + size, sums);
    return;
  }
  // Reduce-scatter and all-gather: each rank sums its range of entries, then all ranks collect the
  // result.
  const Index ranks = team_->size();
  const auto share = [&](Index rank) {
    return Range{size * rank / ranks, size * (rank + 1) / ranks};
  };
  thread_local std::vector<Index> shares, sent, received;
  shares.clear(), sent.clear(), received.clear();
  const Range mine = share(team_->rank());
  double* out = room(0, subtrees * size);
  double* to = out;
  for (Index rank = 0; rank < ranks; ++rank) {
    const Range of_rank = share(rank);
    shares.push_back(of_rank.size());
    sent.push_back(of_rank.size() * subtrees);
    received.push_back(mine.size() * subtree_counts_[rank]);
    for (Index k = 0; k < subtrees; ++k) {
      to = std::copy(own + k * size + of_rank.first, own + k * size + of_rank.last, to);
    }
  }
  double* in = room(1, all_subtrees * mine.size());
  team_->exchange(as_bytes(std::as_const(out), subtrees * size), in_bytes(0, sent, 1),
                  as_bytes(in, all_subtrees * mine.size()), in_bytes(1, received, 1));
  merge(in, mine.size());
  team_->gather(as_bytes(std::as_const(in), mine.size()), in_bytes(0, shares, 1),
                as_bytes(sums, size));
}

namespace {

constexpr Index kEntry = sizeof(double);

/// The entries of all ranks on rank 0; empty on other ranks.
Vector gathered(const Reduction& reduction, const Vector& values) {
  const Team& team = reduction.team();
  const bool is_first = team.rank() == 0;
  Vector all(is_first ? reduction.samples() : 0);
  std::vector<Index> out(static_cast<std::size_t>(team.size()), 0), in = out;
  out[0] = kEntry * values.size();
  if (is_first) {
    for (int rank = 0; rank < team.size(); ++rank) {
      in[rank] = kEntry * reduction.samples_of(rank).size();
    }
  }
  const auto entries = [](auto& v) {
    return std::span(v.data(), static_cast<std::size_t>(v.size()));
  };
  team.exchange(std::as_bytes(entries(values)), out, std::as_writable_bytes(entries(all)), in);
  return all;
}

/// Skips entries of other ranks.
void skip(Archive& archive, Index entries) {
  double unwanted[512];
  for (Index left = entries; left > 0; left -= std::size(unwanted)) {
    archive.bytes(unwanted, std::min(sizeof unwanted, static_cast<std::size_t>(kEntry * left)));
  }
}

}  // namespace

void visit_samples(Archive& archive, const Reduction& reduction, Vector& values) {
  if (reduction.team().size() == 1) return archive(values);
  const Team& team = reduction.team();
  assert(values.size() == reduction.size());
  if (!archive.is_loading()) {
    Vector all = gathered(reduction, values);
    return archive(all);
  }
  const Index samples = archive.visit_size(reduction.samples(), kEntry);
  Archive::require(samples == reduction.samples(),
                   compose("a vector has {} entries, must have {}", samples, reduction.samples()));
  const Reduction::Range own = reduction.samples_of(team.rank());
  skip(archive, own.first);
  archive.bytes(values.data(), static_cast<std::size_t>(kEntry * own.size()));
  skip(archive, samples - own.last);
}

}  // namespace acgd
