// How much memory a process can have, as files of control groups say.
#include <gtest/gtest.h>
#include <unistd.h>

#include "app/data/mapped_file.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::data {
namespace {

namespace fs = std::filesystem;

/// A folder in place of the root of the file system.
class MemoryLimit : public testing::Test {
 protected:
  void write(const fs::path& file, const std::string& text) {
    fs::create_directories((root_.path() / file).parent_path());
    root_.file(file, text);
  }
  std::uint64_t limit() const { return memory_limit(root_.path()); }

  const std::uint64_t machine_ = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                 static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  acgd_test::TemporaryFolder root_;
};

TEST_F(MemoryLimit, IsThatOfMachineWithoutGroups) { EXPECT_EQ(limit(), machine_); }

TEST_F(MemoryLimit, IsThatOfGroupOfVersion2) {
  write("proc/self/cgroup", "0::/users/runs\n");
  EXPECT_EQ(limit(), machine_) << "there is no file";
  write("sys/fs/cgroup/users/runs/memory.max", "max\n");
  EXPECT_EQ(limit(), machine_);
  write("sys/fs/cgroup/users/runs/memory.max", "1000000\n");
  EXPECT_EQ(limit(), 1000000U);
  write("sys/fs/cgroup/memory/users/runs/memory.limit_in_bytes", "1000\n");
  EXPECT_EQ(limit(), 1000000U) << "a file of version 1";
}

TEST_F(MemoryLimit, IsMinimumOfEnclosingGroups) {
  write("proc/self/cgroup", "0::/users/runs\n");
  write("sys/fs/cgroup/users/runs/memory.max", "3000000\n");
  write("sys/fs/cgroup/users/memory.max", "2000000\n");
  EXPECT_EQ(limit(), 2000000U);
  write("sys/fs/cgroup/users/runs/memory.max", "max\n");
  EXPECT_EQ(limit(), 2000000U);
  write("sys/fs/cgroup/memory.max", "1000000\n");
  EXPECT_EQ(limit(), 1000000U) << "that of a container, which does not show more";
}

TEST_F(MemoryLimit, IsThatOfGroupOfVersion1) {
  write("proc/self/cgroup", "12:cpu,cpuacct:/small\n4:memory:/runs\n0::/\n");
  write("sys/fs/cgroup/memory/runs/memory.limit_in_bytes", "1000000\n");
  write("sys/fs/cgroup/memory/small/memory.limit_in_bytes", "1000\n");
  EXPECT_EQ(limit(), 1000000U);
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(limit(), 1000000U);
  write("sys/fs/cgroup/memory/runs/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(limit(), machine_) << "which is how version 1 says that there is none";
}

TEST_F(MemoryLimit, IgnoresUnknownLines) {
  write("proc/self/cgroup", "\nnonsense\n1:name=systemd:/a:b\n0::/a:b\n");
  write("sys/fs/cgroup/a:b/memory.max", "1000000\n");
  EXPECT_EQ(limit(), 1000000U);
}

}  // namespace
}  // namespace acgd::data
