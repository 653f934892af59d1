// Runs every workload with acgd and with a plain implementation, and compares direction rules.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "directions/table.hpp"
#include "measure.hpp"
#include "report.hpp"

namespace {

constexpr const char* kUsage =
    "acgd-bench [--list] [--quick] [--only NAME]... [--rule NAME] [--json FILE]\n"
    "  --list       names the workloads\n"
    "  --quick      small problems, once, as a smoke test\n"
    "  --only NAME  workloads with this prefix; may be repeated. Those that take minutes run\n"
    "               only when they are named in full\n"
    "  --rule NAME  adaptive-adjustable (default), adaptive-constant or backtracking\n"
    "  --json FILE  writes the measurements\n";

struct Arguments {
  bench::Settings settings = {};
  std::vector<std::string> only = {};
  std::string json = {};
  bool list = false;
  bool help = false;
};

bench::Rule parse_rule(const std::string& name) {
  if (name == "adaptive-adjustable") return bench::Rule::adaptive_adjustable;
  if (name == "adaptive-constant") return bench::Rule::adaptive_constant;
  if (name == "backtracking") return bench::Rule::backtracking;
  throw std::invalid_argument("--rule: there is no " + name);
}

Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = [&] {
      if (i + 1 == words.size()) throw std::invalid_argument(words[i] + ": needs a value");
      return words[++i];
    };
    if (words[i] == "--list") {
      arguments.list = true;
    } else if (words[i] == "--help") {
      arguments.help = true;
    } else if (words[i] == "--quick") {
      arguments.settings.quick = true;
    } else if (words[i] == "--only") {
      arguments.only.push_back(value());
    } else if (words[i] == "--rule") {
      arguments.settings.rule = parse_rule(value());
    } else if (words[i] == "--json") {
      arguments.json = value();
    } else {
      throw std::invalid_argument(words[i] + ": no such option\n" + kUsage);
    }
  }
  return arguments;
}

bool begins(const std::vector<std::string>& only, const std::string& name) {
  const auto starts = [&](const std::string& start) { return name.starts_with(start); };
  return only.empty() || std::any_of(only.begin(), only.end(), starts);
}

bool is_named(const std::vector<std::string>& only, const std::string& name) {
  return std::find(only.begin(), only.end(), name) != only.end();
}

std::vector<bench::Workload> chosen_workloads(const std::vector<std::string>& only) {
  std::vector<bench::Workload> chosen;
  for (const bench::Workload& workload : bench::workloads()) {
    if (begins(only, workload.name)) chosen.push_back(workload);
  }
  return chosen;
}

std::vector<bench::ComparisonEntry> chosen_comparisons(const std::vector<std::string>& only) {
  std::vector<bench::ComparisonEntry> chosen;
  for (const bench::ComparisonEntry& entry : bench::comparisons()) {
    if (entry.takes_minutes ? is_named(only, entry.name) : begins(only, entry.name)) {
      chosen.push_back(entry);
    }
  }
  return chosen;
}

int run(const Arguments& arguments) {
  const bench::Stopwatch watch;
  std::vector<bench::Outcome> outcomes;
  std::vector<bench::ComparisonOutcome> comparison_outcomes;
  const std::vector<bench::Workload> workloads = chosen_workloads(arguments.only);
  const std::vector<bench::ComparisonEntry> comparisons = chosen_comparisons(arguments.only);
  if (workloads.empty() && comparisons.empty()) {
    throw std::invalid_argument("--only: no workload has this prefix; see --list");
  }
  if (!workloads.empty()) bench::print_heading();
  for (const bench::Workload& workload : workloads) {
    outcomes.push_back(bench::measure(workload, arguments.settings));
    bench::print(outcomes.back());
  }
  if (!workloads.empty()) bench::print_notes(outcomes);
  if (!comparisons.empty()) bench::print_comparison_heading();
  for (const bench::ComparisonEntry& entry : comparisons) {
    comparison_outcomes.push_back(bench::run_comparison(entry, arguments.settings));
    bench::print(comparison_outcomes.back());
  }
  fmt::print("\n{:.0f} s in all.\n", watch.seconds());
  if (!arguments.json.empty()) bench::write_json(outcomes, comparison_outcomes, arguments.json);
  const bool agree = std::all_of(outcomes.begin(), outcomes.end(),
                                 [](const bench::Outcome& outcome) { return outcome.agrees(); });
  return agree ? 0 : 1;
}

void list() {
  for (const bench::Workload& workload : bench::workloads()) fmt::print("{}\n", workload.name);
  for (const bench::ComparisonEntry& entry : bench::comparisons()) fmt::print("{}\n", entry.name);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Arguments arguments = parse({argv + 1, argv + argc});
    if (arguments.help) {
      fmt::print("{}", kUsage);
      return 0;
    }
    if (!arguments.list) return run(arguments);
    list();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "acgd-bench: {}\n", error.what());
    return 2;
  }
}
