#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "acgd/trace/record.hpp"

namespace acgd {

/// A trace that is written as it happens, so that a run of any length needs no memory for it:
///
///   TraceStream trace("run.csv");
///   minimize(f, set, x0, {.observer = [&](const Record& r) { return trace.add(r), false; }});
///   trace.finish();
///
/// The rows, those of write_trace.hpp, are added to FILE.partial, which takes the place of FILE when
/// the run is over. It is locked meanwhile: of two runs with one trace, the second is refused.
class TraceStream {
 public:
  /// Takes some complete rows at a time; may throw.
  using Sink = std::function<void(std::string_view rows)>;

  /// Keeps rows 0, every, 2 every, ... and the last one. Makes no file before the first row. Throws
  /// FileError if FILE cannot be replaced, and InvalidInput if another run is writing to it.
  explicit TraceStream(const std::filesystem::path& file, Index every = 1);
  /// To a pipe, a socket or a terminal, whose reader wants to see rows: several times a second.
  explicit TraceStream(Sink sink, Index every = 1);
  TraceStream(const TraceStream&) = delete;
  TraceStream& operator=(const TraceStream&) = delete;
  ~TraceStream();

  /// The file beside FILE that holds the rows until the run is over.
  static std::filesystem::path partial_of(const std::filesystem::path& file);

  /// Goes on with the rows before this iteration (Checkpoint::iteration) that an earlier run has
  /// left in FILE.partial, or in FILE if it came to its end. Throws InvalidInput unless all of them
  /// are there. What went to a sink is not looked at.
  void resume_at(Index iteration);

  /// Adds the row, if it is one that is kept. Throws FileError or what the sink threw, from then on
  /// for every row.
  void add(const Record& record);
  /// Puts the rows so far on the disk: before a checkpoint is saved, so that it can be resumed.
  void sync();
  /// Gives FILE.partial its name. A stream that is not finished leaves it for resume_at().
  void finish();

 private:
  /// Where the rows before an iteration end, if a file has all of them.
  std::optional<std::uintmax_t> end_of_rows(const std::filesystem::path& file,
                                            Index iteration) const;
  /// Opens FILE.partial and locks it, unless another run has. False if there is none, and none is
  /// to be made.
  bool lock_partial(bool make);
  void open();
  void copy_former();
  void flush();
  void check() const;
  [[noreturn]] void fail(const std::filesystem::path& file, int error);

  Sink sink_;  ///< empty: to a file
  std::filesystem::path file_, partial_;
  Index every_;
  std::optional<std::filesystem::path> former_;  ///< the file with the rows of an earlier run
  std::uintmax_t former_size_ = 0;               ///< and how much of it is of use
  int descriptor_ = -1;
  bool is_open_ = false;        ///< for rows
  double next_flush_ = 0;       ///< seconds, of a sink
  std::exception_ptr trouble_;  ///< what went wrong, if anything did
  std::string rows_;
};

}  // namespace acgd
