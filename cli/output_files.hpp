#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace acgd::cli {

using OutputPath = std::optional<std::filesystem::path>;

/// Throws InvalidInput unless a file could be put there: found out before hours of work, not after.
void check_output(const std::string& argument, const OutputPath& path);

/// The same for a file that is replaced again and again, which no stream or device can be.
void check_replaced_output(const std::string& argument, const OutputPath& path);

/// The same for a folder, which need not be there yet.
void check_output_folder(const std::string& argument, const OutputPath& path);

/// Whether bytes go straight to where the name leads, a stream, a pipe or a device, because there
/// is no file to be replaced.
bool is_direct(const std::filesystem::path& path);

/// What messages call it: standard output is not called -.
std::filesystem::path shown_output(const std::filesystem::path& path);

/// Such a stream, pipe or device, opened when something is written to it. Throws FileError.
class DirectOutput {
 public:
  explicit DirectOutput(std::filesystem::path path) : path_(std::move(path)) {}
  ~DirectOutput();
  DirectOutput(const DirectOutput&) = delete;
  DirectOutput& operator=(const DirectOutput&) = delete;

  void write(std::string_view bytes);

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// Writes a file that appears whole or not at all; or to a stream, a pipe or a device. Throws
/// FileError.
void write_output(const std::filesystem::path& path, std::string_view bytes);

/// Writes a file into a folder, which is made if there is none.
void write_into(const std::filesystem::path& folder, const std::string& name,
                std::string_view bytes);

/// Outputs of one command, one after the other: one that cannot be written is told on standard
/// error and does not keep the others from being tried.
class Outputs {
 public:
  void write(const std::function<void()>& output);
  /// What the shell is told where it would be told `code`.
  int exit_code(int code) const;

 private:
  bool failed_ = false;
};

}  // namespace acgd::cli
