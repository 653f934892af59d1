#pragma once

#include <optional>
#include <string>
#include <vector>

#include "acgd/core/options.hpp"
#include "cli/output_files.hpp"
#include "cli/problem_arguments.hpp"
#include "report/report.hpp"

namespace acgd::cli {

/// A run, what it is called, and the seconds before its clock began, where they were measured.
struct NamedResult {
  std::string name;
  Result result;
  std::optional<double> setup = {};
};

/// One row a run: strategy, iterations, seconds, set-up where it was measured, value and gap, or
/// what the mode has in its place.
report::Table result_table(const std::vector<NamedResult>& results, Mode mode);

/// A report on one problem and its runs.
report::Report one_section(const ProblemArguments& arguments, const Problem& problem,
                           const Options& options, const std::vector<NamedResult>& results,
                           const std::string& command);

/// A report with the version, machine and date filled in.
report::Report empty_report(std::string title, std::string command);

/// Writes the page and the pictures, each if asked for.
void write_report(const report::Report& report, const OutputPath& page, const OutputPath& pictures);

}  // namespace acgd::cli
