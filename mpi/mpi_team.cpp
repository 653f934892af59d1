#include "acgd/mpi/mpi_team.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace acgd {
namespace {

constexpr int kTag = 0;

class MpiTeam final : public Team {
 public:
  MpiTeam(MPI_Comm communicator, Index most_bytes) : most_bytes_(most_bytes) {
    MPI_Comm_dup(communicator, &communicator_);
    MPI_Comm_rank(communicator_, &rank_);
    MPI_Comm_size(communicator_, &size_);
    counts_.resize(static_cast<std::size_t>(size_));
    places_.resize(static_cast<std::size_t>(size_));
  }
  ~MpiTeam() override {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized == 0) MPI_Comm_free(&communicator_);
  }
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void gather(std::span<const std::byte> mine, std::span<const Index> counts,
              std::span<std::byte> all) const override;
  void exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                std::span<std::byte> in, std::span<const Index> in_counts) const override;

 private:
  void gather_in_pieces(std::span<const std::byte> mine, std::span<const Index> counts,
                        std::byte* to) const;
  /// Calls work(first, count) for pieces of at most most_bytes_.
  template <class Work>
  void cut(Index bytes, const Work& work) const {
    for (Index first = 0; first < bytes; first += most_bytes_) {
      work(first, static_cast<int>(std::min(most_bytes_, bytes - first)));
    }
  }

  MPI_Comm communicator_ = MPI_COMM_NULL;
  Index most_bytes_;
  int rank_ = 0;
  int size_ = 1;
  // Kept, since loops do not allocate.
  mutable std::vector<int> counts_, places_;
  mutable std::vector<MPI_Request> requests_;
};

// All ranks know all counts, so all take the same way.
void MpiTeam::gather(std::span<const std::byte> mine, std::span<const Index> counts,
                     std::span<std::byte> all) const {
  const Index total = std::reduce(counts.begin(), counts.end(), Index{0});
  if (total > most_bytes_) return gather_in_pieces(mine, counts, all.data());
  int place = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    counts_[r] = static_cast<int>(counts[r]);
    places_[r] = place;
    place += counts_[r];
  }
  MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), MPI_BYTE, all.data(), counts_.data(),
                 places_.data(), MPI_BYTE, communicator_);
}

void MpiTeam::gather_in_pieces(std::span<const std::byte> mine, std::span<const Index> counts,
                               std::byte* to) const {
  for (int r = 0; r < size_; ++r) {
    const Index bytes = counts[r];
    if (r == rank_ && bytes > 0) std::memcpy(to, mine.data(), static_cast<std::size_t>(bytes));
    cut(bytes,
        [&](Index first, int count) { MPI_Bcast(to + first, count, MPI_BYTE, r, communicator_); });
    to += bytes;
  }
}

// No rank knows how much the others have to send: MPI_Alltoallv would do for some of them, and not
// for others.
void MpiTeam::exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                       std::span<std::byte> in, std::span<const Index> in_counts) const {
  requests_.clear();
  std::byte* to = in.data();
  std::byte* to_me = to;
  for (int r = 0; r < size_; ++r) {
    const Index bytes = in_counts[r];
    if (r == rank_) to_me = to;
    if (r != rank_) {
      cut(bytes, [&](Index first, int count) {
        MPI_Irecv(to + first, count, MPI_BYTE, r, kTag, communicator_, &requests_.emplace_back());
      });
    }
    to += bytes;
  }
  const std::byte* from = out.data();
  for (int r = 0; r < size_; ++r) {
    const Index bytes = out_counts[r];
    if (r == rank_ && bytes > 0) std::memcpy(to_me, from, static_cast<std::size_t>(bytes));
    if (r != rank_) {
      cut(bytes, [&](Index first, int count) {
        MPI_Isend(from + first, count, MPI_BYTE, r, kTag, communicator_, &requests_.emplace_back());
      });
    }
    from += bytes;
  }
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
}

}  // namespace

std::shared_ptr<const Team> mpi_team(MPI_Comm communicator, Index most_bytes) {
  return std::make_shared<MpiTeam>(communicator, most_bytes);
}

}  // namespace acgd
