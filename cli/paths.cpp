#include "cli/paths.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "acgd/core/error.hpp"
#include "cli/streams.hpp"
#include "core/files.hpp"
#include "io/data_files.hpp"
#include "io/standard_input.hpp"

namespace acgd::cli {
namespace {

namespace fs = std::filesystem;

/// Files, folders and pipes; of devices such as /dev/null there is enough for all.
bool is_a_place(const struct stat& about) {
  return S_ISREG(about.st_mode) || S_ISDIR(about.st_mode) || S_ISFIFO(about.st_mode);
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace

std::optional<Paths::Place> Paths::place_of(const fs::path& path) {
  fs::path target = follow_links(path);
  struct stat about = {};
  if (stat(target.c_str(), &about) != 0) {
    // There may be folders in the name that are not: a/../b is b, whether there is an a or not.
    std::error_code none;
    target = fs::weakly_canonical(fs::absolute(target, none), none);
    if (target.empty()) target = path;
  }
  fs::path rest;
  while (stat(target.c_str(), &about) != 0) {
    rest = rest.empty() ? target.filename() : target.filename() / rest;
    const fs::path above = folder_of(target);
    if (above == target || target.empty()) return std::nullopt;
    target = above;
  }
  if (!is_a_place(about)) return std::nullopt;
  return Place{about.st_dev, about.st_ino, rest.string()};
}

std::optional<Paths::Place> Paths::place_of_stream(int descriptor) {
  struct stat about = {};
  if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  return Place{about.st_dev, about.st_ino};
}

void Paths::read(std::string flag, const OutputPath& path, std::string may_replace) {
  if (!path) return;
  File file{.flag = std::move(flag), .path = *path, .may_replace = std::move(may_replace)};
  if (io::is_standard_input(*path)) {
    file.stream = STDIN_FILENO;
    file.place = place_of_stream(STDIN_FILENO);
  } else {
    file.place = place_of(*path);
    file.folder = place_of(folder_of(follow_links(*path)));
  }
  files_.push_back(std::move(file));
}

void Paths::write(std::string flag, const OutputPath& path) {
  if (!path) return;
  File file{.flag = std::move(flag), .path = *path, .written = true};
  file.stream = output_descriptor(*path);
  if (file.stream) {
    file.place = place_of_stream(*file.stream);
  } else {
    file.place = place_of(*path);
    file.folder = place_of(folder_of(follow_links(*path)));
  }
  files_.push_back(std::move(file));
}

void Paths::write_all(std::string flag, const OutputPath& folder, std::string ending) {
  if (!folder) return;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(*folder, none)) {
    // Others can be reached by their own name only, which check_folder() looks at.
    const bool has_names = entry.is_symlink(none) || entry.hard_link_count(none) > 1;
    if (has_names && entry.path().string().ends_with(ending)) write(flag, entry.path());
  }
  folders_.push_back({std::move(flag), *folder, std::move(ending), place_of(*folder)});
}

void Paths::check() const {
  check_streams();
  for (std::size_t i = 0; i < files_.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) check_pair(files_[k], files_[i]);
    for (const Folder& folder : folders_) check_folder(folder, files_[i]);
  }
}

/// What a shell appends to a file that is also read or written by name.
void Paths::check_streams() const {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    const auto place = place_of_stream(descriptor);
    if (!place) continue;
    for (const File& file : files_) {
      const bool is_the_stream = file.written && file.stream;
      if (is_the_stream || file.place != place) continue;
      throw InvalidInput(fmt::format(
          "{} {}: is the file that {} goes to: must be another one", file.flag, file.path.string(),
          descriptor == STDOUT_FILENO ? "standard output" : "standard error"));
    }
  }
}

void Paths::check_pair(const File& a, const File& b) const {
  if (!a.written && !b.written) {
    if (a.stream && b.stream) {
      throw InvalidInput(fmt::format("{} {} and {} {}: standard input can be read once only",
                                     a.flag, a.path.string(), b.flag, b.path.string()));
    }
    return;
  }
  if (a.written && b.written && a.stream && a.stream == b.stream) {
    throw InvalidInput(fmt::format("{} {} and {} {}: only one of them can have the stream", a.flag,
                                   a.path.string(), b.flag, b.path.string()));
  }
  if (!a.place || a.place != b.place) return;
  if (a.flag == b.flag && a.path == b.path) return;
  if (a.written && b.may_replace == a.flag) return;
  if (b.written && a.may_replace == b.flag) return;
  const char* rule = a.written && b.written ? "each needs a file of its own"
                                            : "what is read must not be written to";
  throw InvalidInput(fmt::format("{} {} and {} {} are one file: {}", a.flag, a.path.string(),
                                 b.flag, b.path.string(), rule));
}

void Paths::check_folder(const Folder& folder, const File& file) const {
  if (file.flag == folder.flag || !folder.place || file.folder != folder.place) return;
  if (!follow_links(file.path).string().ends_with(folder.ending)) return;
  throw InvalidInput(fmt::format("{} {} is among the files that {} {} writes: must be another one",
                                 file.flag, file.path.string(), folder.flag, folder.path.string()));
}

void Paths::compare(const Team& team) const {
  for (const File& file : files_) {
    if (file.written || file.stream || !file.may_replace.empty()) continue;
    io::require_same_files(team, file.flag, file.path);
  }
}

std::FILE* Paths::text() const {
  for (const File& file : files_) {
    if (file.written && file.stream == STDOUT_FILENO) return stderr;
  }
  return stdout;
}

}  // namespace acgd::cli
