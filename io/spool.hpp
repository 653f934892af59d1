#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/mapped_file.hpp"

namespace acgd::io {

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
