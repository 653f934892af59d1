#include "core/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "acgd/core/file_error.hpp"
#include "core/temporary_file.hpp"

namespace acgd {

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
  constexpr int kMost = 40;  // as many as Linux follows
  std::filesystem::path target = file;
  std::error_code trouble;
  for (int k = 0; std::filesystem::is_symlink(target, trouble); ++k) {
    if (k == kMost) throw FileError(file, "cannot be written", ELOOP);
    const std::filesystem::path next = std::filesystem::read_symlink(target, trouble);
    if (trouble) throw FileError(file, "cannot be written", trouble.value());
    target = target.parent_path() / next;  // an absolute one stands for itself
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
  // Its folder would let us replace it; its owner would not.
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
