// Behaviour of the tool at the limits of memory and disk.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

constexpr const char* kFlatRun =
    "solve --objective rosenbrock --dim 200 --set l1:20 --gap-tolerance 0 --quiet";

/// As on a disk with room for files of 4096 bytes.
Ran run_on_full_disk(const Tool& tool, const std::string& words) {
  tool.file("full", "ulimit -f 8\nexec " ACGD_TOOL " " + words + "\n");
  return tool.run_script("full");
}

TEST(FullDisk, KeepsPreviousCheckpoint) {
  const Tool tool;
  const std::string run = kFlatRun + std::string(" --checkpoint c");
  ASSERT_EQ(tool.run(run + " --max-iterations 50").code, 0);
  const std::string before = tool.read("c");
  ASSERT_GT(before.size(), 4096u);

  const Ran ran = run_on_full_disk(tool, run +
                                             " --resume c --checkpoint-every 20 --max-iterations "
                                             "100 --solution x.npy --result r.json");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.error, "acgd: c: cannot be written: File too large\n");
  EXPECT_TRUE(tool.read("c") == before);
  EXPECT_EQ(tool.json("r.json")["status"], "checkpoint failed");
  EXPECT_EQ(tool.json("r.json")["counts"]["iterations"], 60);
  EXPECT_TRUE(tool.has("x.npy"));

  ASSERT_EQ(tool.run(run + " --resume c --max-iterations 100 --solution part.npy").code, 0);
  ASSERT_EQ(tool.run(kFlatRun + std::string(" --max-iterations 100 --solution whole.npy")).code, 0);
  EXPECT_TRUE(tool.read("part.npy") == tool.read("whole.npy"));
}

TEST(FullDisk, TraceErrorStopsRun) {
  const Tool tool;
  const std::string run = kFlatRun + std::string(" --max-iterations 100000");
  const Ran ran = run_on_full_disk(tool, run + " --trace t.csv --solution x.npy");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
  EXPECT_NE(ran.error.find("t.csv.partial: cannot be written: File too large"), std::string::npos)
      << ran.error;
  EXPECT_TRUE(tool.has("x.npy"));
  EXPECT_FALSE(tool.has("t.csv"));
}

/// Resident pages of a process; 0 if it has ended.
long resident_pages(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/statm");
  long total = 0, resident = 0;
  in >> total >> resident;
  return resident;
}

TEST(Memory, DoesNotGrowInMillionIterationsWithTrace) {
  const Tool tool;
  const std::string trace = tool.path("t.csv"), result = tool.path("r.json");
  const pid_t child = fork();
  if (child == 0) {
    execl(ACGD_TOOL, "acgd", "solve", "--objective", "rosenbrock", "--dim", "2", "--set",
          "box:-2:2", "--step", "fixed:1e-9", "--gap-tolerance", "0", "--max-iterations", "1000000",
          "--quiet", "--trace", trace.c_str(), "--result", result.c_str(), nullptr);
    _exit(127);
  }
  // Early: some rows are written. Late: the last sample before the end.
  const auto rows_written = [&] {
    std::error_code none_yet;
    const auto size = std::filesystem::file_size(trace + ".partial", none_yet);
    return none_yet ? std::uintmax_t{0} : size;
  };
  long early = 0, late = 0, looks = 0;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    const long pages = resident_pages(child);
    if (early == 0 && rows_written() > 2000000) early = pages;
    if (early != 0 && pages != 0) late = pages, ++looks;
    usleep(5000);
  }
  ASSERT_EQ(status, 0);
  EXPECT_EQ(tool.json("r.json")["counts"]["iterations"], 1000000);
  EXPECT_GT(std::filesystem::file_size(trace), 50'000'000u);
  ASSERT_GT(looks, 20);
  EXPECT_LE((late - early) * sysconf(_SC_PAGESIZE), 1 << 20) << "of " << early << " pages";
}

}  // namespace
}  // namespace acgd_test
