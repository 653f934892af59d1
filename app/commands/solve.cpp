#include <chrono>
#include <nlohmann/json.hpp>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/step/schedules.hpp"
#include "acgd/version.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/model_output.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/problem_arguments.hpp"
#include "app/commands/result_json.hpp"
#include "app/commands/run_arguments.hpp"
#include "app/commands/run_problem.hpp"
#include "app/commands/run_report.hpp"
#include "app/commands/streams.hpp"
#include "app/data/atoms.hpp"
#include "app/spec/rules.hpp"

namespace acgd::commands {

namespace {

using Clock = std::chrono::steady_clock;

/// acgd solve: one problem of the user's own, one rule.
class Solve final : public Command {
 public:
  std::string name() const override { return "solve"; }
  void add_to(Parser& parser) override;
  bool runs_in_team() const override { return true; }
  int run(const Context& context) override;

 private:
  /// All files that are read and written; throws InvalidInput if they cannot be.
  Paths check_paths() const;
  /// Throws InvalidInput for what is given and has no effect here.
  void check_idle() const;
  bool is_greedy() const { return problem_.mode == to_string(Mode::continuous_greedy); }
  /// What is on the disk after a run, the solution left out.
  std::vector<std::string> written() const;

  ProblemArguments problem_;
  RunArguments run_;
  std::string step_ = std::string(Options().step.name());
  std::string direction_ = std::string(Options().direction.name());
  OutputPath trace_, result_, solution_, atoms_, report_, svg_, model_;
  HeldOutArguments held_out_;
  CheckpointArguments checkpoint_;
};

}  // namespace

void Solve::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "solve a problem of your own");
  problem_.add_to(arguments);
  held_out_.add_to(arguments);
  arguments.begin_group("Step rule");
  arguments.add("--step", step_,
                {"RULE", "the step rule, as short or fixed:length=0.1; see: acgd list steps"});
  arguments.add(
      "--direction", direction_,
      {"RULE",
       "the direction rule, as frank-wolfe or pairwise:lazy=true; see: acgd list directions"});
  run_.add_to(arguments);
  arguments.begin_group("Output");
  arguments.add(
      "--trace", trace_,
      {"FILE",
       "CSV: iteration,time_s,value,gap,step,lipschitz,backtracks,lower_bound; - is standard "
       "output"});
  Description limits = run_.limits.describe();
  arguments.add(*find(limits, "trace_every"), run_.given);
  arguments.add(
      "--result", result_,
      {"FILE",
       "JSON: status, value, gap, direction, counts, seconds, the options as resolved; - is "
       "standard output"});
  arguments.add("--solution", solution_,
                {"FILE",
                 "the point as .npy, .csv, .txt or .json (a low-rank one as .left.npy and "
                 ".right.npy)"});
  arguments.add("--model", model_,
                {"FILE", "JSON: what was learnt from samples, for acgd predict"});
  arguments.add("--atoms", atoms_,
                {"FILE",
                 "CSV: atom,weight,block,index,value: the active atoms that the point is made of; "
                 "--x0 reads it"});
  arguments.add("--report", report_, {"FILE", "a web page with plots, in one file"});
  arguments.add("--svg", svg_, {"DIR", "the plots as SVG pictures"});
  checkpoint_.add_to(arguments);
}

Paths Solve::check_paths() const {
  Paths paths;
  problem_.declare(paths);
  held_out_.declare(paths);
  paths.write("--trace", trace_);
  if (trace_ && !is_direct(*trace_)) paths.write("--trace", TraceStream::partial_of(*trace_));
  paths.write("--result", result_);
  const SolutionFile solution(solution_);
  solution.declare(paths);
  paths.write("--model", model_);
  paths.write("--atoms", atoms_);
  paths.write("--report", report_);
  paths.write_all("--svg", svg_, ".svg");
  checkpoint_.declare(paths);
  paths.check();
  check_output("trace", trace_);
  check_output("result", result_);
  solution.check();
  check_output("model", model_);
  check_output("atoms", atoms_);
  check_output("report", report_);
  check_output_folder("svg", svg_);
  return paths;
}

void Solve::check_idle() const {
  if (run_.given.contains("trace_every") && !trace_ && !report_ && !svg_) {
    throw InvalidInput("trace-every", "has no effect without --trace, --report or --svg");
  }
  if (atoms_ && problem_.mode != to_string(Mode::constrained)) {
    throw InvalidInput(
        "atoms", fmt::format("has no effect with --mode {}, which keeps none", problem_.mode));
  }
  const bool has_rules = step_ != Options().step.name() || direction_ != Options().direction.name();
  if (is_greedy() && (has_rules || !run_.parameters.empty() || run_.norm)) {
    throw InvalidInput(
        "step, direction, norm: have no effect with --mode continuous-greedy, whose steps are 1/N "
        "along "
        "vertices, N = --max-iterations");
  }
  if (atoms_ && direction_ == FrankWolfe::name) {
    throw InvalidInput("atoms", "has no effect with --direction frank-wolfe, which keeps none");
  }
  problem_.check_map(report_ || svg_);
  held_out_.check();
}

std::vector<std::string> Solve::written() const {
  std::vector<std::string> names;
  for (const OutputPath& path :
       {trace_, result_, model_, atoms_, report_, svg_, checkpoint_.file}) {
    if (path) names.push_back(shown_output(*path).string());
  }
  return names;
}

int Solve::run(const Context& context) {
  const Team& team = *context.team;
  Paths paths;
  together(team, [&] {
    paths = check_paths();
    check_idle();
  });
  paths.compare(team);
  const StepChoice step = run_.make_steps({step_})[0];
  problem_.check_steps({step});
  const DirectionChoice direction = spec::make_direction(direction_);
  const auto begin = Clock::now();
  problem_.objective.team = context.team;
  const LoadedProblem loaded = load(problem_);
  if (model_) check_model(problem_, loaded.objective);
  if (model_ && loaded.objective.completion && team.size() > 1) {
    throw InvalidInput(
        "model", "one of ratings has all of them, and a rank has some: leave it out, or mpirun");
  }
  Options options = run_.options(loaded.objective.shape);
  options.step = step;
  options.direction = direction;
  if (is_greedy()) {
    options.step = Fixed{1 / static_cast<double>(std::max<Index>(options.max_iterations, 1))};
    options.direction = SteepestDescent{};
  }
  options.observer = log_lines(run_.log_every, run_.quiet, step_);
  options.trace = report_ || svg_;
  options.team = context.team;
  spec::Evaluate evaluate;
  std::optional<Watch> watch;
  together(team, [&] {
    options.checkpoint = checkpoint_.options();
    options.resume = checkpoint_.read();
    evaluate = held_out_.read(problem_, loaded);
    watch.emplace(trace_, checkpoint_.file, options);
  });
  const double reading = std::chrono::duration<double>(Clock::now() - begin).count();

  const bool no_line = run_.quiet || run_.log_every != 0;
  Result result = run_problem(loaded.problem, options, context.interrupt, no_line);
  const int code = watch->finish(result);
  const std::string ended = watch->ended(result);
  const spec::Scores scores = evaluate ? evaluate(result) : spec::Scores();

  const spec::Facts facts = loaded.objective.facts ? loaded.objective.facts(result) : spec::Facts();

  Outputs outputs;
  std::vector<std::string> files = written();
  if (solution_) {
    outputs.write(
        [&] { files.push_back(SolutionFile(solution_).write(result, loaded.objective)); });
  }
  if (model_) {
    outputs.write(
        [&] { write_output(*model_, model_json(problem_, loaded.objective, result, scores)); });
  }
  if (atoms_) outputs.write([&] { write_output(*atoms_, data::to_csv(result.atoms)); });
  if (result_) {
    nlohmann::ordered_json json = to_json(result);
    json["status"] = ended;
    json["seconds"]["reading"] = reading;
    for (const auto& [name, score] : scores) json["test"][name] = score;
    for (const spec::Fact& fact : facts) json["facts"][fact.name] = fact.value;
    json["problem"] = {
        {"objective", problem_.objective.name},
        {"data", loaded.objective.description},
        {"targets", loaded.objective.targets},
        {loaded.problem.penalty ? "penalty" : "set", constraint_name(loaded.problem)},
        {"mode", problem_.mode},
        {"variables", loaded.problem.f->dimension()}};
    if (!loaded.objective.header.empty()) json["problem"]["header"] = loaded.objective.header;
    tell_samples(json, problem_, loaded.objective, result);
    json["options"] = to_json(options);
    json["command"] = context.line;
    json["version"] = ACGD_VERSION;
    outputs.write([&] { write_output(*result_, dump(json)); });
  }
  if (report_ || svg_) {
    const report::Report page = one_section(
        problem_, loaded, options,
        {{step_, result, {}, scores, direction_text(direction_, result.direction)}}, context.line);
    outputs.write([&] { write_report(page, report_, svg_); });
  }
  if (!run_.quiet) {
    print(paths.text(), "{}",
          to_text(Summary{loaded, result, ended, step_,
                          direction_text(direction_, result.direction), scores, facts, files}));
  }
  return outputs.exit_code(code);
}

std::unique_ptr<Command> make_solve() { return std::make_unique<Solve>(); }

}  // namespace acgd::commands
