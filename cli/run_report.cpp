#include "cli/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "acgd/version.hpp"
#include "cli/about.hpp"
#include "cli/run_problem.hpp"

namespace acgd::cli {

report::Table result_table(const std::vector<NamedResult>& results, Mode mode) {
  const bool with_setup =
      std::ranges::any_of(results, [](const NamedResult& r) { return r.setup.has_value(); });
  report::Table table{{"strategy", "iterations", "seconds"}, {}};
  if (with_setup) table.columns.emplace_back("set-up");
  table.columns.emplace_back("value");
  table.columns.push_back(measure_of(mode));
  for (const auto& [name, r, setup] : results) {
    std::vector<std::string> row = {name, fmt::format("{}", r.counts.iterations),
                                    fmt::format("{:.3g}", r.seconds.total)};
    if (with_setup) row.push_back(setup ? fmt::format("{:.2g}", *setup) : "");
    row.push_back(fmt::format("{:.8g}", r.value));
    row.push_back(fmt::format("{:.3g}", r.gap));
    table.rows.push_back(std::move(row));
  }
  return table;
}

report::Report empty_report(std::string title, std::string command) {
  return {.title = std::move(title),
          .command = std::move(command),
          .version = ACGD_VERSION,
          .machine = machine(),
          .date = now(),
          .sections = {}};
}

report::Report one_section(const ProblemArguments& arguments, const Problem& problem,
                           const Options& options, const std::vector<NamedResult>& results,
                           const std::string& command) {
  const bool constrained = problem.mode == Mode::constrained;
  const std::string title =
      fmt::format("{} {} the {}", arguments.objective.name,
                  constrained ? "over" : "by steepest descent in", problem.set->name());
  report::Section section{
      .name = arguments.objective.name,
      .title = title,
      .description = fmt::format("{} variables.", problem.objective.f->dimension()),
      .command = command,
      .data = problem.objective.description,
      .measure = measure_of(problem.mode),
      .optimal_value = options.optimal_value,
      .curves = {},
      .table = result_table(results, problem.mode),
      .notes = {}};
  for (const auto& [name, result, setup] : results) {
    section.curves.push_back({name, result.trace});
    section.notes.push_back(fmt::format("{}: {}.", name, message_of(result, problem.mode)));
  }
  report::Report report = empty_report(title, command);
  report.sections.push_back(std::move(section));
  return report;
}

void write_report(const report::Report& report, const OutputPath& page,
                  const OutputPath& pictures) {
  if (page) write_output(*page, report::to_html(report));
  if (!pictures) return;
  for (const report::Picture& picture : report::to_svg(report)) {
    write_into(*pictures, picture.name, picture.svg);
  }
}

}  // namespace acgd::cli
