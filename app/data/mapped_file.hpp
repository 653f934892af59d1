#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace acgd::data {

/// A file mapped into memory: pages are read when they are used, and shared by processes. The file
/// must not be truncated while it is mapped.
class MappedFile {
 public:
  /// Throws FileError unless it is a regular file that can be read.
  static std::shared_ptr<const MappedFile> open(const std::filesystem::path& file);

  /// The same for an open file, which may be closed then. Messages call it `name`.
  static std::shared_ptr<const MappedFile> of(int descriptor, const std::filesystem::path& name);

  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

  /// Makes the system read these bytes only. Its default read-ahead of megabytes per page fault is
  /// too much where memory is short.
  void fetch(std::span<const std::byte> part) const;

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

/// A temporary file without a name.
class SpoolFile {
 public:
  /// In the folder of `beside`, which messages name. Throws FileError, as all functions do.
  explicit SpoolFile(std::filesystem::path beside);
  ~SpoolFile();
  SpoolFile(const SpoolFile&) = delete;
  SpoolFile& operator=(const SpoolFile&) = delete;

  void append(std::span<const std::byte> bytes);
  /// All that was appended.
  std::shared_ptr<const MappedFile> map();

 private:
  void flush();

  std::filesystem::path beside_;
  int descriptor_ = -1;
  std::string buffer_;
};

/// The same for numbers.
template <class Number>
class Spool {
 public:
  explicit Spool(std::filesystem::path beside) : file_(std::move(beside)) {}

  void append(std::span<const Number> numbers) { file_.append(std::as_bytes(numbers)); }
  /// All that was appended; nothing may be appended then.
  std::span<const Number> numbers() {
    if (!mapped_) mapped_ = file_.map();
    return {reinterpret_cast<const Number*>(mapped_->bytes().data()),
            mapped_->bytes().size() / sizeof(Number)};
  }

 private:
  SpoolFile file_;
  std::shared_ptr<const MappedFile> mapped_;
};

/// The memory in bytes that this process can use, pages of files included: that of the machine, or
/// the limit of its control group (version 1 or 2) and its parents, from the files
/// /proc/self/cgroup and /sys/fs/cgroup below `root`.
std::uint64_t memory_limit(const std::filesystem::path& root = "/");

}  // namespace acgd::data
