#include "directions/table.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "report.hpp"

namespace bench {
namespace {

constexpr const char* kLine = "{:<22} {:>8} {:>6} {:>6} {:>6} {:>8} {:>8} {:>8} {:>7} {:>7}  {}\n";

/// Ratio to the first rule; a lower bound if the run was stopped.
std::string times(const Performance& p, double ratio) {
  return fmt::format("{}{:.3g}", p.stopped ? ">" : "", ratio);
}

std::string goal_of(const Performance& p) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  const Goal& goal = p.goal;
  if (goal.iterations > 0) add(fmt::format("{} its", goal.iterations));
  if (goal.calls > 0) add(fmt::format("{} calls", goal.calls));
  if (goal.passes > 0) add(fmt::format("{} passes", goal.passes));
  if (goal.seconds > 0) add(time(goal.seconds));
  if (goal.iterations_of_first > 0) add(fmt::format("its {:g}", goal.iterations_of_first));
  if (goal.seconds_of_first > 0) add(fmt::format("time {:g}", goal.seconds_of_first));
  if (text.empty()) return p.stopped ? p.status : "";
  return text + (p.reaches_goal() ? ": yes" : ": NO") + (p.stopped ? ", " + p.status : "");
}

}  // namespace

void print_comparison_heading() {
  fmt::print(
      "\nDirections with memory. Times are the best of 5 (of 1, if long); / first: compared with "
      "the "
      "first run of a problem.\n\n");
  fmt::print(kLine, "problem", "", "", "", "", "", "", "", "its", "time", "");
  fmt::print(kLine, "  direction", "its", "calls", "passes", "atoms", "gap", "gap / f", "time",
             "/ first", "/ first", "goal");
}

void print(const ComparisonOutcome& outcome) {
  fmt::print("{}: {}, {}\n", outcome.name, outcome.data, outcome.aim);
  for (const Performance& p : outcome.performances) {
    const bool is_first = &p == outcome.performances.data();
    fmt::print(kLine, "  " + p.name, p.iterations, p.calls, p.passes, p.atoms,
               fmt::format("{:.1e}", p.gap), fmt::format("{:.1e}", p.relative_gap()),
               time(p.seconds), is_first ? "" : times(p, p.iterations_of_first),
               is_first ? "" : times(p, p.seconds_of_first), goal_of(p));
  }
  std::fflush(stdout);
}

nlohmann::ordered_json to_json(const std::vector<ComparisonOutcome>& outcomes) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const ComparisonOutcome& outcome : outcomes) {
    nlohmann::ordered_json runs = nlohmann::ordered_json::array();
    for (const Performance& p : outcome.performances) {
      runs.push_back({{"name", p.name},
                      {"status", p.status},
                      {"iterations", p.iterations},
                      {"oracle_calls", p.calls},
                      {"gradients", p.passes},
                      {"atoms", p.atoms},
                      {"value", p.value},
                      {"gap", p.gap},
                      {"seconds", p.seconds},
                      {"iterations_of_first", p.iterations_of_first},
                      {"seconds_of_first", p.seconds_of_first},
                      {"reaches_goal", p.reaches_goal()}});
    }
    rows.push_back(
        {{"name", outcome.name}, {"data", outcome.data}, {"aim", outcome.aim}, {"runs", runs}});
  }
  return rows;
}

}  // namespace bench
