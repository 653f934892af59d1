#pragma once

#include <cmath>
#include <cstdint>
#include <exception>
#include <filesystem>
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
  /// Linear minimisations so far, the one at x_k included. No column of the CSV.
  std::int64_t oracle_calls = 0;
};

using Trace = std::vector<Record>;

/// Whether a trace that keeps every so many iterations keeps this one: 0, every, 2 every, ... and
/// the last.
inline bool is_kept(const Record& record, Index every) {
  return record.iteration % every == 0 || std::isnan(record.step);
}

/// Sees every record once it is complete. True asks the run to stop at the point reached by then.
using Observer = std::function<bool(const Record&)>;

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

/// A trace as CSV, under the header iteration,time_s,value,gap,step,lipschitz,backtracks,lower_bound,
/// with 17 significant digits. Row k: value and gap at x_k; step, final L and backtracks used to
/// leave x_k; the largest value - gap of rows 0 to k. Missing values are empty.
std::string to_csv(const Trace& trace);

/// The same into a stream, or into a file that appears whole or not at all. The latter throws
/// FileError, and then leaves what was there before.
void write_trace(std::ostream& out, const Trace& trace);
void write_trace(const std::filesystem::path& file, const Trace& trace);

}  // namespace acgd
