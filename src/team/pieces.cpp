#include "team/pieces.hpp"

#include <numeric>
#include <vector>

namespace acgd {

// What is kept here is one per thread, since runs may share a team, and since loops do not allocate.

void gather_pieces(const Team& team, const double* mine, std::span<const Index> counts,
                   double* whole) {
  thread_local std::vector<Index> bytes;
  bytes.clear();
  for (const Index count : counts) bytes.push_back(count * static_cast<Index>(sizeof(double)));
  const Index own = counts[static_cast<std::size_t>(team.rank())];
  const Index all = std::accumulate(counts.begin(), counts.end(), Index{0});
  team.gather(std::as_bytes(std::span(mine, static_cast<std::size_t>(own))), bytes,
              std::as_writable_bytes(std::span(whole, static_cast<std::size_t>(all))));
}

void gather_columns(const Shards& shards, const int* columns, Index height, const double* mine,
                    double* whole) {
  thread_local std::vector<Index> counts;
  counts.clear();
  for (int rank = 0; rank < shards.team().size(); ++rank) {
    const Shards::Range theirs = shards.shards_of(rank);
    counts.push_back(height * (columns[theirs.last] - columns[theirs.first]));
  }
  gather_pieces(shards.team(), mine, counts, whole);
}

}  // namespace acgd
