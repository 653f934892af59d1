#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "acgd/trace/record.hpp"

namespace acgd::cli {

/// A trace that goes to disk as it happens, so that a run of any length needs no memory for it: the
/// rows are added to FILE.partial, which takes the place of FILE when the run is over. It is locked
/// meanwhile: of two runs with one trace, the second is refused. To standard output, a pipe or a
/// device the rows go directly.
class TraceStream {
 public:
  /// Makes no file before the first row. Throws FileError if FILE cannot be replaced, and
  /// InvalidInput if another run is at it.
  TraceStream(const std::filesystem::path& file, Index every);
  TraceStream(const TraceStream&) = delete;
  TraceStream& operator=(const TraceStream&) = delete;
  ~TraceStream();

  /// The file beside FILE that the rows are in until the run is over.
  static std::filesystem::path partial_of(const std::filesystem::path& file);

  /// Goes on with the rows before this iteration that an earlier run has left in FILE.partial, or
  /// in FILE if it came to its end. Throws InvalidInput if they are not all there.
  void resume_at(Index iteration);

  /// Adds the row, if it is one that is kept. Throws FileError, from then on for every row.
  void add(const Record& record);
  /// Puts the rows so far on the disk.
  void sync();
  /// Gives FILE.partial its name.
  void finish();

 private:
  /// Where the rows before an iteration end, if a file has all of them.
  std::optional<std::uintmax_t> end_of_rows(const std::filesystem::path& file,
                                            Index iteration) const;
  /// Opens FILE.partial and locks it, unless another run has. False if there is none, and none is
  /// to be made.
  bool lock_partial(bool make);
  void open();
  void flush();
  [[noreturn]] void fail(const std::filesystem::path& file, int error);

  std::filesystem::path file_;
  bool direct_;
  std::filesystem::path partial_;
  Index every_;
  std::optional<std::filesystem::path> former_;  ///< the file with the rows of an earlier run
  std::uintmax_t former_size_ = 0;               ///< and how much of it is of use
  int descriptor_ = -1;
  bool is_open_ = false;   ///< for rows
  double next_flush_ = 0;  ///< seconds; whoever reads a pipe wants to see rows
  int error_ = 0;          ///< what went wrong, if anything did
  fmt::memory_buffer rows_;
};

}  // namespace acgd::cli
