#pragma once

#include <memory>
#include <string>

#include "acgd/core/options.hpp"
#include "acgd/core/result.hpp"
#include "cli/output_files.hpp"
#include "cli/trace_stream.hpp"

namespace acgd::cli {

/// What a run leaves on the disk while it goes on: its trace, and checkpoints that belong to it.
class Watch {
 public:
  /// Adds to the options what a run needs to be watched; must outlive the run.
  Watch(const OutputPath& trace, const OutputPath& checkpoint, Options& options);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Completes the trace and says what could not be written, if anything; if that is why the run
  /// ended, so does the result's message then. Returns what the shell is told of the run.
  int finish(Result& result);

  /// Why the run ended, in two words: its status, unless it was stopped for its trace.
  std::string ended(const Result& result) const;

 private:
  bool show(const Record& record);

  std::unique_ptr<TraceStream> trace_;
  std::string trouble_;  ///< with the trace
};

}  // namespace acgd::cli
