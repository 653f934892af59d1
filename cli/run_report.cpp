#include "cli/run_report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include "acgd/version.hpp"
#include "cli/run_problem.hpp"
#include "cli/text.hpp"

namespace acgd::cli {
namespace {

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

/// "  value          0.2\n"
std::string line(const std::string& name, const std::string& text) {
  return fmt::format("  {:<13}  {}\n", name, text);
}

/// How simple the solution is.
std::string simplicity(const Result& result) {
  const LowRank& factors = result.factors;
  if (factors.rank() > 0) {
    return line("rank", fmt::format("{} at most, of a {} x {} matrix", factors.rank(),
                                    factors.rows(), factors.cols()));
  }
  return line("non-zeros",
              fmt::format("{} of {}", (result.x.array() != 0).count(), result.x.size()));
}

/// The processor and the number of threads.
std::string machine() {
  return fmt::format("{}, {} threads", processor(), std::thread::hardware_concurrency());
}

/// 2026-01-31 12:00 UTC
std::string now() {
  const auto seconds = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(seconds));
}

}  // namespace

void ReportArguments::add_to(Arguments& arguments, const std::string& each) {
  arguments.begin_group("Output");
  const std::string a_trace = "a CSV trace for each " + each;
  arguments.add("--traces", traces, {"DIR", a_trace.c_str()});
  arguments.add("--result", result, {"FILE", "JSON: everything about each run"});
  arguments.add("--report", report, {"FILE", "a web page with plots, in one file"});
  arguments.add("--svg", svg, {"DIR", "the plots as SVG pictures"});
}

void ReportArguments::declare(Paths& paths) const {
  paths.write("--result", result);
  paths.write("--report", report);
  paths.write_all("--svg", svg, ".svg");
}

void ReportArguments::check() const {
  check_output("result", result);
  check_output("report", report);
  check_output_folder("traces", traces);
  check_output_folder("svg", svg);
}

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
    row.push_back(std::isnan(r.gap) ? "" : fmt::format("{:.3g}", r.gap));
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

report::Report one_section(const ProblemArguments& arguments, const LoadedProblem& loaded,
                           const Options& options, const std::vector<NamedResult>& results,
                           const std::string& command) {
  const Problem& problem = loaded.problem;
  const bool constrained = problem.mode == Mode::constrained;
  const std::string title =
      fmt::format("{} {} the {}", arguments.objective.name,
                  constrained ? "over" : "by steepest descent in", problem.set->name());
  report::Section section{.name = arguments.objective.name,
                          .title = title,
                          .description = fmt::format("{} variables.", problem.f->dimension()),
                          .command = command,
                          .data = loaded.objective.description,
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

std::string to_text(const Summary& summary) {
  const auto& [loaded, result, ended, scores, written] = summary;
  const Problem& problem = loaded.problem;
  const bool constrained = problem.mode == Mode::constrained;
  std::string text =
      fmt::format("{}{} ({})\n", ended, is_converged(result.status) ? "" : ", not converged",
                  message_of(result, problem.mode));
  text += line("value", fmt::format("{:.10g}", result.value));
  if (!std::isnan(result.gap)) {
    text += line(measure_of(problem.mode), fmt::format("{:.6g}", result.gap));
  }
  text += line("iterations", fmt::format("{}", result.counts.iterations));
  text += line("seconds", three_digits(result.seconds.total));
  text += line("problem", loaded.objective.description);
  if (!loaded.objective.targets.empty()) text += line("targets", loaded.objective.targets);
  text += constrained ? line("set", problem.set->name())
                      : line("norm", "whose unit ball is the " + problem.set->name());
  text += simplicity(result);
  for (const auto& [name, score] : scores)
    text += line(name, fmt::format("{:.6g} (held out)", score));
  if (!written.empty()) text += line("written", fmt::format("{}", fmt::join(written, ", ")));
  return text;
}

}  // namespace acgd::cli
