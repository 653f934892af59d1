#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "acgd/solve/options.hpp"
#include "acgd/trace/trace.hpp"

namespace acgd::cli {

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
