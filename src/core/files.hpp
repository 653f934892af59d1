#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace acgd {

/// A file beside the one that it is to replace. Where the system allows it has no name until it is
/// complete, so that a process that is killed leaves nothing behind.
class TemporaryFile {
 public:
  /// To replace `target`, which the caller calls `file`. All functions throw FileError.
  TemporaryFile(std::filesystem::path file, std::filesystem::path target);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  /// Those of the file that is replaced, if there is one.
  void copy_permissions() const;
  /// Behind what was written so far.
  void write(std::string_view bytes) const;
  /// In the place of what was written there.
  void overwrite(std::uint64_t offset, std::string_view bytes) const;
  /// Gives it the target's name once its bytes are on the disk.
  void rename_to_target();

 private:
  [[noreturn]] void fail(int error) const;
  std::filesystem::path next_name() const;
  bool open_without_name();
  void give_name();

  std::filesystem::path file_;
  std::filesystem::path target_;
  std::filesystem::path name_;  ///< empty while it is nameless
  int descriptor_ = -1;
};

/// Puts the names of the folder of a file on the disk. Where that cannot be asked for, nothing is
/// lost but the promise that they survive a power failure.
void sync_folder_of(const std::filesystem::path& file);

/// Gives a file the permissions of another one, if that is there; its owner and group where the
/// system lets us. False if the permissions cannot be given.
bool pass_on(const std::filesystem::path& from, int descriptor);

/// Writes a file that appears whole or not at all: its bytes go into a temporary file beside it,
/// which then takes its name, once they are on the disk. A file that is replaced passes its
/// permissions on, and through a link the file it leads to is replaced, or made if there is none. A
/// file that we may not write to is not replaced.
///
/// Throws FileError, and then leaves what was there before.
void write_whole(const std::filesystem::path& file, std::string_view bytes);

/// Where a link, and each one behind it, leads, whether there is a file or not. Throws FileError if
/// they go in a circle.
std::filesystem::path follow_links(const std::filesystem::path& file);

/// The file that writing to `file` replaces: through a link the one it leads to. Throws FileError
/// unless it is a regular one that we may write to, or none yet.
std::filesystem::path replaced_by(const std::filesystem::path& file);

/// Gives a file that is complete the name of another one in the same folder, which it replaces as
/// write_whole() does.
void take_place(const std::filesystem::path& complete, const std::filesystem::path& file);

/// Writes all of it to an open file or stream. Returns 0, or the system's errno.
int write_all(int descriptor, std::string_view bytes) noexcept;

}  // namespace acgd
