// The tool under mpirun: one run by all ranks, reported by rank 0; or one error message, and one
// exit code.
#include <gtest/gtest.h>

#include "mpi/ranks.hpp"

namespace acgd_test {
namespace {

constexpr const char* kRun =
    "solve --objective rosenbrock --dim 30 --set l1:20 --gap-tolerance 0 --max-iterations 60";

std::string outputs(const std::string& name) {
  return " --trace " + name + ".csv --result " + name + ".json --solution " + name +
         ".npy --checkpoint " + name + ".state";
}

void expect_one_line(const Ran& ran, const std::string& words, int code = 2) {
  EXPECT_EQ(ran.code, code);
  EXPECT_NE(ran.error.find(words), std::string::npos) << ran.error;
  EXPECT_TRUE(ran.error.starts_with("acgd: ")) << ran.error;
  EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
}

TEST(UnderMpirun, Rank0ReportsSameOutputAsPlainRun) {
  const Ranks tool;
  const Ran plain = tool.Tool::run(kRun + outputs("plain"));
  ASSERT_EQ(plain.code, 0) << plain.error;
  for (const int ranks : {1, 2, 3}) {
    const auto before = tool.files();
    const Ran ran = tool.run(ranks, kRun + outputs("all"));
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_EQ(ran.error, "");
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'),
              std::count(plain.out.begin(), plain.out.end(), '\n'));
    EXPECT_EQ(tool.files().size(), before.size() + 4);
    EXPECT_TRUE(tool.read("all.npy") == tool.read("plain.npy"));
    EXPECT_EQ(without_time(tool.json("all.json")), without_time(tool.json("plain.json")));
    EXPECT_EQ(without_time(tool.read("all.csv")), without_time(tool.read("plain.csv")));
    for (const char* end : {"npy", "json", "csv", "state"}) {
      std::filesystem::remove(tool.path(std::string("all.") + end));
    }
  }
}

TEST(UnderMpirun, WithoutMpiSupportRejectsSeveralRanks) {
  const Ranks tool;
  std::filesystem::copy(ACGD_TOOL, tool.path("acgd"));
  const auto before = tool.files();
  expect_one_line(tool.shell(Ranks::mpirun() + " -n 3 ./acgd " + kRun + outputs("x")),
                  "mpirun has started 3 ranks, and this acgd is built without MPI: make mpi");
  EXPECT_EQ(tool.files(), before);
  // One rank is a plain run.
  EXPECT_EQ(tool.shell(Ranks::mpirun() + " -n 1 ./acgd " + kRun).code, 0);
}

TEST(UnderMpirun, RejectsRanksOfOtherMpi) {
  const Ranks tool;
  // As if mpich's mpirun had started a tool that is linked with another MPI.
  expect_one_line(tool.shell(std::string("PMI_RANK=0 PMI_SIZE=2 " ACGD_TOOL " ") + kRun),
                  "mpirun has started 2 ranks, and ");
}

TEST(UnderMpirun, SlurmTasksThatAreNotRanksArePlainRuns) {
  const Ranks tool;
  const std::string run = std::string(kRun) + " --solution ";
  ASSERT_EQ(tool.Tool::run(run + "plain.npy").code, 0);
  for (const std::string environment :
       {"SLURM_PROCID=1 SLURM_NTASKS=4 SLURM_STEP_NUM_TASKS=4 SLURM_LOCALID=1",
        "SLURM_NTASKS=4 SLURM_JOB_ID=7", "OMPI_COMM_WORLD_SIZE=4", "PMI_SIZE=4"}) {
    const Ran ran = tool.shell(environment + " " ACGD_TOOL " " + run + "x.npy");
    EXPECT_EQ(ran.code, 0) << environment << ": " << ran.error;
    EXPECT_TRUE(tool.read("x.npy") == tool.read("plain.npy"));
    std::filesystem::remove(tool.path("x.npy"));
  }
  // Those of --mpi=pmix and --mpi=pmi2 are ranks.
  std::filesystem::copy(ACGD_TOOL, tool.path("acgd"));
  for (const std::string environment : {"PMIX_RANK=0 SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=2",
                                        "PMI_RANK=0 PMI_SIZE=2 SLURM_STEP_NUM_TASKS=2"}) {
    expect_one_line(tool.shell(environment + " ./acgd " + kRun), "has started 2 ranks, and");
  }
}

TEST(UnderMpirun, RanksMustHaveSameArguments) {
  const Ranks tool;
  const std::string one = " -n 1 " ACGD_TOOL " " + std::string(kRun);
  expect_one_line(
      tool.shell(Ranks::mpirun() + one + " --gamma 0.25 :" + one + " --gamma 0.25 :" + one +
                 " --gamma 0.5"),
      "rank 2 has --gamma 0.5 where rank 0 has --gamma 0.25: all ranks must have the same");
  expect_one_line(tool.shell(Ranks::mpirun() + one + " :" + one + " --quiet"),
                  "rank 1 has --quiet where rank 0 has nothing");
}

TEST(UnderMpirun, RejectsSingleProcessCommands) {
  const Ranks tool;
  for (const std::string words : {"list sets", "help l1", "completion bash"}) {
    expect_one_line(tool.run(2, words), "which runs alone: start it without mpirun");
  }
  const Ran version = tool.run(2, "--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(std::count(version.out.begin(), version.out.end(), '\n'), 1) << version.out;
}

TEST(UnderMpirun, ErrorsOfAllRanksArePrintedOnce) {
  const Ranks tool;
  expect_one_line(tool.run(3, "solve --objective nothing"), "--objective = nothing: must be");
  expect_one_line(tool.run(3, "solve --no-such-flag"), "no-such-flag");
  expect_one_line(tool.run(3, std::string(kRun) + " --gamma 2"), "gamma = 2: must be in (0, 1]");
  expect_one_line(tool.run(3, std::string(kRun) + " --result no/such/folder"),
                  "there is no folder no/such");
  expect_one_line(tool.run(3, std::string(kRun) + " --resume none"), "none: cannot be opened");
}

TEST(UnderMpirun, ErrorOfOneRankEndsAll) {
  const Ranks tool;
  for (const char* rank : {"0", "1", "2"}) std::filesystem::create_directory(tool.path(rank));
  for (const char* rank : {"0", "1"}) tool.file(rank + std::string("/s.svm"), "1 1:1\n-1 1:2\n");
  const Ran ran = tool.shell(
      Ranks::mpirun() + " -n 3 sh -c 'cd " + Ranks::number() +
      "; exec " ACGD_TOOL " solve --objective logistic --data s.svm --set l1:1 --result r.json'");
  expect_one_line(ran, "s.svm: cannot be opened");
  EXPECT_FALSE(tool.has("0/r.json"));
}

/// A .npy file of ones, by columns.
std::string npy_of_ones(int rows, int cols) {
  std::string header = "{'descr': '<f8', 'fortran_order': True, 'shape': (" + std::to_string(rows) +
                       ", " + std::to_string(cols) + "), }";
  header.resize(117, ' ');
  std::string bytes = "\x93NUMPY\x01";
  bytes += std::string(1, '\0') + std::string(1, 118) + std::string(1, '\0') + header + "\n";
  const double one = 1;
  for (int k = 0; k < rows * cols; ++k) bytes.append(reinterpret_cast<const char*>(&one), 8);
  return bytes;
}

TEST(UnderMpirun, RejectsFilesThatDifferBetweenRanks) {
  const Ranks tool;
  std::string table, wider;
  for (int i = 0; i < 200; ++i) {
    table += std::to_string(i % 7) + ",1," + std::to_string(i % 3) + "\n";
    wider += "4,4," + table.substr(table.rfind('\n', table.size() - 2) + 1);
  }
  struct Copies {
    const char *flag, *file;
    std::string bytes, others;
  };
  const Copies inputs[] = {{"--data", "a.npy", npy_of_ones(200, 3), npy_of_ones(120, 3)},
                           {"--data", "a.csv", table, wider},
                           {"--targets", "y.txt", std::string(400, '1'), ""},
                           {"--test", "t.csv", table, "9" + table.substr(1)},
                           {"--x0", "x0.txt", "0.1\n0.2\n", "0.2\n0.1\n"},
                           {"--set", "hull.csv", "0,0\n1,0\n", "0,0\n2,0\n"}};
  for (const char* rank : {"0", "1", "2"}) std::filesystem::create_directory(tool.path(rank));
  for (std::size_t k = 0; k < std::size(inputs); ++k) {
    const auto& [flag, file, bytes, others] = inputs[k];
    SCOPED_TRACE(file);
    const std::string named = std::string(flag) == "--set" ? std::string("hull:") + file : file;
    const std::string words =
        "solve --objective least-squares --max-iterations 5 --result r.json " + std::string(flag) +
        " " + named + (flag == inputs[0].flag ? "" : " --data b.csv") +
        (std::string(flag) == "--set" ? "" : " --set l1:1");
    const int other = static_cast<int>(k % 3);
    for (int rank = 0; rank < 3; ++rank) {
      tool.file(std::to_string(rank) + "/b.csv", table);
      tool.file(std::to_string(rank) + "/" + file, rank == other ? others : bytes);
    }
    const Ran ran = tool.shell(Ranks::mpirun() + " -n 3 sh -c 'cd " + Ranks::number() +
                               "; exec " ACGD_TOOL " " + words + "'");
    expect_one_line(ran, std::string(flag) + " " + file + ": has ");
    EXPECT_NE(ran.error.find(" on rank " + std::to_string(other)), std::string::npos) << ran.error;
    EXPECT_NE(ran.error.find(": must be the same file on all ranks"), std::string::npos);
    EXPECT_FALSE(tool.has("0/r.json"));
  }
}

TEST(UnderMpirun, FullDiskEndsAllRanks) {
  const Ranks tool;
  expect_one_line(tool.run(3, std::string(kRun) + " --quiet --trace /dev/full"),
                  "/dev/full: cannot be written: No space left on device");
  expect_one_line(tool.run(3, std::string(kRun) + " --quiet --result /dev/full"),
                  "/dev/full: cannot be written: No space left on device");
}

}  // namespace
}  // namespace acgd_test
