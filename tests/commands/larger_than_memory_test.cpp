// A run on data four times the memory that it is allowed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <vector>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

namespace fs = std::filesystem;

constexpr int kManySamples = 8000, kFeatures = 1400, kEach = 700;

/// 5.6 million entries in LIBSVM's format: the converted file has 67 MB.
void write_samples_as_text(const fs::path& file) {
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < kManySamples; ++i) {
    text += random() % 2 == 0 ? "+1" : "-1";
    for (int k = 0, j = 0; k < kEach; ++k) {
      j += 1 + static_cast<int>(random() % (kFeatures / kEach));
      // Not exact in float: doubles are stored.
      text += ' ' + std::to_string(j) + ":." + std::to_string(1 + random() % 999);
    }
    text += '\n';
  }
  std::ofstream(file) << text;
}

/// A memory control group of version 1 or 2, during the lifetime of the object.
class MemoryGroup {
 public:
  explicit MemoryGroup(std::uintmax_t bytes) {
    std::error_code trouble;
    const fs::path root = "/sys/fs/cgroup";
    const bool is_first = fs::exists(root / "memory" / "memory.limit_in_bytes", trouble);
    folder_ = (is_first ? root / "memory" : root) / ("acgd-test-" + std::to_string(getpid()));
    if (!is_first && !fs::exists(root / "cgroup.controllers", trouble)) return;
    made_ = fs::create_directory(folder_, trouble);
    const fs::path limit = folder_ / (is_first ? "memory.limit_in_bytes" : "memory.max");
    if (made_ && fs::exists(limit, trouble)) {
      std::ofstream out(limit);
      out << bytes << std::flush;
      limits_ = out.good();
    }
  }
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;
  ~MemoryGroup() {
    if (made_) rmdir(folder_.c_str());
  }

  bool limits() const { return limits_; }
  /// The shell command that enters it.
  std::string enter() const { return "echo $$ > " + (folder_ / "cgroup.procs").string(); }

 private:
  fs::path folder_;
  bool made_ = false;
  bool limits_ = false;
};

/// Drops the file from the page cache: cached pages are not charged to a group.
void forget(const fs::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  fsync(descriptor);
  posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
  close(descriptor);
}

/// Bytes that finished child processes have read from disks.
std::uintmax_t bytes_read() {
  rusage usage = {};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<std::uintmax_t>(usage.ru_inblock) * 512;
}

/// Runs the tool behind a line of the shell.
Ran solve_behind(const Tool& tool, const std::string& first, const std::string& words) {
  tool.file("run.sh", first + "\nexec " ACGD_TOOL " solve --objective logistic --quiet " + words);
  return tool.run_script("run.sh");
}

const std::string kOneThread = "export OMP_NUM_THREADS=1\n";
/// Those of a converted file, for runs on what it was made of.
const std::string kBlocksOfConverted = "--blocks 8 ";
const std::string kFewSteps =
    "--set l1:50 --direction frank-wolfe --max-iterations 3 --solution x.npy --data ";

class LargerThanMemory : public testing::Test {
 protected:
  void SetUp() override {
    write_samples_as_text(tool_.path("a.svm"));
    ASSERT_EQ(tool_.run("convert a.svm a.acgd").code, 0);
    size_ = fs::file_size(tool_.path("a.acgd"));
    ASSERT_GT(size_, 60000000u);
  }

  void expect_same_under(const std::string& limit) {
    ASSERT_EQ(solve_behind(tool_, kOneThread, kBlocksOfConverted + kFewSteps + "a.svm").code, 0);
    forget(tool_.path("a.acgd"));
    const std::string expected = tool_.read("x.npy");
    fs::remove(tool_.path("x.npy"));
    const Ran text = solve_behind(tool_, kOneThread + limit, kFewSteps + "a.svm");
    EXPECT_NE(text.code, 0) << "the limit is none";
    const std::uintmax_t before = bytes_read();
    const Ran mapped = solve_behind(tool_, kOneThread + limit, kFewSteps + "a.acgd");
    ASSERT_EQ(mapped.code, 0) << mapped.error;
    EXPECT_EQ(tool_.read("x.npy"), expected);
    // Four gradients; reading megabytes around each access would be 100 times the file. Other
    // processes may evict pages meanwhile: on a busy machine 34 times the file was read.
    EXPECT_LT(bytes_read() - before, 60 * size_);
  }

  Tool tool_;
  std::uintmax_t size_ = 0;
};

TEST_F(LargerThanMemory, RunsInControlGroup) {
  const MemoryGroup group(size_ / 4);
  if (!group.limits()) GTEST_SKIP() << "no memory control group can be made here";
  expect_same_under(group.enter());
}

// RLIMIT_DATA bounds all but pages of mapped files.
TEST_F(LargerThanMemory, RunsWithLittlePrivateMemory) {
  expect_same_under("ulimit -d " + std::to_string(size_ / 4 / 1024));
}

/// A matrix of sines as numpy.save writes it, the last column of which is +-1.
void write_matrix(const fs::path& file, long rows, long cols, bool by_columns) {
  std::string text =
      "{'descr': '<f8', 'fortran_order': " + std::string(by_columns ? "True" : "False") +
      ", 'shape': (" + std::to_string(rows) + ", " + std::to_string(cols) + "), }";
  text.resize(117, ' ');
  std::ofstream out(file, std::ios::binary);
  out << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << text << '\n';
  std::vector<double> numbers(static_cast<std::size_t>(rows * cols));
  for (long i = 0; i < rows; ++i) {
    for (long j = 0; j < cols; ++j) {
      const auto place = static_cast<std::size_t>(by_columns ? j * rows + i : i * cols + j);
      numbers[place] =
          j + 1 == cols ? (i % 3 == 0 ? 1 : -1) : std::sin(static_cast<double>(i * (j + 1) % 997));
    }
  }
  out.write(reinterpret_cast<const char*>(numbers.data()), rows * cols * 8);
}

// By rows it is copied, and has to fit: docs/format.md.
TEST(MatrixLargerThanMemory, IsMappedByColumnsAndCopiedByRows) {
  const Tool tool;
  write_matrix(tool.path("c.npy"), 40000, 200, true);
  write_matrix(tool.path("r.npy"), 40000, 200, false);
  const std::string limit =
      kOneThread + "ulimit -d " + std::to_string(fs::file_size(tool.path("c.npy")) / 4 / 1024);
  ASSERT_EQ(solve_behind(tool, kOneThread, kFewSteps + "r.npy").code, 0);
  const std::string expected = tool.read("x.npy");
  fs::remove(tool.path("x.npy"));
  const Ran copied = solve_behind(tool, limit, kFewSteps + "r.npy");
  EXPECT_EQ(copied.code, 2);
  EXPECT_EQ(copied.error, "acgd: out of memory\n");
  const Ran mapped = solve_behind(tool, limit, kFewSteps + "c.npy");
  ASSERT_EQ(mapped.code, 0) << mapped.error;
  EXPECT_EQ(tool.read("x.npy"), expected);
  ASSERT_EQ(tool.run("convert r.npy r.acgd").code, 0);
  ASSERT_EQ(solve_behind(tool, limit, kFewSteps + "r.acgd").code, 0);
  const std::string of_blocks = tool.read("x.npy");
  ASSERT_EQ(solve_behind(tool, kOneThread, kBlocksOfConverted + kFewSteps + "r.npy").code, 0);
  EXPECT_EQ(of_blocks, tool.read("x.npy"));
}

// For any limit and number of threads: no crash and no endless run. A rule with an active set needs
// more memory with each iteration.
TEST(MatrixLargerThanMemory, OutOfMemoryHasMessageAndPoint) {
  const Tool tool;
  write_matrix(tool.path("a.npy"), 60000, 60, true);
  int with_point = 0;
  for (const int limit : {12000, 16000, 20000, 24000, 28000}) {
    const Ran ran = solve_behind(
        tool, "export OMP_NUM_THREADS=2\nulimit -d " + std::to_string(limit),
        "--set l1:5000 --direction corrective --max-iterations 60 --relative-gap-tolerance 0 "
        "--result r.json --solution x.npy --data a.npy");
    ASSERT_EQ(ran.code, 2) << limit << ran.error;
    EXPECT_EQ(ran.error.find("acgd: out of memory"), 0u) << limit << ran.error;
    EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
    if (!tool.has("x.npy")) continue;
    EXPECT_EQ(tool.json("r.json")["status"], "out of memory");
    fs::remove(tool.path("x.npy"));
    ++with_point;
  }
  EXPECT_GT(with_point, 2);
}

}  // namespace
}  // namespace acgd_test
