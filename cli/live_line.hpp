#pragma once

#include <string>

#include "acgd/core/options.hpp"

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

}  // namespace acgd::cli
