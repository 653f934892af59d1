// Tests that every rank of mpirun runs, all in the same order.
#include <gtest/gtest.h>
#include <mpi.h>

namespace {

/// Ranks other than 0 print failures only.
void print_successes_on_rank_0_only() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  if (rank == 0) return;
  delete listeners.Release(listeners.default_result_printer());
  struct Failures final : testing::EmptyTestEventListener {
    void OnTestPartResult(const testing::TestPartResult& result) override {
      if (result.failed()) fprintf(stderr, "%s\n", result.message());
    }
  };
  listeners.Append(new Failures);
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  testing::InitGoogleTest(&argc, argv);
  print_successes_on_rank_0_only();
  int failed = RUN_ALL_TESTS();
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
