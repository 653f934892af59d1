#include "cli/output_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "acgd/core/error.hpp"
#include "cli/streams.hpp"
#include "core/files.hpp"

namespace acgd::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& argument, const fs::path& path,
                         const std::string& rule) {
  throw InvalidInput(fmt::format("{} = {}: {}", argument, path.string(), rule));
}

bool is_writable(const fs::path& path) {
  return faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

/// In a folder such as /tmp others' files may be written to, but not replaced.
bool is_kept_by_its_folder(const fs::path& file, const fs::path& folder) {
  struct stat of_file = {}, of_folder = {};
  if (stat(file.c_str(), &of_file) != 0 || stat(folder.c_str(), &of_folder) != 0) return false;
  const uid_t we = geteuid();
  return (of_folder.st_mode & S_ISVTX) != 0 && we != 0 && we != of_file.st_uid &&
         we != of_folder.st_uid;
}

void check_direct(const std::string& argument, const fs::path& path) {
  const auto descriptor = output_descriptor(path);
  const int mode = descriptor ? fcntl(*descriptor, F_GETFL) & O_ACCMODE : 0;
  if (descriptor ? mode != O_WRONLY && mode != O_RDWR : !is_writable(path)) {
    refuse(argument, path, "cannot be written to");
  }
}

void check_file(const std::string& argument, const fs::path& path) {
  const fs::path target = follow_links(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  std::error_code error;
  if (!target.has_filename() || fs::is_directory(target, error)) {
    refuse(argument, path, "must name a file");
  }
  if (!fs::is_directory(folder, error)) {
    refuse(argument, path, fmt::format("there is no folder {}", folder.string()));
  }
  if (fs::exists(target, error) && !is_writable(target)) {
    refuse(argument, path, "already exists, and must be writable to be replaced");
  }
  if (!is_writable(folder)) {
    refuse(argument, path, fmt::format("the folder {} must be writable", folder.string()));
  }
  if (is_kept_by_its_folder(target, folder)) {
    refuse(argument, path,
           fmt::format("belongs to another user, and the folder {} lets only them replace it",
                       folder.string()));
  }
}

}  // namespace

bool is_direct(const fs::path& path) {
  if (output_descriptor(path)) return true;
  struct stat about = {};
  return stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

void check_output(const std::string& argument, const OutputPath& path) {
  if (!path || is_silent()) return;
  if (is_direct(*path)) return check_direct(argument, *path);
  check_file(argument, *path);
}

void check_replaced_output(const std::string& argument, const OutputPath& path) {
  if (!path || is_silent()) return;
  if (is_direct(*path))
    refuse(argument, *path, "must be a file, which is replaced as the run goes");
  check_file(argument, *path);
}

void check_output_folder(const std::string& argument, const OutputPath& path) {
  if (!path || is_silent()) return;
  // The nearest one that is there must let us make the others.
  fs::path nearest = follow_links(*path);
  std::error_code error;
  while (!nearest.empty() && !fs::exists(nearest, error) && nearest != nearest.parent_path()) {
    nearest = nearest.parent_path();
  }
  if (nearest.empty()) nearest = ".";
  if (path->empty() || is_direct(*path) || !fs::is_directory(nearest, error) ||
      !is_writable(nearest)) {
    refuse(argument, *path, "must be a folder that can be written to");
  }
}

fs::path shown_output(const fs::path& path) {
  return path == "-" ? fs::path("standard output") : path;
}

DirectOutput::~DirectOutput() {
  if (descriptor_ >= 0) close(descriptor_);
}

void DirectOutput::write(std::string_view bytes) {
  if (is_silent()) return;
  if (descriptor_ < 0) {
    const auto named = output_descriptor(path_);
    if (named == STDOUT_FILENO) std::fflush(stdout);
    descriptor_ =
        named ? fcntl(*named, F_DUPFD_CLOEXEC, 3) : open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw FileError(shown_output(path_), "cannot be written", errno);
  }
  if (const int error = write_all(descriptor_, bytes)) {
    throw FileError(shown_output(path_), "cannot be written", error);
  }
}

void write_output(const fs::path& path, std::string_view bytes) {
  if (is_silent()) return;
  if (!is_direct(path)) return write_whole(path, bytes);
  DirectOutput(path).write(bytes);
}

void write_into(const fs::path& folder, const std::string& name, std::string_view bytes) {
  if (is_silent()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw FileError(folder, "cannot be made", error.value());
  write_output(folder / name, bytes);
}

void Outputs::write(const std::function<void()>& output) {
  try {
    output();
  } catch (const FileError& error) {
    print(stderr, "acgd: {}\n", error.what());
    failed_ = true;
  }
}

int Outputs::exit_code(int code) const {
  const bool matters = code == cli::exit_code::usable || code == cli::exit_code::trouble;
  return failed_ && matters ? cli::exit_code::bad_input : code;
}

}  // namespace acgd::cli
