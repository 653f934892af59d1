// A run on data four times the memory that it is allowed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "cli/tool.hpp"

namespace acgd_test {
namespace {

namespace fs = std::filesystem;

constexpr int kSamples = 12000, kFeatures = 1400, kEach = 700;

/// 8.4 million entries in LIBSVM's form: the file that is made of it has 101 MB.
void write_samples_as_text(const fs::path& file) {
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < kSamples; ++i) {
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

/// A memory control group of version 1 or 2, for as long as the object is there.
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
  /// What a shell does to enter it.
  std::string enter() const { return "echo $$ > " + (folder_ / "cgroup.procs").string(); }

 private:
  fs::path folder_;
  bool made_ = false;
  bool limits_ = false;
};

class LargerThanMemory : public testing::Test {
 protected:
  void SetUp() override {
    write_samples_as_text(tool_.path("a.svm"));
    ASSERT_EQ(tool_.run("convert a.svm a.acgd").code, 0);
    quarter_ = fs::file_size(tool_.path("a.acgd")) / 4;
    ASSERT_GT(quarter_, 15000000u);
  }

  /// Pages that the system still has are nobody's: a group would not be charged for them.
  static void forget(const fs::path& file) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    close(descriptor);
  }

  Ran solve(const std::string& first, const std::string& data) const {
    tool_.file("run.sh", first +
                             "\nOMP_NUM_THREADS=1 exec " ACGD_TOOL
                             " solve --objective logistic --set l1:50 --direction toward "
                             "--max-iterations 3 "
                             "--quiet --solution x.npy --data " +
                             data + "\n");
    return tool_.run_script("run.sh");
  }

  void expect_same_under(const std::string& limit) {
    ASSERT_EQ(solve(":", "a.svm").code, 0);
    forget(tool_.path("a.acgd"));
    const std::string expected = tool_.read("x.npy");
    fs::remove(tool_.path("x.npy"));
    const Ran text = solve(limit, "a.svm");
    EXPECT_NE(text.code, 0) << "the limit is none";
    const Ran mapped = solve(limit, "a.acgd");
    ASSERT_EQ(mapped.code, 0) << mapped.error;
    EXPECT_EQ(tool_.read("x.npy"), expected);
  }

  Tool tool_;
  std::uintmax_t quarter_ = 0;
};

TEST_F(LargerThanMemory, RunsInAControlGroup) {
  const MemoryGroup group(quarter_);
  if (!group.limits()) GTEST_SKIP() << "no memory control group can be made here";
  expect_same_under(group.enter());
}

// RLIMIT_DATA bounds all but pages of mapped files.
TEST_F(LargerThanMemory, RunsWithLittleMemoryOfItsOwn) {
  expect_same_under("ulimit -d " + std::to_string(quarter_ / 1024));
}

}  // namespace
}  // namespace acgd_test
