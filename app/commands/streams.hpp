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

namespace acgd::cli {

/// Makes sure that descriptors 0, 1 and 2 are taken: the next file to be opened would otherwise
/// become a standard stream of a program that was started with one closed, and be written over.
/// Reading and writing these fails as it does with a closed one. A pipe that nobody reads any more
/// is then an error like a full disk, and so is a file that may not grow.
void prepare_streams();

/// From here on nothing is printed or written, and outputs are taken for good: that of several
/// ranks is the business of one.
void set_silent(bool silent);
bool is_silent();

/// Writes to a standard stream. Never throws: what standard output could not take, finish_streams()
/// tells at the end, so that a run is not lost for its summary.
void put(std::FILE* stream, std::string_view text) noexcept;

template <class... Values>
void print(std::FILE* stream, fmt::format_string<Values...> format, Values&&... values) {
  put(stream, fmt::format(format, std::forward<Values>(values)...));
}

/// What the shell is told, once all that was printed is out: `code`, unless it could not be
/// written.
int finish_streams(int code) noexcept;

/// The descriptor that a name of an output stands for: 1 for -, N for /dev/fd/N, ...
std::optional<int> output_descriptor(const std::filesystem::path& file);

/// What the tool tells the shell.
namespace exit_code {
constexpr int usable = 0;         ///< there is a result to work with; the JSON says why it stopped
constexpr int bad_input = 2;      ///< an argument or a file is wrong, or an output cannot be
                                  ///< written; or there is not enough memory
constexpr int trouble = 3;        ///< numerical trouble; the best point is written
constexpr int incomplete = 4;     ///< a rule of several cannot run; all is written of the others
constexpr int interrupted = 130;  ///< by Ctrl-C; 128 and the signal by others. All is written
}  // namespace exit_code

/// Whether it needs a sentence of its own, though the point can be worked with.
bool has_failed(Status status);
int exit_code_of(Status status);

/// Turns the first Ctrl-C (or SIGTERM, or SIGHUP unless it is ignored, as under nohup) into a
/// request to stop; a second one ends the program. What follows at once is the same request:
/// timeout and terminals that close send it twice.
///
/// Made first of all: threads that exist before would still be stopped by the signal itself.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  std::stop_token token() const { return requested_.get_token(); }

  /// What the shell is told: 128 and the signal, where a command would say that it was interrupted.
  int exit_code(int code) const;

 private:
  void watch(const std::stop_token& end);

  std::stop_source requested_;
  std::atomic<int> signal_ = 0;  ///< the first one
  std::jthread watcher_;
};

/// One line on the terminal that tells how a run goes, and is gone when it ends.
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

/// The same line with a text, of work that is made of many runs.
class ProgressLine {
 public:
  /// Shows nothing unless standard error is a terminal.
  explicit ProgressLine(bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows what `text` returns, cut off where the terminal ends, if it is time for it.
  void show(const std::function<std::string()>& text);

 private:
  bool on_terminal_;
  std::chrono::steady_clock::time_point next_;
};

/// An observer that prints a line on standard error at iterations 0, N, 2N, ... and the last one,
/// with the title before it: for runs whose output goes to a file. Empty if N is 0. Throws
/// InvalidInput if N is negative, or if nothing is to be printed.
std::function<bool(const Record&)> log_lines(Index every, bool quiet, std::string title);

}  // namespace acgd::cli
