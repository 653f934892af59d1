#include "mpi/tool_part.hpp"

#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <memory>

#include "acgd/mpi/mpi_team.hpp"
#include "acgd/version.hpp"

namespace acgd {
namespace {

std::shared_ptr<const Team> the_team;
/// By itself: ranks without an error may be in the middle of something.
MPI_Comm of_failures = MPI_COMM_NULL;

const Team* start(int* argc, char*** argv) {
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_dup(MPI_COMM_WORLD, &of_failures);
  the_team = mpi_team(MPI_COMM_WORLD);
  return the_team.get();
}

bool all_have_failed(double seconds) {
  using Clock = std::chrono::steady_clock;
  MPI_Request arrived = MPI_REQUEST_NULL;
  MPI_Ibarrier(of_failures, &arrived);
  const auto begin = Clock::now();
  int done = 0;
  while (done == 0) {
    MPI_Test(&arrived, &done, MPI_STATUS_IGNORE);
    if (std::chrono::duration<double>(Clock::now() - begin).count() > seconds) break;
    if (done == 0) usleep(1000);
  }
  return done != 0;
}

void finish() {
  the_team.reset();
  MPI_Comm_free(&of_failures);
  MPI_Finalize();
}

void abort(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

const char* library() {
  static char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  if (text[0] == 0) MPI_Get_library_version(text, &length);
  // "Open MPI v4.1.4, package: ...", or "MPICH Version:\t4.0.2", and what it was configured with.
  for (char* c = text; *c != 0; ++c) {
    if (*c == '\t') *c = ' ';
    if (*c == ',' || *c == '\n') *c = 0;
  }
  return text;
}

}  // namespace
}  // namespace acgd

extern "C" const acgd::ToolPart* acgd_mpi_tool_part();

extern "C" const acgd::ToolPart* acgd_mpi_tool_part() {
  using namespace acgd;
  static const ToolPart part{ACGD_VERSION,     library(), &start,
                             &all_have_failed, &finish,   &acgd::abort};
  return &part;
}
