#include "core/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

namespace {

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

}  // namespace

void sync_folder_of(const std::filesystem::path& file) {
  const std::filesystem::path folder = folder_of(file);
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  const bool broken = fsync(descriptor) != 0 && errno == EIO;
  close(descriptor);
  if (broken) throw FileError(folder, "cannot be written", EIO);
}

bool pass_on(const std::filesystem::path& from, int descriptor) {
  struct stat old = {}, now = {};
  if (stat(from.c_str(), &old) != 0) return true;
  if (fstat(descriptor, &now) == 0 && (now.st_uid != old.st_uid || now.st_gid != old.st_gid) &&
      fchown(descriptor, old.st_uid, old.st_gid) != 0) {
    [[maybe_unused]] const int ours = fchown(descriptor, static_cast<uid_t>(-1), old.st_gid);
  }
  return fchmod(descriptor, old.st_mode & 0777) == 0;
}

TemporaryFile::TemporaryFile(std::filesystem::path file, std::filesystem::path target)
    : file_(std::move(file)), target_(std::move(target)) {
  if (open_without_name()) return;
  do {
    name_ = next_name();
    descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ >= 0) return;
  const int error = errno;
  name_.clear();
  fail(error);
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!name_.empty()) unlink(name_.c_str());
}

void TemporaryFile::copy_permissions() const {
  if (!pass_on(target_, descriptor_)) fail(errno);
}

void TemporaryFile::write(std::string_view bytes) const {
  if (const int error = write_all(descriptor_, bytes)) fail(error);
}

void TemporaryFile::overwrite(std::uint64_t offset, std::string_view bytes) const {
  if (lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) fail(errno);
  write(bytes);
}

void TemporaryFile::rename_to_target() {
  if (fsync(descriptor_) != 0) fail(errno);
  if (name_.empty()) give_name();
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (close(descriptor) != 0) fail(errno);
  if (std::rename(name_.c_str(), target_.c_str()) != 0) fail(errno);
  name_.clear();
  sync_folder_of(target_);
}

void TemporaryFile::fail(int error) const { throw FileError(file_, "cannot be written", error); }

std::filesystem::path TemporaryFile::next_name() const {
  static std::atomic<unsigned> count = 0;
  std::filesystem::path name = target_;
  name += compose(".{}-{}.tmp", getpid(), count++);
  return name;
}

bool TemporaryFile::open_without_name() {
#ifdef O_TMPFILE
  if (access("/proc/self/fd", X_OK) != 0) return false;  // give_name() needs it
  descriptor_ = open(folder_of(target_).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
#endif
  return descriptor_ >= 0;
}

void TemporaryFile::give_name() {
  const std::string nameless = compose("/proc/self/fd/{}", descriptor_);
  std::filesystem::path name;
  int failed = 0;
  do {
    name = next_name();
    failed = linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
  } while (failed != 0 && errno == EEXIST);
  if (failed != 0) fail(errno);
  name_ = std::move(name);
}

int write_all(int descriptor, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::filesystem::path follow_links(const std::filesystem::path& file) {
  constexpr int kMost = 40;  // the limit of Linux
  std::filesystem::path target = file;
  std::error_code trouble;
  for (int k = 0; std::filesystem::is_symlink(target, trouble); ++k) {
    if (k == kMost) throw FileError(file, "cannot be written", ELOOP);
    const std::filesystem::path next = std::filesystem::read_symlink(target, trouble);
    if (trouble) throw FileError(file, "cannot be written", trouble.value());
    target = target.parent_path() / next;  // an absolute `next` replaces the path
  }
  return target;
}

std::filesystem::path replaced_by(const std::filesystem::path& file) {
  const std::filesystem::path target = follow_links(file);
  std::error_code trouble;
  if (!std::filesystem::exists(target, trouble)) return target;
  if (!std::filesystem::is_regular_file(target, trouble)) {
    throw FileError(file, "cannot be written: is not a regular file");
  }
  // A folder may permit replacing a file that we may not write to.
  if (faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) {
    throw FileError(file, "cannot be written", errno);
  }
  return target;
}

void write_whole(const std::filesystem::path& file, std::string_view bytes) {
  TemporaryFile temporary(file, replaced_by(file));
  temporary.copy_permissions();
  temporary.write(bytes);
  temporary.rename_to_target();
}

void take_place(const std::filesystem::path& complete, const std::filesystem::path& file) {
  const int descriptor = open(complete.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw FileError(complete, "cannot be opened", errno);
  const bool failed = fsync(descriptor) != 0 || !pass_on(file, descriptor) ||
                      std::rename(complete.c_str(), file.c_str()) != 0;
  const int error = errno;
  close(descriptor);
  if (failed) throw FileError(file, "cannot be written", error);
  sync_folder_of(file);
}

}  // namespace acgd
