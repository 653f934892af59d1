#pragma once

#include <mpi.h>

#include <memory>

#include "acgd/parallel/team.hpp"

namespace acgd {

/// The ranks of a communicator, as Options::team. All of them call this, between MPI_Init and
/// MPI_Finalize; the team has a communicator of its own, so that its messages meet no others, and
/// must be gone before MPI_Finalize. One thread at a time may use it: MPI_THREAD_SERIALIZED at
/// least, if that is not always the same.
///
/// No message is longer than `most_bytes`, which MPI counts by an int: what is longer is cut.
std::shared_ptr<const Team> mpi_team(MPI_Comm communicator, Index most_bytes = Index{1} << 30);

}  // namespace acgd
