#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "acgd/trace/record.hpp"

namespace acgd::cli {

/// A trace that goes to disk as it happens, so that a run of any length needs no memory for it: the
/// rows are added to FILE.partial, which takes the place of FILE when the run is over.
class TraceStream {
 public:
  /// Touches nothing before the first row. Throws FileError if FILE cannot be replaced.
  TraceStream(const std::filesystem::path& file, Index every);
  TraceStream(const TraceStream&) = delete;
  TraceStream& operator=(const TraceStream&) = delete;
  ~TraceStream();

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
  void open();
  void flush();
  [[noreturn]] void fail(int error);

  std::filesystem::path file_;
  std::filesystem::path partial_;
  Index every_;
  std::optional<std::filesystem::path> former_;  ///< the file with the rows of an earlier run
  std::uintmax_t former_size_ = 0;               ///< and how much of it is of use
  int descriptor_ = -1;
  int error_ = 0;  ///< what went wrong, if anything did
  fmt::memory_buffer rows_;
};

}  // namespace acgd::cli
