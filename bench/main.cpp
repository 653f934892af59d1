// Every workload with acgd and with a plain implementation, side by side in one run.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "measure.hpp"
#include "report.hpp"

namespace {

constexpr const char* kUsage =
    "acgd-bench [--list] [--quick] [--only NAME]... [--rule NAME] [--json FILE]\n"
    "  --list       names the workloads\n"
    "  --quick      small and once, to see that it works\n"
    "  --only NAME  workloads whose name begins so; may be repeated\n"
    "  --rule NAME  adaptive-adjustable (default), adaptive-constant or backtracking\n"
    "  --json FILE  writes what was measured\n";

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

std::vector<bench::Workload> chosen(const std::vector<std::string>& only) {
  std::vector<bench::Workload> workloads;
  for (const bench::Workload& workload : bench::workloads()) {
    const std::string name = workload.name;
    const bool named = std::any_of(only.begin(), only.end(), [&](const std::string& start) {
      return name.starts_with(start);
    });
    if (only.empty() || named) workloads.push_back(workload);
  }
  if (workloads.empty()) throw std::invalid_argument("--only: no workload begins so; see --list");
  return workloads;
}

int run(const Arguments& arguments) {
  const bench::Stopwatch watch;
  std::vector<bench::Outcome> outcomes;
  const std::vector<bench::Workload> workloads = chosen(arguments.only);
  bench::print_heading();
  for (const bench::Workload& workload : workloads) {
    outcomes.push_back(bench::measure(workload, arguments.settings));
    bench::print(outcomes.back());
  }
  bench::print_notes(outcomes, watch.seconds());
  if (!arguments.json.empty()) bench::write_json(outcomes, arguments.json);
  const bool agree = std::all_of(outcomes.begin(), outcomes.end(),
                                 [](const bench::Outcome& outcome) { return outcome.agrees(); });
  return agree ? 0 : 1;
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
    for (const bench::Workload& workload : bench::workloads()) fmt::print("{}\n", workload.name);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "acgd-bench: {}\n", error.what());
    return 2;
  }
}
