#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "acgd/parallel/team.hpp"
#include "cli/output_files.hpp"

namespace acgd::cli {

/// Every file that a command reads or writes, with the flag that names it. What would be lost to
/// another one of them is found before any is opened: the same file by another name, through links
/// of either kind, or one that is not there yet.
class Paths {
 public:
  /// A file that is read. The flag `may_replace` may write to it, as --checkpoint to --resume.
  void read(std::string flag, const OutputPath& path, std::string may_replace = {});
  /// A file that is written.
  void write(std::string flag, const OutputPath& path);
  /// All files of a folder whose names end so.
  void write_all(std::string flag, const OutputPath& folder, std::string ending);

  /// Throws InvalidInput, naming both flags, if what is written is also read or written otherwise,
  /// or if two flags mean the same standard stream.
  void check() const;

  /// io::require_same_files() of all that is read by all ranks: what a flag may replace, as --resume,
  /// rank 0 alone reads.
  void compare(const Team& team) const;

  /// Where text for people goes: standard output, unless one of the files is that.
  std::FILE* text() const;

 private:
  /// What makes two names one file: its device and number; or those of the nearest folder that is
  /// there, and the rest of the name.
  struct Place {
    dev_t device = 0;
    ino_t number = 0;
    std::string rest = {};
    bool operator==(const Place&) const = default;
  };
  struct File {
    std::string flag;
    std::filesystem::path path;
    bool written = false;
    std::string may_replace = {};
    std::optional<int> stream = {};    ///< the descriptor, if the name stands for one
    std::optional<Place> place = {};   ///< none of a device, which many may share
    std::optional<Place> folder = {};  ///< that it is in
  };
  struct Folder {
    std::string flag;
    std::filesystem::path path;
    std::string ending;
    std::optional<Place> place = {};
  };

  static std::optional<Place> place_of(const std::filesystem::path& path);
  static std::optional<Place> place_of_stream(int descriptor);
  void check_streams() const;
  void check_pair(const File& a, const File& b) const;
  void check_folder(const Folder& folder, const File& file) const;

  std::vector<File> files_;
  std::vector<Folder> folders_;
};

}  // namespace acgd::cli
