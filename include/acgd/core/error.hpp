#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace acgd {

/// Bad input, found before iteration 0. The message names the argument, its value and the rule it
/// violates.
class InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Throws InvalidInput unless `value` is finite and positive.
void require_positive(const std::string& argument, double value);

/// Throws InvalidInput unless `value` >= `least`.
void require_at_least(const std::string& argument, long long value, long long least);

/// A file that cannot be opened, read or written. Invalid contents of a file are an InvalidInput.
class FileError : public std::runtime_error {
 public:
  /// "a.txt: cannot be opened: No such file or directory"; `error` is the system's errno.
  FileError(const std::filesystem::path& file, std::string_view trouble, int error);
  /// "a.txt: is a directory", for errors without an errno.
  FileError(const std::filesystem::path& file, std::string_view trouble);
};

}  // namespace acgd
