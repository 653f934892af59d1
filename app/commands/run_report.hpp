#pragma once

#include <optional>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "app/commands/arguments.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/problem_arguments.hpp"
#include "app/report/path_report.hpp"
#include "app/report/report.hpp"
#include "app/spec/objectives.hpp"

namespace acgd::commands {

/// The map of a network with flows x; the gradient is the travel cost of each road.
report::Map flow_map(const spec::RoadMap& roads, const Objective& f, const Vector& x);

/// A run with its name, its set-up time if measured, and its scores on held-out data.
struct NamedResult {
  std::string name;  ///< of the step rule
  Result result;
  std::optional<double> setup = {};
  spec::Scores scores = {};
  std::string direction = {};  ///< "corrective (auto)"
};

/// Output arguments for several runs.
struct ReportArguments {
  OutputPath traces, result, report, svg;

  /// `each`: what has a trace of its own.
  void add_to(Arguments& arguments, const std::string& each);
  /// Declares all outputs but the traces, whose names the caller chooses.
  void declare(Paths& paths) const;
  /// Throws InvalidInput if they cannot be written.
  void check() const;
};

/// One row per run: step rule, direction, iterations, seconds, set-up if measured, value, gap (or
/// the measure of the mode), rank or non-zeros of the solution, held-out scores, stopping reason.
report::Table result_table(const std::vector<NamedResult>& results, Mode mode);

/// A report on one problem and its runs.
report::Report one_section(const ProblemArguments& arguments, const LoadedProblem& loaded,
                           const Options& options, const std::vector<NamedResult>& results,
                           const std::string& command);

/// A report with the version, machine and date filled in.
report::Report empty_report(std::string title, std::string command);

/// Writes the page and the pictures, each if asked for.
void write_report(const report::Report& report, const OutputPath& page, const OutputPath& pictures);

/// The same of a path.
void write_report(const report::PathReport& report, const OutputPath& page,
                  const OutputPath& pictures);

/// Fills in command, version, machine and date.
void sign(report::PathReport& report, const std::string& command);

/// The set of a problem, or the penalty in its place.
std::string constraint_name(const Problem& problem);

/// The output of `acgd solve`.
struct Summary {
  const LoadedProblem& loaded;
  const Result& result;
  std::string ended;  ///< the status as text, or the error that stopped the run
  std::string step, direction;
  spec::Scores scores = {};
  spec::Facts facts = {};
  std::vector<std::string> written = {};  ///< names of files and folders
};

std::string to_text(const Summary& summary);

}  // namespace acgd::commands
