// The team of a communicator delivers data complete and in the order of ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/mpi/mpi_team.hpp"

namespace acgd {
namespace {

using Bytes = std::vector<std::byte>;

/// The data of rank `from` for rank `to`: a function of both.
Bytes parcel(int from, int to, Index count) {
  std::mt19937 random(static_cast<unsigned>(1000 * from + to + 7 * count));
  Bytes bytes(static_cast<std::size_t>(count));
  std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random() & 255u); });
  return bytes;
}

/// Counts that are the same on all ranks, some of them 0.
class Counts {
 public:
  explicit Counts(unsigned seed, Index most) : random_(seed), count_(-most / 3, most) {}
  Index next() { return std::max(Index{0}, count_(random_)); }

 private:
  std::mt19937 random_;
  std::uniform_int_distribution<Index> count_;
};

void append(Bytes& to, const Bytes& bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); }

struct Load {
  Index most_bytes;  ///< maximum of a message
  Index most_count;  ///< maximum of a parcel
};

class TeamTransfer : public testing::TestWithParam<Load> {
 protected:
  std::shared_ptr<const Team> team_ = mpi_team(MPI_COMM_WORLD, GetParam().most_bytes);
  int ranks_ = team_->size();
};

TEST_P(TeamTransfer, GatheredInOrderOfRanks) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Counts next(seed, GetParam().most_count);
    std::vector<Index> counts;
    Bytes expected;
    for (int r = 0; r < ranks_; ++r) {
      counts.push_back(next.next());
      append(expected, parcel(r, 0, counts.back()));
    }
    Bytes all(expected.size());
    team_->gather(parcel(team_->rank(), 0, counts[team_->rank()]), counts, all);
    EXPECT_EQ(all, expected);
  }
}

TEST_P(TeamTransfer, ExchangedBetweenAllPairs) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Counts next(seed, GetParam().most_count);
    std::vector<Index> out_counts, in_counts;
    Bytes out, expected;
    for (int from = 0; from < ranks_; ++from) {
      for (int to = 0; to < ranks_; ++to) {
        const Index count = next.next();
        if (from == team_->rank()) {
          out_counts.push_back(count);
          append(out, parcel(from, to, count));
        }
        if (to == team_->rank()) {
          in_counts.push_back(count);
          append(expected, parcel(from, to, count));
        }
      }
    }
    Bytes in(expected.size());
    team_->exchange(out, out_counts, in, in_counts);
    EXPECT_EQ(in, expected);
  }
}

// Messages of a byte or of 1000 stand for those of gigabytes, which are split the same way.
INSTANTIATE_TEST_SUITE_P(With, TeamTransfer,
                         testing::Values(Load{1 << 30, 100}, Load{1 << 30, 200000}, Load{1, 30},
                                         Load{7, 100}, Load{1000, 20000}),
                         [](const auto& test) { return "load" + std::to_string(test.index); });

TEST(MpiTeam, HasRankAndSizeOfCommunicator) {
  int rank = -1, size = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const auto team = mpi_team(MPI_COMM_WORLD);
  EXPECT_EQ(team->rank(), rank);
  EXPECT_EQ(team->size(), size);
  // Of half of the ranks, and of one.
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  EXPECT_EQ(mpi_team(half)->rank(), rank / 2);
  EXPECT_EQ(mpi_team(half)->size(), (size + 1 - rank % 2) / 2);
  MPI_Comm_free(&half);
  EXPECT_EQ(mpi_team(MPI_COMM_SELF)->size(), 1);
}

TEST(MpiTeam, TeamsDoNotInterfere) {
  const auto team = mpi_team(MPI_COMM_WORLD), other = mpi_team(MPI_COMM_WORLD);
  const int next = (team->rank() + 1) % team->size();
  const int last = (team->rank() + team->size() - 1) % team->size();
  int sent = team->rank(), received = -1;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&received, 1, MPI_INT, last, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  std::vector<Index> ones(static_cast<std::size_t>(team->size()), 1);
  Bytes out(ones.size(), std::byte{1}), in(ones.size());
  team->exchange(out, ones, in, ones);
  EXPECT_EQ(gather_numbers(*other, team->rank()).back(), team->size() - 1);
  MPI_Send(&sent, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, last);
}

TEST(MpiTeam, TextsAndErrorsReachAllRanks) {
  const auto team = mpi_team(MPI_COMM_WORLD);
  const auto texts = gather_texts(*team, std::string(static_cast<std::size_t>(team->rank()), 'x'));
  for (std::size_t r = 0; r < texts.size(); ++r) EXPECT_EQ(texts[r], std::string(r, 'x'));
  EXPECT_EQ(broadcast(*team, std::to_string(team->rank())), "0");
  agree(*team, std::nullopt);
  const bool last = team->rank() == team->size() - 1;
  try {
    agree(*team, last ? std::optional(InvalidInput("x", "of the last")) : std::nullopt);
    ADD_FAILURE() << "no error";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.argument(), "x");
    EXPECT_EQ(error.rule(), "of the last");
  }
}

}  // namespace
}  // namespace acgd
