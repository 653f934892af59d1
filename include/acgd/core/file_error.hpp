#pragma once

#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace acgd {

/// A file that cannot be opened, read or written. What is wrong inside a file is an InvalidInput.
class FileError : public std::runtime_error {
 public:
  /// "a.txt: cannot be opened: No such file or directory"; `error` is the system's errno.
  FileError(const std::filesystem::path& file, std::string_view trouble, int error);
  /// "a.txt: is a directory", where the system was not asked.
  FileError(const std::filesystem::path& file, std::string_view trouble);
};

}  // namespace acgd
