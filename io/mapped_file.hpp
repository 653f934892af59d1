#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace acgd::io {

/// The bytes of a file where the system keeps them: nothing is read before it is looked at, and
/// processes share what was. The file must not become shorter as long as it is mapped.
class MappedFile {
 public:
  /// Throws FileError unless it is a regular file that can be read.
  static std::shared_ptr<const MappedFile> open(const std::filesystem::path& file);

  /// The same of a file that is open, and may then be closed. Messages call it `name`.
  static std::shared_ptr<const MappedFile> of(int descriptor, const std::filesystem::path& name);

  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

  /// Has the system read these bytes of it, and no others, unless it has them. What it reads by
  /// itself around a byte that is looked at are megabytes on many machines: more than there is
  /// room for, where memory is short.
  void fetch(std::span<const std::byte> part) const;

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

}  // namespace acgd::io
