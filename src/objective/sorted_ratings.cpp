#include "objective/sorted_ratings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/threads.hpp"

namespace acgd {
namespace {

constexpr Index kMostRatings = std::numeric_limits<int>::max();
// What ranks tell each other at a time, when they count.
constexpr Index kColumnsAtOnce = 1 << 16;
constexpr Index kColumnsPerSort = 64;

void check_sides(Index rows, Index cols) {
  require_at_least("rows", rows, 1);
  require_at_least("cols", cols, 1);
  if (rows > kMostRatings || cols > kMostRatings) {
    throw InvalidInput(
        compose("matrix of {} x {}: sides must be at most {}", rows, cols, kMostRatings));
  }
}

/// Of the part of a list that begins with number `first`.
void check_entries(Index rows, Index cols, std::span<const Observation> observed, Index first) {
  for (const Observation& o : observed) {
    const Index k = first + (&o - observed.data());
    if (o.row < 0 || o.row >= rows || o.col < 0 || o.col >= cols) {
      throw InvalidInput(compose("observed[{}]: entry ({}, {}) is outside the {} x {} matrix", k,
                                 o.row, o.col, rows, cols));
    }
    if (!std::isfinite(o.value)) {
      throw InvalidInput(compose("observed[{}].value = {}: must be finite", k, o.value));
    }
    if (!(o.weight >= 0 && std::isfinite(o.weight))) {
      throw InvalidInput(compose("observed[{}].weight = {}: must be >= 0 and finite", k, o.weight));
    }
  }
}

void refuse_count(Index count) {
  throw InvalidInput(compose("observed: {} entries, must be 1 to {} of them", count, kMostRatings));
}

/// By all ranks, each its own part.
void check_parts(Index rows, Index cols, std::span<const Observation> own, const Team& team) {
  check_sides(rows, cols);
  const std::vector<Index> sizes = gather_numbers(team, static_cast<Index>(own.size()));
  const Index all = std::accumulate(sizes.begin(), sizes.end(), Index{0});
  if (all < 1) refuse_count(all);
  std::optional<std::string> error;
  try {
    check_entries(rows, cols, own,
                  std::accumulate(sizes.begin(), sizes.begin() + team.rank(), Index{0}));
  } catch (const InvalidInput& bad) {
    error = bad.what();
  }
  agree(team, error);
}

/// Where each column begins in the whole list, once that is sorted, and the end.
std::vector<Index> column_starts_of(Index cols, std::span<const Observation> own,
                                    const Team& team) {
  std::vector<Index> starts(static_cast<std::size_t>(cols) + 1, 0);
  for (const Observation& o : own) ++starts[static_cast<std::size_t>(o.col) + 1];
  if (team.size() > 1) {
    const auto ranks = static_cast<std::size_t>(team.size());
    std::vector<Index> mine, all;
    for (Index first = 1; first <= cols; first += kColumnsAtOnce) {
      const auto size = static_cast<std::size_t>(std::min(kColumnsAtOnce, cols + 1 - first));
      mine.assign(starts.begin() + first, starts.begin() + first + static_cast<Index>(size));
      all.resize(size * ranks);
      team.gather(bytes_of(mine),
                  std::vector<Index>(ranks, static_cast<Index>(size * sizeof(Index))),
                  std::as_writable_bytes(std::span(all)));
      for (std::size_t k = 0; k < size; ++k) {
        Index& sum = starts[static_cast<std::size_t>(first) + k];
        sum = 0;
        for (std::size_t r = 0; r < ranks; ++r) sum += all[r * size + k];
      }
    }
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

/// The first column of each shard, and the end: the cuts nearest to equal shares.
std::vector<int> cut(const std::vector<Index>& column_starts) {
  const Index all = column_starts.back();
  const Index count = Shards::usual_count(all);
  std::vector<int> columns;
  for (Index s = 0; s <= count; ++s) {
    const Index wanted = all * s / count;
    auto at = std::lower_bound(column_starts.begin(), column_starts.end(), wanted);
    if (at != column_starts.begin() && wanted - at[-1] < at[0] - wanted) --at;
    columns.push_back(static_cast<int>(at - column_starts.begin()));
  }
  columns.front() = 0;
  columns.back() = static_cast<int>(column_starts.size()) - 1;
  return columns;
}

void require_room(const Shards& shards) {
  const int ranks = shards.team().size();
  for (int rank = 0; rank < ranks; ++rank) {
    const Index theirs = shards.samples_of(rank).size();
    if (theirs <= kMostRatings) continue;
    if (ranks == 1) refuse_count(theirs);
    throw InvalidInput(
        compose("observed: rank {} of {} would have {} entries, must be at most {}; "
                "take more ranks",
                rank, ranks, theirs, kMostRatings));
  }
}

/// Sends each rating to the rank that has its column; those of lower ranks come first.
std::vector<Observation> deal(std::vector<Observation> own, const std::vector<int>& columns,
                              const Shards& shards) {
  const Team& team = shards.team();
  const auto ranks = static_cast<std::size_t>(team.size());
  std::vector<int> last_columns;
  for (int rank = 0; rank < team.size(); ++rank) {
    last_columns.push_back(columns[static_cast<std::size_t>(shards.shards_of(rank).last)]);
  }
  const auto owner = [&](const Observation& o) {
    return static_cast<std::size_t>(
        std::upper_bound(last_columns.begin(), last_columns.end(), o.col) - last_columns.begin());
  };
  std::vector<Index> sent(ranks, 0);
  for (const Observation& o : own) ++sent[owner(o)];
  std::vector<Observation> out(own.size());
  std::vector<Index> next(ranks, 0);
  std::exclusive_scan(sent.begin(), sent.end(), next.begin(), Index{0});
  for (const Observation& o : own) out[static_cast<std::size_t>(next[owner(o)]++)] = o;
  std::vector<Observation>().swap(own);

  std::vector<Index> received(ranks);
  const std::vector<Index> numbers(ranks, sizeof(Index));
  team.exchange(bytes_of(sent), numbers, std::as_writable_bytes(std::span(received)), numbers);
  std::vector<Observation> in(
      static_cast<std::size_t>(std::accumulate(received.begin(), received.end(), Index{0})));
  for (Index& count : sent) count *= static_cast<Index>(sizeof(Observation));
  for (Index& count : received) count *= static_cast<Index>(sizeof(Observation));
  team.exchange(bytes_of(out), sent, std::as_writable_bytes(std::span(in)), received);
  return in;
}

bool has_weights(std::span<const Observation> own, const Team& team) {
  const bool here =
      std::any_of(own.begin(), own.end(), [](const auto& o) { return o.weight != 1; });
  const std::vector<Index> all = gather_numbers(team, here ? 1 : 0);
  return std::any_of(all.begin(), all.end(), [](Index one) { return one != 0; });
}

/// Puts the ratings of a column, which stand in the order of the list, into that of rows.
void sort_column(SortedRatings& sorted, std::vector<int>& rows, Index first, Index last,
                 std::vector<Observation>& scratch) {
  if (std::is_sorted(rows.begin() + first, rows.begin() + last)) return;
  scratch.clear();
  for (Index k = first; k < last; ++k) {
    scratch.push_back({.row = rows[static_cast<std::size_t>(k)],
                       .value = sorted.values[k],
                       .weight = sorted.weighted ? sorted.weights[k] : 1});
  }
  std::stable_sort(scratch.begin(), scratch.end(),
                   [](const Observation& a, const Observation& b) { return a.row < b.row; });
  for (Index k = first; k < last; ++k) {
    const Observation& o = scratch[static_cast<std::size_t>(k - first)];
    rows[static_cast<std::size_t>(k)] = o.row;
    sorted.values[k] = o.value;
    if (sorted.weighted) sorted.weights[k] = o.weight;
  }
}

/// Of the ratings that are here, in the order of the list.
void sort_own(std::vector<Observation> own, SparsityPattern& pattern, SortedRatings& sorted) {
  std::vector<int> next(pattern.column_starts.begin(), pattern.column_starts.end() - 1);
  pattern.row_indices.resize(own.size());
  sorted.values.resize(static_cast<Index>(own.size()));
  for (const Observation& o : own) {
    const int k = next[static_cast<std::size_t>(o.col)]++;
    pattern.row_indices[static_cast<std::size_t>(k)] = o.row;
    sorted.values[k] = o.value;
    if (sorted.weighted) sorted.weights[k] = o.weight;
  }
  in_tasks(pattern.cols, kColumnsPerSort, sorted.values.size() * Index{sizeof(Observation)},
           [&](Index first, Index last) {
             std::vector<Observation> scratch;
             for (Index j = first; j < last; ++j) {
               sort_column(sorted, pattern.row_indices, pattern.column_starts[j],
                           pattern.column_starts[j + 1], scratch);
             }
           });
}

}  // namespace

void check_observations(Index rows, Index cols, std::span<const Observation> observed) {
  check_sides(rows, cols);
  const auto count = static_cast<Index>(observed.size());
  if (count < 1 || count > kMostRatings) refuse_count(count);
  check_entries(rows, cols, observed, 0);
}

SortedRatings sort_ratings(Index rows, Index cols, std::vector<Observation> own,
                           const std::shared_ptr<const Team>& team) {
  check_parts(rows, cols, own, *team);
  const std::vector<Index> column_starts = column_starts_of(cols, own, *team);
  auto pattern = std::make_shared<SparsityPattern>();
  pattern->rows = rows;
  pattern->cols = cols;
  pattern->shard_columns = cut(column_starts);
  std::vector<Index> starts;
  for (const int column : pattern->shard_columns) starts.push_back(column_starts[column]);
  SortedRatings sorted;
  sorted.weighted = has_weights(own, *team);
  sorted.shards = std::make_shared<const Shards>(std::move(starts), team);
  require_room(*sorted.shards);
  if (team->size() > 1) own = deal(std::move(own), pattern->shard_columns, *sorted.shards);
  const Shards::Range here = sorted.shards->samples_of(team->rank());
  for (const Index start : column_starts) {
    pattern->column_starts.push_back(
        static_cast<int>(std::clamp(start, here.first, here.last) - here.first));
  }
  if (sorted.weighted) sorted.weights.resize(here.size());
  sort_own(std::move(own), *pattern, sorted);
  sorted.pattern = std::move(pattern);
  return sorted;
}

}  // namespace acgd
