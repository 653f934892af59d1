#include "app/commands/run_problem.hpp"

#include <fmt/format.h>

#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/solve/solve.hpp"
#include "app/commands/streams.hpp"
#include "app/spec/rules.hpp"

namespace acgd::commands {

namespace {

/// A start where f is infinite is bad luck that the user can mend.
void explain_start(const Problem& problem, Result& result) {
  if (result.status != Status::non_finite || result.counts.iterations != 0) return;
  result.message += "; the start is too far out: try --x0 zero";
  if (problem.mode == Mode::constrained) result.message += ", or a smaller set";
}

/// With a live line beside the observer there is, and an end from outside.
Options watched(Options options, LiveLine& line, std::stop_token interrupt) {
  options.interrupt = std::move(interrupt);
  options.observer = [&line, also = std::move(options.observer)](const Record& record) {
    line.show(record);
    return also && also(record);
  };
  return options;
}

/// To standard output, a pipe or a device the rows go directly.
std::unique_ptr<TraceStream> open_trace(const std::filesystem::path& file, Index every) {
  if (!is_direct(file)) return std::make_unique<TraceStream>(file, every);
  // Opened with the first rows: a pipe waits for its reader.
  auto output = std::make_shared<DirectOutput>(file);
  return std::make_unique<TraceStream>([output](std::string_view rows) { output->write(rows); },
                                       every);
}

}  // namespace

void CheckpointArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Checkpoints");
  arguments.add("--checkpoint", file, {"FILE", "keep the state of the run there, to go on later"});
  arguments.add(
      "--checkpoint-every", every,
      {"N|SECONDS", "number of iterations, as 500, or seconds, as 30s; 60s unless given"});
  arguments.add("--resume", resume,
                {"FILE", "go on from a checkpoint of the same problem, as if never stopped"});
}

void CheckpointArguments::declare(Paths& paths) const {
  paths.write("--checkpoint", file);
  paths.read("--resume", resume, "--checkpoint");
}

CheckpointOptions CheckpointArguments::options() const {
  check_replaced_output("checkpoint", file);
  if (every && !file) throw InvalidInput("checkpoint-every", "needs --checkpoint, which is absent");
  if (!file) return {};
  return spec::make_checkpoint_times("checkpoint-every",
                                     every.value_or(spec::default_checkpoint_times));
}

std::shared_ptr<const Checkpoint> CheckpointArguments::read() const {
  // Rank 0 reads the checkpoint and sends it to the others.
  return resume && !is_silent() ? std::make_shared<const Checkpoint>(read_checkpoint(*resume))
                                : nullptr;
}

Watch::Watch(const OutputPath& trace, const OutputPath& checkpoint, Options& options) {
  if (trace && !is_silent()) {
    trace_ = open_trace(*trace, options.trace_every);
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
  const bool failed = has_failed(result.status);
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

std::string direction_text(const std::string& typed, const std::string& chosen) {
  return typed == Auto::name && !chosen.empty() ? fmt::format("{} ({})", chosen, typed) : typed;
}

std::string measure_of(Mode mode) { return mode == Mode::unconstrained ? "gradient norm" : "gap"; }

std::string message_of(const Result& result, Mode mode) {
  constexpr std::string_view gap = "gap ";
  const std::string measure = measure_of(mode);
  std::string message = result.message;
  for (std::size_t at = message.find(gap); at != std::string::npos;
       at = message.find(gap, at + measure.size())) {
    message.replace(at, gap.size() - 1, measure);
  }
  return message;
}

Result run_problem(const Problem& problem, Options options, std::stop_token interrupt, bool quiet) {
  LiveLine line(quiet, options, "", measure_of(problem.mode));
  options = watched(std::move(options), line, std::move(interrupt));
  Result result = solve(problem, options);
  explain_start(problem, result);
  return result;
}

experiments::MeasuredRun measure_problem(const Problem& problem, Options options,
                                         std::stop_token interrupt, bool quiet,
                                         const std::string& title) {
  LiveLine line(quiet, options, title, measure_of(problem.mode));
  const StepChoice step = options.step;
  experiments::MeasuredRun run = experiments::measure(
      problem, watched(std::move(options), line, std::move(interrupt)), [&] { return step; });
  explain_start(problem, run.result);
  return run;
}

}  // namespace acgd::commands
