#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/trace/trace.hpp"
#include "acgd/version.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/comparison.hpp"
#include "app/commands/model_output.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/problem_arguments.hpp"
#include "app/commands/result_json.hpp"
#include "app/commands/run_arguments.hpp"
#include "app/commands/run_report.hpp"
#include "app/commands/streams.hpp"
#include "app/spec/rules.hpp"
#include "app/spec/starts.hpp"

namespace acgd::commands {

namespace {

/// acgd compare: runs several rules on one problem.
class Compare final : public Command {
 public:
  std::string name() const override { return "compare"; }
  void add_to(Parser& parser) override;
  bool runs_in_team() const override { return true; }
  int run(const Context& context) override;

 private:
  /// Collects and checks all input and output files. Throws InvalidInput if they cannot be used.
  Paths check_paths() const;
  /// Throws InvalidInput for options that have no effect here.
  void check_idle() const;

  std::vector<std::string> directions() const;
  /// Names of the runs: the step rule, preceded by the direction if there are several.
  std::vector<std::string> run_names() const;
  /// All combinations of directions and step rules.
  std::vector<ComparedRule> compared_rules() const;
  /// Seeds of the starts; one absent seed if starts are not random.
  std::vector<std::optional<std::uint64_t>> seeds() const;
  std::vector<DrawnStart> starts(const LoadedProblem& loaded) const;
  /// "fixed-0.1.csv" for fixed:0.1; "fixed-0.1.seed-2.csv" if there are several starts.
  std::string trace_name(std::string run, std::optional<std::uint64_t> seed) const;
  report::Report page(const Comparison& comparison, const LoadedProblem& loaded,
                      const std::string& command) const;

  ProblemArguments problem_;
  HeldOutArguments held_out_;
  Index seeds_ = 0;  ///< 0: not given
  RunArguments run_;
  std::vector<std::string> steps_ = {"adaptive-constant", "adaptive-adjustable", "backtracking",
                                     "open-loop"};
  std::vector<std::string> directions_;  ///< empty: that of solve
  std::vector<std::string> accuracies_;  ///< empty: kAccuracies
  ReportArguments files_;
};

const std::vector<std::string> kAccuracies = {"1e-2", "1e-4", "1e-6"};

int code_of(const Comparison& comparison) {
  int code = exit_code::usable;
  for (const ComparedRule& compared_rule : comparison.compared_rules) {
    if (compared_rule.error) code = std::max(code, exit_code::incomplete);
    for (const ComparedRun& run : compared_rule.runs) {
      code = std::max(code, exit_code_of(run.result.status));
    }
  }
  return code;
}

}  // namespace

void Compare::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "compare several rules on the same problem");
  problem_.add_to(arguments);
  arguments.add("--seeds", seeds_,
                {"N",
                 "number of random starts, drawn with the seeds --seed, --seed + 1, ...; reports "
                 "medians, and compares rules from the same start",
                 false, 1});
  held_out_.add_to(arguments);
  arguments.begin_group("Step rule");
  arguments.add("--steps", steps_,
                {"RULES",
                 "step rules, separated by commas, each with parameters after colons, as "
                 "short,fixed:0.1,fixed:0.01"});
  arguments.add("--directions", directions_,
                {"RULES",
                 "direction rules, separated by commas, as frank-wolfe,pairwise:lazy=true; "
                 "combined with each step rule; default: auto, as in solve"});
  run_.add_to(arguments);
  arguments.begin_group("Accuracies");
  arguments.add(
      "--accuracies", accuracies_,
      {"NUMBERS",
       "target accuracies, separated by commas: fractions of the first gap, or of f(x_0) - the "
       "lowest f of all runs if f is not known to be convex; if given, runs stop at the smallest "
       "fraction of the first gap unless a tolerance is given; default: 1e-2,1e-4,1e-6"});
  files_.add_to(arguments, "rule");
}

std::vector<std::string> Compare::directions() const {
  if (!directions_.empty()) return directions_;
  return {std::string(Options().direction.name())};
}

std::vector<std::string> Compare::run_names() const {
  std::vector<std::string> names;
  for (const std::string& direction : directions()) {
    for (const std::string& step : steps_) {
      names.push_back(directions_.size() <= 1 ? step : direction + "+" + step);
    }
  }
  return names;
}

std::vector<ComparedRule> Compare::compared_rules() const {
  const std::vector<StepChoice> steps = run_.make_steps(steps_);
  problem_.check_steps(steps);
  std::vector<DirectionChoice> directions;
  for (const std::string& text : this->directions()) {
    directions.push_back(spec::make_direction(text));
  }
  spec::refuse_same("steps", steps_, steps);
  spec::refuse_same("directions", directions_, directions);
  std::vector<ComparedRule> list;
  for (const std::string& name : run_names()) {
    ComparedRule compared_rule{.name = name,
                               .direction = this->directions()[list.size() / steps.size()]};
    compared_rule.options.direction = directions[list.size() / steps.size()];
    compared_rule.options.step = steps[list.size() % steps.size()];
    list.push_back(std::move(compared_rule));
  }
  return list;
}

std::vector<std::optional<std::uint64_t>> Compare::seeds() const {
  if (!spec::is_drawn(problem_.x0)) return {std::nullopt};
  std::vector<std::optional<std::uint64_t>> list;
  for (Index k = 0; k < std::max<Index>(seeds_, 1); ++k) {
    list.push_back(problem_.seed.value_or(1) + static_cast<std::uint64_t>(k));
  }
  return list;
}

std::vector<DrawnStart> Compare::starts(const LoadedProblem& loaded) const {
  const Problem& problem = loaded.problem;
  std::vector<DrawnStart> list;
  for (const auto seed : seeds()) {
    list.push_back({seed, list.empty()
                              ? problem.x0
                              : spec::make_start(problem_.x0, problem.mode, problem.set.get(),
                                                 loaded.objective.shape, *seed)});
  }
  return list;
}

std::string Compare::trace_name(std::string run, std::optional<std::uint64_t> seed) const {
  std::ranges::replace(run, ':', '-');
  return seeds_ > 1 ? fmt::format("{}.seed-{}.csv", run, *seed) : run + ".csv";
}

Paths Compare::check_paths() const {
  Paths paths;
  problem_.declare(paths);
  held_out_.declare(paths);
  for (const std::string& run : run_names()) {
    for (const auto seed : seeds()) {
      if (files_.traces) paths.write("--traces", *files_.traces / trace_name(run, seed));
    }
  }
  files_.declare(paths);
  paths.check();
  files_.check();
  return paths;
}

void Compare::check_idle() const {
  if (problem_.mode == to_string(Mode::continuous_greedy)) {
    throw InvalidInput("mode", "continuous-greedy", "has no step rule to compare: use acgd solve");
  }
  problem_.check_map(files_.report || files_.svg);
  held_out_.check();
  if (seeds_ > 0 && !spec::is_drawn(problem_.x0)) {
    throw InvalidInput(
        "seeds", seeds_,
        "has no effect without --x0 random-vertex or gaussian: only such starts are random");
  }
}

report::Report Compare::page(const Comparison& comparison, const LoadedProblem& loaded,
                             const std::string& command) const {
  std::vector<NamedResult> results;
  for (const std::size_t i : comparison.distinct()) {
    const ComparedRule& compared_rule = comparison.compared_rules[i];
    if (!compared_rule.runs.empty()) {
      results.push_back({compared_rule.name, compared_rule.runs.front().result});
    }
  }
  report::Report report = one_section(problem_, loaded, run_.limits, results, command);
  report::Section& section = report.sections.front();
  section.table = to_table(comparison);
  section.costs = cost_table(comparison);
  section.goal = comparison.whole();
  section.direction = comparison.direction();
  std::vector<std::string> sentences = sentences_of(comparison);
  if (comparison.starts.size() > 1) {
    sentences.push_back(fmt::format("Curves and statements on single rules refer to seed {}.",
                                    *comparison.starts[0].seed));
  }
  const std::string summary = summary_of(comparison, &experiments::Spent::oracle_calls);
  std::erase(sentences, summary);
  if (!summary.empty()) section.summary = summary;
  section.notes.insert(section.notes.begin(), sentences.begin(), sentences.end());
  section.race = to_race(comparison, &experiments::Spent::oracle_calls);
  return report;
}

int Compare::run(const Context& context) {
  Paths paths;
  together(*context.team, [&] { paths = check_paths(); });
  paths.compare(*context.team);
  std::vector<ComparedRule> rules = compared_rules();
  std::vector<Accuracy> accuracies = to_accuracies(accuracies_.empty() ? kAccuracies : accuracies_);
  together(*context.team, [&] { check_idle(); });
  problem_.objective.team = context.team;
  const LoadedProblem loaded = load(problem_);
  const bool has_tolerance =
      run_.given.contains("gap_tolerance") || run_.given.contains("relative_gap_tolerance");
  ComparisonSetup setup{.problem = loaded.problem,
                        .starts = starts(loaded),
                        .accuracies = std::move(accuracies),
                        .ends_at_tightest = !accuracies_.empty() && !has_tolerance,
                        .limits = run_.options(loaded.objective.shape),
                        .log_every = run_.log_every,
                        .quiet = run_.quiet,
                        .interrupt = context.interrupt};
  setup.limits.team = context.team;
  together(*context.team, [&] { setup.evaluate = held_out_.read(problem_, loaded); });
  Outputs outputs;
  setup.finished = [&](const std::string& name, const ComparedStart& start, const Result& result) {
    if (!files_.traces) return;
    outputs.write(
        [&] { write_into(*files_.traces, trace_name(name, start.seed), to_csv(result.trace)); });
  };
  const Comparison comparison = compare_runs(setup, std::move(rules));

  if (files_.result) {
    nlohmann::ordered_json json = {{"command", context.line}, {"version", ACGD_VERSION}};
    json.update(to_json(comparison));
    outputs.write([&] { write_output(*files_.result, dump(json)); });
  }
  if (files_.report || files_.svg) {
    outputs.write(
        [&] { write_report(page(comparison, loaded, context.line), files_.report, files_.svg); });
  }
  if (!run_.quiet) {
    const auto& header = loaded.objective.header;
    if (!header.empty()) print(paths.text(), "header: {}\n", spec::shown_header(header));
    print(paths.text(), "{}", to_text(comparison));
  }
  for (const ComparedRule& rule : comparison.compared_rules) {
    if (run_.quiet && rule.error) {
      print(stderr, "acgd: {}: cannot run ({})\n", rule.name, rule.error->what());
    }
  }
  return outputs.exit_code(code_of(comparison));
}

std::unique_ptr<Command> make_compare() { return std::make_unique<Compare>(); }

}  // namespace acgd::commands
