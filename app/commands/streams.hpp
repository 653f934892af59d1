#pragma once

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "acgd/solve/options.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "acgd/trace/trace.hpp"

namespace acgd::commands {

/// Opens closed standard descriptors 0, 1 and 2 such that their use fails: otherwise the next file
/// to be opened would become a standard stream and be overwritten. Also ignores SIGPIPE and
/// SIGXFSZ, so that a closed pipe and a file size limit are write errors like a full disk.
void prepare_streams();

/// In silent mode nothing is printed or written, and outputs are not checked: of several ranks only
/// one writes.
void set_silent(bool silent);
bool is_silent();

/// Writes to a standard stream. Never throws: finish_streams() reports errors of standard output at
/// the end, so that a failed summary does not lose a run.
void put(std::FILE* stream, std::string_view text) noexcept;

template <class... Values>
void print(std::FILE* stream, fmt::format_string<Values...> format, Values&&... values) {
  put(stream, fmt::format(format, std::forward<Values>(values)...));
}

/// Flushes standard output and returns the exit code: `code`, unless output could not be written.
int finish_streams(int code) noexcept;

/// The descriptor that an output name denotes: 1 for -, N for /dev/fd/N, ...
std::optional<int> output_descriptor(const std::filesystem::path& file);

/// Exit codes of the tool.
namespace exit_code {
constexpr int usable = 0;         ///< a usable result; the JSON has the stopping reason
constexpr int bad_input = 2;      ///< an argument or a file is invalid, an output cannot be
                                  ///< written, or there is not enough memory
constexpr int trouble = 3;        ///< numerical trouble; the best point is written
constexpr int incomplete = 4;     ///< one of several rules cannot run; the others are written
constexpr int interrupted = 130;  ///< by Ctrl-C; 128 + signal for others. All is written
}  // namespace exit_code

/// Whether the status is reported as a failure although the point is usable.
bool has_failed(Status status);
int exit_code_of(Status status);

/// Turns the first Ctrl-C (or SIGTERM, or SIGHUP unless it is ignored, as under nohup) into a
/// request to stop; a second one ends the program. Signals that follow immediately count as the
/// same request: timeout and closing terminals send them twice.
///
/// Must be constructed first: threads that already exist would still be ended by the signal.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  std::stop_token token() const { return requested_.get_token(); }

  /// The exit code: 128 + signal in place of exit_code::interrupted, else `code`.
  int exit_code(int code) const;

 private:
  void watch(const std::stop_token& end);

  std::stop_source requested_;
  std::atomic<int> signal_ = 0;  ///< the first one
  std::jthread watcher_;
};

/// A progress line on the terminal that is erased at the end of the run.
class LiveLine {
 public:
  /// Shows nothing unless standard error is a terminal.
  LiveLine(bool quiet, const Options& limits, std::string title = {}, std::string measure = "gap");
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  void show(const Record& record);

 private:
  double seconds_left(const Record& record) const;

  bool on_terminal_;
  Index max_iterations_;
  double time_limit_;
  std::string title_, measure_;
  double next_ = 0.2;  ///< seconds; short runs show nothing
};

/// A progress line with arbitrary text, for work of many runs.
class ProgressLine {
 public:
  /// Shows nothing unless standard error is a terminal.
  explicit ProgressLine(bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows the result of `text`, truncated to the terminal width, if an update is due.
  void show(const std::function<std::string()>& text);

 private:
  bool on_terminal_;
  std::chrono::steady_clock::time_point next_;
};

/// An observer that prints a line with the title to standard error at iterations 0, N, 2N, ... and
/// the last one, for runs whose output is redirected. Empty if N is 0. Throws InvalidInput if N is
/// negative, or if `quiet`.
std::function<bool(const Record&)> log_lines(Index every, bool quiet, std::string title);

}  // namespace acgd::commands
