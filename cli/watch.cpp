#include "cli/watch.hpp"

#include <utility>

#include "acgd/core/file_error.hpp"
#include "cli/exit_code.hpp"
#include "cli/streams.hpp"

namespace acgd::cli {

Watch::Watch(const OutputPath& trace, const OutputPath& checkpoint, Options& options) {
  if (trace) {
    trace_ = std::make_unique<TraceStream>(*trace, options.trace_every);
    if (options.resume) trace_->resume_at(options.resume->iteration);
    options.observer = [this, also = std::move(options.observer)](const Record& record) {
      const bool ended = also && also(record);
      return show(record) || ended;
    };
  }
  if (checkpoint) {
    options.checkpoint.save = [this, file = *checkpoint](const Checkpoint& state) {
      // A checkpoint is of use only with all rows before it.
      if (trace_) trace_->sync();
      write_checkpoint(file, state);
    };
  }
}

bool Watch::show(const Record& record) {
  if (!trouble_.empty()) return true;
  try {
    trace_->add(record);
    return false;
  } catch (const FileError& error) {
    trouble_ = error.what();
    return true;
  }
}

int Watch::finish(Result& result) {
  const bool failed = result.status == Status::checkpoint_failed;
  if (failed) print(stderr, "acgd: {}\n", result.message);
  try {
    if (trace_ && trouble_.empty()) trace_->finish();
  } catch (const FileError& error) {
    trouble_ = error.what();
  }
  if (trouble_.empty()) return exit_code_of(result.status);
  if (!failed || result.message != trouble_) print(stderr, "acgd: {}\n", trouble_);
  if (result.status == Status::stopped_by_observer) {
    result.message = fmt::format("{}, after iteration {}", trouble_, result.counts.iterations);
  }
  return result.status == Status::interrupted ? exit_code::interrupted : exit_code::bad_input;
}

std::string Watch::ended(const Result& result) const {
  const bool for_trace = result.status == Status::stopped_by_observer && !trouble_.empty();
  return for_trace ? "trace failed" : std::string(to_string(result.status));
}

}  // namespace acgd::cli
