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

/// Where --solution puts the point, in the form that the name asks for:
///
///   x.npy    NumPy's
///   x.csv    a table that --x0 reads: with names a header and one row, else a number a line
///   x.txt    a number a line; so does -, standard output
///   x.json   {"x": [...]}, with "names" where there are names
///
/// What is a table by itself, as the flows on roads are, goes into x.csv and x.json with its columns.
///
/// A low-rank matrix left right' goes into x.left.npy and x.right.npy (or .csv, .txt), one row of
/// the factor a line, and into one .json as "left" and "right".
class SolutionFile {
 public:
  explicit SolutionFile(OutputPath path) : path_(std::move(path)) {}

  /// Tells which files there may be. Throws InvalidInput if the name ends otherwise.
  void declare(Paths& paths) const;
  void check() const;

  explicit operator bool() const { return path_.has_value(); }
  /// Returns the names of the files it wrote.
  std::string write(const Result& result, const problem::LoadedObjective& objective) const;

 private:
  /// .npy, .csv, .txt or .json
  std::string ending() const;
  /// x.left.npy for "left"
  std::filesystem::path part(const char* name) const;

  OutputPath path_;
};

}  // namespace acgd::cli
