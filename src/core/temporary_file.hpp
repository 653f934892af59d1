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

}  // namespace acgd
