#include "app/commands/run_report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include "acgd/version.hpp"
#include "app/commands/run_problem.hpp"
#include "app/commands/text.hpp"
#include "app/data/specification.hpp"
#include "app/report/svg.hpp"
#include "app/spec/objectives.hpp"

namespace acgd::commands {

report::Map flow_map(const spec::RoadMap& roads, const Objective& f, const Vector& x) {
  Vector costs(x.size());
  f.gradient(x, costs);
  report::Map map{.title = "Flow on every road", .roads = {}, .places = {}};
  const Index first = roads.network.first_number;
  for (std::size_t a = 0; a < roads.network.links.size(); ++a) {
    const auto from = static_cast<std::size_t>(roads.network.links[a].from);
    const auto to = static_cast<std::size_t>(roads.network.links[a].to);
    const auto variable = static_cast<Index>(a);
    const double flow = x[variable], capacity = roads.capacity[a];
    std::string title = fmt::format("{} to {}: flow {}", roads.network.links[a].from + first,
                                    roads.network.links[a].to + first, report::shown_number(flow));
    if (capacity > 0)
      title += fmt::format(", {} of the capacity", report::shown_number(flow / capacity));
    title += fmt::format(", cost {}", report::shown_number(costs[variable]));
    map.roads.push_back({.from_x = roads.x[from],
                         .from_y = roads.y[from],
                         .to_x = roads.x[to],
                         .to_y = roads.y[to],
                         .flow = flow,
                         .capacity = capacity,
                         .title = std::move(title)});
  }
  for (std::size_t v = 0; v < roads.x.size(); ++v) {
    map.places.push_back(
        {roads.x[v], roads.y[v], fmt::format("{}", static_cast<Index>(v) + first)});
  }
  return map;
}

namespace {

using report::shown_number;
using report::shown_value;

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

/// "1.5, -2, 0.5"
std::string shown_numbers(const Vector& numbers) {
  std::vector<std::string> shown;
  for (const double number : numbers) shown.push_back(fmt::format("{:.6g}", number));
  return fmt::format("{}", fmt::join(shown, ", "));
}

/// Measure of the size of the solution (rank or non-zeros) and its value.
std::pair<std::string, std::string> simplicity(const Result& result) {
  const LowRank& factors = result.factors;
  if (factors.rank() > 0) {
    return {"rank", fmt::format("{} at most, of a {} x {} matrix", factors.rank(), factors.rows(),
                                factors.cols())};
  }
  return {"non-zeros", fmt::format("{} of {}", (result.x.array() != 0).count(), result.x.size())};
}

/// "Gap reached after 12 iterations: f is 0.35; no point of the set is more than 1e-7 lower."
std::string run_summary(const Result& result, const Problem& problem) {
  const Mode mode = problem.mode;
  const bool of_set = problem.penalty == nullptr;
  std::string ended(to_string(result.status));
  if (!ended.empty()) ended[0] = static_cast<char>(std::toupper(ended[0]));
  std::string text =
      fmt::format("{}{} after {} iteration{}: f is {}", ended,
                  is_converged(result.status) ? "" : ", not converged,", result.counts.iterations,
                  result.counts.iterations == 1 ? "" : "s", shown_value(result.value));
  if (std::isnan(result.gap)) return text + ".";
  const std::string gap = shown_number(result.gap);
  if (mode == Mode::unconstrained) return text + fmt::format(", its gradient norm {}.", gap);
  if (mode == Mode::continuous_greedy) {
    return text +
           fmt::format(
               "; if -f is monotone and submodular, no point of the set is more than {} lower.",
               gap);
  }
  // Runs have a lower bound if f is known to be convex.
  if (!std::isnan(result.lower_bound)) {
    return text + fmt::format("; no {} is more than {} lower.",
                              of_set ? "point of the set" : "point", gap);
  }
  return text +
         fmt::format(", its gap {}; f is not known to be convex, so this bounds nothing.", gap);
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

template <class AnyReport>
void write_pages(const AnyReport& report, const OutputPath& page, const OutputPath& pictures) {
  if (page) write_output(*page, report::to_html(report));
  if (!pictures) return;
  for (const report::Picture& picture : report::to_svg(report)) {
    write_into(*pictures, picture.name, picture.svg);
  }
}

const NamedResult& best_of(const std::vector<NamedResult>& results) {
  return *std::ranges::min_element(
      results, [](const auto& a, const auto& b) { return a.result.value < b.result.value; });
}

/// "over the l1 ball of radius 2 in R^3", "with the penalty 0.1 x l1 ball ..."
std::string how_over(const Problem& problem) {
  const char* how = "over the";
  if (problem.penalty) how = "with the penalty";
  if (problem.mode == Mode::unconstrained) how = "by steepest descent in the";
  if (problem.mode == Mode::continuous_greedy) how = "by continuous greedy over the";
  return fmt::format("{} {}", how, constraint_name(problem));
}

/// "Minimise f(x) = ... over { x : ... }, 123 variables."
std::string in_words(const LoadedProblem& loaded) {
  const Problem& problem = loaded.problem;
  return fmt::format("Minimise `{}`, {}: {} variables.", loaded.objective.formula,
                     how_over(problem), problem.f->dimension());
}

/// Coefficients of a model with named columns in the units of the data, the largest first.
std::vector<report::Coefficient> largest_coefficients(const spec::LoadedObjective& objective,
                                                      const Result& result) {
  std::vector<report::Coefficient> list;
  if (!objective.model) return list;
  const LinearModel model = objective.model(result);
  if (model.columns.empty() || model.coefficients.cols() != 1) return list;
  for (SparseMatrix::InnerIterator entry(model.coefficients, 0); entry; ++entry) {
    list.push_back({model.columns[entry.row()], entry.value()});
  }
  std::ranges::stable_sort(list, std::greater<>(),
                           [](const auto& one) { return std::abs(one.value); });
  return list;
}

}  // namespace

void ReportArguments::add_to(Arguments& arguments, const std::string& each) {
  arguments.begin_group("Output");
  const std::string a_trace = "a CSV trace for each " + each;
  arguments.add("--traces", traces, {"DIR", a_trace.c_str()});
  arguments.add("--result", result, {"FILE", "JSON with all results of each run"});
  arguments.add("--report", report, {"FILE", "self-contained web page with plots"});
  arguments.add("--svg", svg, {"DIR", "plots as SVG files"});
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
  report::Table table{{"step rule", "direction", "iterations", "seconds"}, {}};
  if (with_setup) table.columns.emplace_back("set-up");
  table.columns.emplace_back("value");
  table.columns.push_back(measure_of(mode));
  if (!results.empty()) {
    table.columns.push_back(simplicity(results.front().result).first);
    for (const auto& score : results.front().scores) {
      table.columns.push_back(score.first + ", held out");
    }
  }
  table.columns.emplace_back("ended by");
  for (const auto& [name, r, setup, scores, direction] : results) {
    std::vector<std::string> row = {name, direction, fmt::format("{}", r.counts.iterations),
                                    shown_number(r.seconds.total)};
    if (with_setup) row.push_back(setup ? shown_number(*setup) : "");
    row.push_back(shown_value(r.value));
    row.push_back(shown_number(r.gap));
    row.push_back(simplicity(r).second);
    for (const auto& score : scores) row.push_back(shown_number(score.second));
    row.emplace_back(to_string(r.status));
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
  const std::string title = fmt::format("{} {}", arguments.objective.name, how_over(problem));
  report::Section section{.name = arguments.objective.name,
                          .title = title,
                          .description = in_words(loaded),
                          .command = command,
                          .data = loaded.objective.description,
                          .measure = measure_of(problem.mode),
                          .optimal_value = options.optimal_value,
                          .curves = {},
                          .table = result_table(results, problem.mode),
                          .notes = {}};
  for (const auto& [name, result, setup, scores, direction] : results) {
    section.curves.push_back({name, result.trace});
    // Other stopping reasons are in the table.
    if (!is_usable(result.status) || result.status == Status::checkpoint_failed ||
        result.status == Status::stopped_by_observer) {
      section.notes.push_back(fmt::format("{}: {}.", name, message_of(result, problem.mode)));
    }
    if (!loaded.objective.facts) continue;
    for (const spec::Fact& fact : loaded.objective.facts(result)) {
      if (std::isnan(fact.value)) continue;
      section.notes.push_back(
          fmt::format("{}: {} {} ({}).", name, fact.label, shown_number(fact.value), fact.note));
    }
  }
  if (results.size() == 1) {
    section.summary = run_summary(results.front().result, problem);
    section.direction = results.front().direction;
  }
  if (!results.empty()) {
    section.solution = results.size() > 1 ? "of " + best_of(results).name : "";
    section.coefficients = largest_coefficients(loaded.objective, best_of(results).result);
  }
  if (loaded.objective.map && !results.empty()) {
    section.map = flow_map(*loaded.objective.map, *problem.f, best_of(results).result.x);
  }
  report::Report report = empty_report(title, command);
  report.sections.push_back(std::move(section));
  return report;
}

void write_report(const report::Report& report, const OutputPath& page,
                  const OutputPath& pictures) {
  write_pages(report, page, pictures);
}

void write_report(const report::PathReport& report, const OutputPath& page,
                  const OutputPath& pictures) {
  write_pages(report, page, pictures);
}

void sign(report::PathReport& report, const std::string& command) {
  report.command = command;
  report.version = ACGD_VERSION;
  report.machine = machine();
  report.date = now();
}

std::string constraint_name(const Problem& problem) {
  return problem.penalty ? problem.penalty->name() : problem.set->name();
}

std::string to_text(const Summary& summary) {
  const auto& [loaded, result, ended, step, direction, scores, facts, written] = summary;
  const Problem& problem = loaded.problem;
  std::string text =
      fmt::format("{}{} ({})\n", ended, is_converged(result.status) ? "" : ", not converged",
                  message_of(result, problem.mode));
  const std::string& total = loaded.objective.total;
  text += line("value", fmt::format("{:.10g}{}", result.value,
                                    total.empty() ? "" : fmt::format(" ({})", total)));
  if (!std::isnan(result.gap)) {
    text += line(measure_of(problem.mode), fmt::format("{:.6g}", result.gap));
  }
  for (const spec::Fact& fact : facts) {
    if (std::isnan(fact.value)) continue;
    text += line(fact.label, fmt::format("{:.10g} ({})", fact.value, fact.note));
  }
  text += line("iterations", fmt::format("{}", result.counts.iterations));
  text += line("seconds", three_digits(result.seconds.total));
  text += line("direction", direction);
  text += line("step rule", step);
  text += line("problem", loaded.objective.description);
  if (!loaded.objective.targets.empty()) text += line("targets", loaded.objective.targets);
  if (problem.mode == Mode::unconstrained) {
    text += line(problem.set->is_norm_ball() ? "norm" : "gauge",
                 "whose unit ball is the " + problem.set->name());
  } else if (problem.penalty) {
    text += line("penalty", fmt::format("{:.10g}, of the value: {}", result.penalty,
                                        constraint_name(problem)));
  } else {
    text += line("set", constraint_name(problem));
  }
  if (loaded.objective.samples && loaded.objective.model) {
    const Vector intercept = loaded.objective.model(result).intercept;
    if (intercept.size() > 0) text += line("intercept", shown_numbers(intercept));
  }
  const auto [how, simple] = simplicity(result);
  text += line(how, simple);
  for (const auto& [name, score] : scores)
    text += line(name, fmt::format("{:.6g} (held out)", score));
  if (!written.empty()) text += line("written", fmt::format("{}", fmt::join(written, ", ")));
  return text;
}

}  // namespace acgd::commands
