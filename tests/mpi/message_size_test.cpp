// MPI counts in int: no call of a team exceeds the maximum message size. The calls are intercepted
// here.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "acgd/mpi/mpi_team.hpp"

namespace {

int largest_call = 0;  ///< in bytes

void note(int count) { largest_call = std::max(largest_call, count); }

}  // namespace

extern "C" {

int MPI_Allgatherv(const void* mine, int count, MPI_Datatype type, void* all, const int counts[],
                   const int places[], MPI_Datatype of_all, MPI_Comm communicator) {
  int ranks = 0;
  MPI_Comm_size(communicator, &ranks);
  note(std::accumulate(counts, counts + ranks, 0));
  return PMPI_Allgatherv(mine, count, type, all, counts, places, of_all, communicator);
}

int MPI_Bcast(void* bytes, int count, MPI_Datatype type, int root, MPI_Comm communicator) {
  note(count);
  return PMPI_Bcast(bytes, count, type, root, communicator);
}

int MPI_Isend(const void* bytes, int count, MPI_Datatype type, int to, int tag,
              MPI_Comm communicator, MPI_Request* request) {
  note(count);
  return PMPI_Isend(bytes, count, type, to, tag, communicator, request);
}

}  // extern "C"

namespace acgd {
namespace {

TEST(MpiTeam, CallsRespectMaximumMessageSize) {
  constexpr Index kMost = 100;
  const auto team = mpi_team(MPI_COMM_WORLD, kMost);
  const Index ranks = team->size();
  for (const Index count : {1, 20, 34, 50, 51, 99, 100, 101, 1000}) {
    largest_call = 0;
    const std::vector<Index> counts(static_cast<std::size_t>(ranks), count);
    const std::vector<std::byte> mine(static_cast<std::size_t>(count));
    std::vector<std::byte> all(static_cast<std::size_t>(count * ranks));
    team->gather(mine, counts, all);
    EXPECT_GT(largest_call, 0);
    EXPECT_LE(largest_call, kMost) << count;
    largest_call = 0;
    const std::vector<std::byte> out(all.size());
    team->exchange(out, counts, all, counts);
    EXPECT_EQ(largest_call > 0, ranks > 1);
    EXPECT_LE(largest_call, kMost) << count;
  }
}

}  // namespace
}  // namespace acgd
