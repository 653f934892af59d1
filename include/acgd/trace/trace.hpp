#pragma once

#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Row k: value and gap at x_k, and the step, final L and backtracks used to leave x_k.
/// The last row of a run has no step: its step is NaN. Rules without an L leave it NaN, and so is
/// the gap where the LMO was not called.
struct Record {
  Index iteration = 0;
  double seconds = 0;
  double value = 0;
  double gap = 0;
  double step = std::numeric_limits<double>::quiet_NaN();
  double lipschitz = std::numeric_limits<double>::quiet_NaN();
  int backtracks = 0;
  /// The largest value - gap so far, if f is known to be convex; else NaN.
  double lower_bound = std::numeric_limits<double>::quiet_NaN();
  /// LMO calls so far, those at x_k included. Not a column of the CSV.
  std::int64_t oracle_calls = 0;
};

using Trace = std::vector<Record>;

/// Whether a trace contains this record: iterations 0, every, 2 every, ... and the last.
inline bool is_recorded(const Record& record, Index every) {
  return record.iteration % every == 0 || std::isnan(record.step);
}

/// Called with every complete record. Returning true stops the run at the point reached by then.
using Observer = std::function<bool(const Record&)>;

/// Writes a trace during the run, so that its memory does not grow with the run:
///
///   TraceStream trace("run.csv");
///   minimize(f, set, x0, {.observer = [&](const Record& r) { return trace.add(r), false; }});
///   trace.finish();
///
/// Appends the rows of to_csv() to FILE.partial, which finish() renames to FILE. FILE.partial is
/// locked meanwhile: a second run with the same trace throws InvalidInput.
class TraceStream {
 public:
  /// Receives one or more complete rows; may throw.
  using Sink = std::function<void(std::string_view rows)>;

  /// Writes rows 0, every, 2 every, ... and the last one. Creates no file before the first row.
  /// Throws FileError if FILE cannot be replaced, and InvalidInput if another run is writing to it.
  explicit TraceStream(const std::string& file, Index every = 1);
  /// To a pipe, a socket or a terminal: rows are flushed several times a second.
  explicit TraceStream(Sink sink, Index every = 1);
  TraceStream(const TraceStream&) = delete;
  TraceStream& operator=(const TraceStream&) = delete;
  ~TraceStream();

  /// The file that holds the rows until the run is finished: FILE.partial.
  static std::string partial_of(const std::string& file);

  /// Continues after the rows before this iteration (Checkpoint::iteration) that an earlier run has
  /// left in FILE.partial, or in FILE if it was finished. Throws InvalidInput unless all of them
  /// are there. Has no effect for a sink.
  void resume_at(Index iteration);

  /// Adds the record if the trace contains it. Throws FileError or the exception of the sink, and
  /// again at every later call.
  void add(const Record& record);
  /// Flushes all rows to disk. Call it before a checkpoint is saved, so that it can be resumed.
  void sync();
  /// Renames FILE.partial to FILE. Without it FILE.partial remains for resume_at().
  void finish();

 private:
  /// Offset of the end of the rows before an iteration, if the file has all of them.
  std::optional<std::uintmax_t> end_of_rows(const std::string& file, Index iteration) const;
  /// Opens and locks FILE.partial; throws InvalidInput if another run has locked it. False if it
  /// does not exist and `make` is false.
  bool lock_partial(bool make);
  void open();
  void copy_former();
  void flush();
  void check() const;
  [[noreturn]] void fail(const std::string& file, int error);

  Sink sink_;  ///< empty: to a file
  std::string file_, partial_;
  Index every_;
  std::optional<std::string> former_;  ///< the file with the rows of an earlier run
  std::uintmax_t former_size_ = 0;     ///< and the number of its bytes to keep
  int descriptor_ = -1;
  bool is_open_ = false;        ///< whether open() was called
  double next_flush_ = 0;       ///< time of the next flush to a sink, in seconds
  std::exception_ptr trouble_;  ///< first failure, if any
  std::string rows_;
};

/// A trace as CSV with 17 significant digits, under the header
/// iteration,time_s,value,gap,step,lipschitz,backtracks,lower_bound. Row k: value and gap at x_k;
/// step, final L and backtracks used to leave x_k; the largest value - gap of rows 0 to k. Missing
/// values are empty.
std::string to_csv(const Trace& trace);

/// As to_csv(), to a stream, or atomically to a file. The latter throws FileError, and then leaves
/// the old file unchanged.
void write_trace(std::ostream& out, const Trace& trace);
void write_trace(const std::string& file, const Trace& trace);

}  // namespace acgd
