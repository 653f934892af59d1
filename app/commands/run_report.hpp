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

namespace acgd::cli {

/// The flows x of a network where its roads lie; the gradient is what it costs to travel there.
report::Map flow_map(const problem::RoadMap& roads, const Objective& f, const Vector& x);

/// A run, what it is called, the seconds before its clock began, where they were measured, and how
/// good it is on held-out data, where there is any.
struct NamedResult {
  std::string name;  ///< of the step rule
  Result result;
  std::optional<double> setup = {};
  problem::Scores scores = {};
  std::string direction = {};  ///< "corrective (auto)"
};

/// Where several runs and what is told of them go.
struct ReportArguments {
  OutputPath traces, result, report, svg;

  /// `each` is what there is a trace for.
  void add_to(Arguments& arguments, const std::string& each);
  /// All but the traces, whose names are the caller's.
  void declare(Paths& paths) const;
  /// Throws InvalidInput if they cannot be written.
  void check() const;
};

/// One row a run: step rule, direction, iterations, seconds, set-up where it was measured, value and gap, or
/// what the mode has in its place, how simple the solution is, held-out scores, why it ended.
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

/// Says what was typed, and with which version, on which machine and when.
void sign(report::PathReport& report, const std::string& command);

/// What `acgd solve` prints when it is done.
struct Summary {
  const LoadedProblem& loaded;
  const Result& result;
  std::string ended;  ///< its status in words, or what else stopped the run
  std::string step, direction;
  problem::Scores scores = {};
  problem::Facts facts = {};
  std::vector<std::string> written = {};  ///< names of files and folders
};

std::string to_text(const Summary& summary);

}  // namespace acgd::cli
