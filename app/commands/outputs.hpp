#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acgd/parallel/team.hpp"
#include "acgd/solve/result.hpp"
#include "app/spec/objectives.hpp"

namespace acgd::commands {

using OutputPath = std::optional<std::filesystem::path>;

/// Throws InvalidInput unless a file can be created there. Called before long computations.
void check_output(const std::string& argument, const OutputPath& path);

/// The same for a file that is replaced repeatedly, which cannot be a stream or device.
void check_replaced_output(const std::string& argument, const OutputPath& path);

/// The same for a folder, which need not exist.
void check_output_folder(const std::string& argument, const OutputPath& path);

/// Whether the path is a stream, a pipe or a device, which is written to directly instead of being
/// replaced.
bool is_direct(const std::filesystem::path& path);

/// The name in messages: "standard output" for -.
std::filesystem::path shown_output(const std::filesystem::path& path);

/// A stream, pipe or device for which is_direct() is true, opened by the first write. Throws
/// FileError.
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

/// Writes a file atomically, or writes to a stream, pipe or device. Throws FileError.
void write_output(const std::filesystem::path& path, std::string_view bytes);

/// Writes a file into a folder, which is created if necessary.
void write_into(const std::filesystem::path& folder, const std::string& name,
                std::string_view bytes);

/// Writes the outputs of one command in turn. A failure is reported on standard error; the
/// remaining outputs are still written.
class Outputs {
 public:
  void write(const std::function<void()>& output);
  /// The exit code: `code`, unless an output failed.
  int exit_code(int code) const;

 private:
  bool failed_ = false;
};

/// All files that a command reads or writes, with their flags. Conflicts are found before any file
/// is opened, also between different names of one file (symbolic or hard links) and for files that
/// do not exist yet.
class Paths {
 public:
  /// Adds an input file. The flag `may_replace` may write to it, as --checkpoint to --resume.
  void read(std::string flag, const OutputPath& path, std::string may_replace = {});
  /// Adds an output file.
  void write(std::string flag, const OutputPath& path);
  /// Adds all files of a folder with this ending as outputs.
  void write_all(std::string flag, const OutputPath& folder, std::string ending);

  /// Throws InvalidInput with both flags if an output is also another output or an input, or if two
  /// flags use the same standard stream.
  void check() const;

  /// data::require_same_files() for all files that every rank reads. Files that a flag may replace,
  /// as --resume, are read by rank 0 only.
  void compare(const Team& team) const;

  /// The stream for text output: standard output, unless one of the files is standard output.
  std::FILE* text() const;

 private:
  /// Identity of a file: its device and inode number; or those of the nearest existing folder, and
  /// the rest of the name.
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
    std::optional<int> stream = {};    ///< the descriptor, if the name denotes one
    std::optional<Place> place = {};   ///< absent for devices, which may be shared
    std::optional<Place> folder = {};  ///< of the parent folder
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

/// The file of --solution. The ending of its name selects the format:
///
///   x.npy    NumPy's
///   x.csv    a table that --x0 reads: with names a header and one row, else a number per line
///   x.txt    a number per line; also for -, standard output
///   x.json   {"x": [...]}, with "names" if there are names
///
/// Solutions that are tables, such as flows on roads, are written to x.csv and x.json with their
/// columns.
///
/// A low-rank matrix left right' is written to x.left.npy and x.right.npy (or .csv, .txt), one row
/// of the factor per line, or to one .json as "left" and "right".
class SolutionFile {
 public:
  explicit SolutionFile(OutputPath path) : path_(std::move(path)) {}

  /// Declares the possible files. Throws InvalidInput for other endings.
  void declare(Paths& paths) const;
  void check() const;

  explicit operator bool() const { return path_.has_value(); }
  /// Returns the names of the written files.
  std::string write(const Result& result, const spec::LoadedObjective& objective) const;

 private:
  /// .npy, .csv, .txt or .json
  std::string ending() const;
  /// x.left.npy for "left"
  std::filesystem::path part(const char* name) const;

  OutputPath path_;
};

}  // namespace acgd::commands
