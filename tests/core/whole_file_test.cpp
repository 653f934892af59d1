#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>
#include <vector>

#include "acgd/core/error.hpp"
#include "core/files.hpp"
#include "support/temporary_folder.hpp"

namespace acgd {
namespace {

using acgd_test::bytes_of;
using acgd_test::TemporaryFolder;

std::ptrdiff_t count_files(const TemporaryFolder& folder) {
  const std::filesystem::directory_iterator files(folder.path());
  return std::distance(begin(files), end(files));
}

TEST(WriteWhole, WritesAndReplaces) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.txt";
  for (const std::string& bytes :
       {std::string("one\n"), std::string(3000000, 'x'), std::string("\0\r\n", 3), std::string()}) {
    write_whole(file, bytes);
    EXPECT_TRUE(bytes_of(file) == bytes);
    EXPECT_EQ(count_files(folder), 1);
  }
}

TEST(WriteWhole, PreservesPermissionsAndLinks) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const auto file = folder.file("a.txt", "old");
  const auto link = folder.path() / "link";
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  fs::create_symlink(file, link);
  write_whole(link, "new");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(bytes_of(file), "new");
  EXPECT_EQ(fs::status(file).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  EXPECT_EQ(count_files(folder), 2);
}

TEST(WriteWhole, CreatesTargetOfLink) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const auto link = folder.path() / "link", second = folder.path() / "second";
  fs::create_directory(folder.path() / "far");
  fs::create_symlink("far/a.txt", link);
  fs::create_symlink("link", second);
  write_whole(second, "new");
  EXPECT_TRUE(fs::is_symlink(link) && fs::is_symlink(second));
  EXPECT_EQ(bytes_of(folder.path() / "far" / "a.txt"), "new");
  EXPECT_EQ(count_files(folder), 3);
}

/// The folder is writable, the file is not. As root this runs in a child process without
/// privileges.
TEST(WriteWhole, DoesNotReplaceReadOnlyFile) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  const auto file = folder.file("a.txt", "precious");
  fs::permissions(file, static_cast<fs::perms>(0444));
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(77);
    try {
      write_whole(file, "new");
    } catch (const FileError& error) {
      const std::string expected = file.string() + ": cannot be written: Permission denied";
      _exit(error.what() == expected ? 0 : 2);
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "cannot become another user here";
  EXPECT_EQ(status, 0);
  EXPECT_EQ(bytes_of(file), "precious");
}

/// Root may write files of other users.
TEST(WriteWhole, PreservesOwner) {
  const TemporaryFolder folder;
  const auto file = folder.file("a.txt", "old");
  if (chown(file.c_str(), 65534, 65534) != 0) GTEST_SKIP() << "cannot give files away here";
  write_whole(file, "new");
  struct stat about = {};
  ASSERT_EQ(stat(file.c_str(), &about), 0);
  EXPECT_EQ(about.st_uid, 65534u);
  EXPECT_EQ(about.st_gid, 65534u);
}

TEST(WriteWhole, RejectsCircularLinks) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("b", folder.path() / "a");
  std::filesystem::create_symlink("a", folder.path() / "b");
  EXPECT_THROW(write_whole(folder.path() / "a", "x"), FileError);
  EXPECT_EQ(count_files(folder), 2);
}

void expect_error(const std::filesystem::path& file, std::string_view bytes,
                  const std::string& message) {
  try {
    write_whole(file, bytes);
    ADD_FAILURE() << "written: " << file;
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), file.string() + message);
  }
}

TEST(WriteWhole, ErrorsStateReason) {
  const TemporaryFolder folder;
  const std::string regular = ": cannot be written: is not a regular file";
  expect_error(folder.path() / "no" / "a.txt", "x",
               ": cannot be written: No such file or directory");
  expect_error(folder.path(), "x", regular);
  expect_error("/dev/null", "x", regular);
  expect_error("", "x", ": cannot be written: No such file or directory");
  EXPECT_EQ(count_files(folder), 0);
}

/// A file size limit stands in for a full disk.
TEST(WriteWhole, FailurePreservesOldContent) {
  const TemporaryFolder folder;
  const auto file = folder.file("a.txt", "old");
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 1000;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  bool failed = false;
  std::string message;
  try {
    write_whole(file, std::string(5000, 'x'));
  } catch (const FileError& error) {
    failed = true;
    message = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(failed);
  EXPECT_EQ(message, file.string() + ": cannot be written: File too large");
  EXPECT_EQ(bytes_of(file), "old");
  EXPECT_EQ(count_files(folder), 1);
}

TEST(WriteWhole, LeavesNoTemporaryFilesWhenKilled) {
  const TemporaryFolder folder;
  const auto file = folder.file("a.txt", "old");
  const int nameless = open(folder.path().c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
  if (nameless < 0) GTEST_SKIP() << "files need names here";
  close(nameless);
  for (const int milliseconds : {1, 3, 7, 12, 20}) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string bytes(20'000'000, 'x');
      for (;;) write_whole(file, bytes);
    }
    usleep(1000 * static_cast<unsigned>(milliseconds));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const std::string bytes = bytes_of(file);
    EXPECT_TRUE(bytes == "old" || bytes == std::string(20'000'000, 'x'));
  }
  // A process killed between creating the file's two names leaves a complete file.
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::uintmax_t size = entry.file_size();
    EXPECT_TRUE(size == 20'000'000 || (size == 3 && entry.path() == file)) << entry.path();
  }
}

/// Concurrent readers see one of the complete texts.
TEST(WriteWhole, IsThreadSafe) {
  const TemporaryFolder folder;
  const auto file = folder.file("a.txt", std::string(100000, 'a'));
  std::vector<std::thread> writers;
  for (const char letter : {'b', 'c'}) {
    writers.emplace_back([&file, letter] {
      for (int k = 0; k < 20; ++k) write_whole(file, std::string(100000, letter));
    });
  }
  for (int k = 0; k < 100; ++k) {
    const std::string bytes = bytes_of(file);
    EXPECT_TRUE(bytes == std::string(100000, bytes[0]));
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(count_files(folder), 1);
}

}  // namespace
}  // namespace acgd
