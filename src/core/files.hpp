#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace acgd {

/// A temporary file in the folder of the file that it will replace. Where the system supports it
/// (O_TMPFILE) it has no name until it is complete, so that a killed process leaves nothing behind.
class TemporaryFile {
 public:
  /// Will replace `target`; error messages name `file`. All functions throw FileError.
  TemporaryFile(std::filesystem::path file, std::filesystem::path target);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  /// Copies the permissions of the target, if it exists.
  void copy_permissions() const;
  /// Appends.
  void write(std::string_view bytes) const;
  /// Overwrites bytes from `offset` on.
  void overwrite(std::uint64_t offset, std::string_view bytes) const;
  /// Flushes the file to disk, then renames it to the target.
  void rename_to_target();

 private:
  [[noreturn]] void fail(int error) const;
  std::filesystem::path next_name() const;
  bool open_without_name();
  void give_name();

  std::filesystem::path file_;
  std::filesystem::path target_;
  std::filesystem::path name_;  ///< empty while the file has no name
  int descriptor_ = -1;
};

/// Flushes the directory of a file to disk. Where that is not possible, the names may not survive a
/// power failure.
void sync_folder_of(const std::filesystem::path& file);

/// Copies the permissions of `from`, if it exists, and its owner and group where permitted. False
/// if the permissions cannot be set.
bool pass_on(const std::filesystem::path& from, int descriptor);

/// Writes a file atomically: writes a temporary file in the same folder, flushes it to disk and
/// renames it. Keeps the permissions of a file that is replaced. Follows links: replaces or creates
/// their target. Does not replace a file that we may not write to.
///
/// Throws FileError, and then leaves the old file unchanged.
void write_whole(const std::filesystem::path& file, std::string_view bytes);

/// The target of a chain of links, whether it exists or not. Throws FileError for a cycle.
std::filesystem::path follow_links(const std::filesystem::path& file);

/// The file that writing to `file` replaces, links followed. Throws FileError unless it is a
/// regular file that we may write to, or does not exist.
std::filesystem::path replaced_by(const std::filesystem::path& file);

/// Renames a complete file to `file` in the same folder, which it replaces as write_whole() does.
void take_place(const std::filesystem::path& complete, const std::filesystem::path& file);

/// Writes all bytes to an open file or stream. Returns 0, or the system's errno.
int write_all(int descriptor, std::string_view bytes) noexcept;

}  // namespace acgd
