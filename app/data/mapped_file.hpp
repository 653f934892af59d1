#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

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

/// Bytes that are put aside on the disk, in a file without a name, until they are needed.
class SpoolFile {
 public:
  /// In the folder of `beside`, which messages name. Throws FileError, as all functions do.
  explicit SpoolFile(std::filesystem::path beside);
  ~SpoolFile();
  SpoolFile(const SpoolFile&) = delete;
  SpoolFile& operator=(const SpoolFile&) = delete;

  void append(std::span<const std::byte> bytes);
  /// All that was appended, as long as somebody has it.
  std::shared_ptr<const MappedFile> map();

 private:
  void flush();

  std::filesystem::path beside_;
  int descriptor_ = -1;
  std::string buffer_;
};

/// The same of numbers.
template <class Number>
class Spool {
 public:
  explicit Spool(std::filesystem::path beside) : file_(std::move(beside)) {}

  void append(std::span<const Number> numbers) { file_.append(std::as_bytes(numbers)); }
  /// What was appended so far; nothing more may be.
  std::span<const Number> numbers() {
    if (!mapped_) mapped_ = file_.map();
    return {reinterpret_cast<const Number*>(mapped_->bytes().data()),
            mapped_->bytes().size() / sizeof(Number)};
  }

 private:
  SpoolFile file_;
  std::shared_ptr<const MappedFile> mapped_;
};

}  // namespace acgd::io
