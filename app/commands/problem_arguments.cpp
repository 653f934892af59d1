#include "app/commands/problem_arguments.hpp"

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/objective/sum.hpp"
#include "app/commands/data.hpp"
#include "app/commands/streams.hpp"
#include "app/data/specification.hpp"
#include "app/spec/starts.hpp"

namespace acgd::commands {

void add_samples(Arguments& arguments, spec::ObjectiveSource& source, spec::Flags& typed) {
  spec::SampleChoices& samples = source.samples;
  arguments.add("--data", source.data,
                {"FILE",
                 "samples (LIBSVM, .npy, .mtx, .csv, .tsv; gz too), ratings or a matrix; - is "
                 "standard input"});
  arguments.add("--format", source.format,
                {"csv|tsv|npy|mtx|libsvm|text", "of --data, where its name does not say"});
  arguments.add("--targets", source.targets,
                {"FILE",
                 "what the samples should predict; else labels of LIBSVM, or a column of the "
                 "table"});
  arguments.add("--target-column", samples.target_column,
                {"NAME|INDEX",
                 "the column of a table that the others should predict: by name, or from 1, and "
                 "from -1 from the end; the last one unless given"});
  arguments.add("--labels", source.labels,
                {"auto|keep|01|pm1",
                 "keep them, or turn two values into 0 and 1 (01), or -1 and +1 (pm1); auto: "
                 "classes are numbers or words, whatever they are, and other targets are kept"});
  arguments.add("--features", source.features,
                {"N", "number of features, where the file does not show them all", false, 1});
  arguments.add("--weights", samples.weights,
                {"FILE|COLUMN",
                 "how much each sample counts: a column of the table, by name or number, or a "
                 "vector file"});
  arguments.add("--class-weights", samples.class_weights,
                {"balanced", "let all classes count the same: weight / (classes * weight of it)"});
  arguments.add(
      "--missing", samples.missing,
      {"refuse|drop|mean",
       "cells that are empty, NA, NaN, ? or null: leave such samples out, or put the mean "
       "of the column there"});
  arguments.add_flag("--intercept", samples.intercept,
                     "add a constant to the predictions, the best one, outside of the set");
  arguments.add_flag("--standardize", samples.standardize,
                     "divide features by their standard deviation; coefficients are told in the "
                     "units of the data again");
  arguments.add(ridge_parameter(source.ridge), typed);
}

void declare_samples(Paths& paths, const spec::ObjectiveSource& source) {
  paths.read("--data", source.data);
  paths.read("--targets", source.targets);
  paths.read("--weights", spec::file_of_weights(source.samples.weights));
}

namespace {

Mode to_mode(const std::string& text) {
  std::vector<std::string> names;
  for (const Mode mode : {Mode::constrained, Mode::unconstrained, Mode::continuous_greedy}) {
    if (text == to_string(mode)) return mode;
    names.emplace_back(to_string(mode));
  }
  throw spec::unknown_name("mode", text, names);
}

/// Before anything is read: most objectives need a set or a penalty, and some have their own set.
void check_set(const ProblemArguments& arguments, Mode mode) {
  const bool has_set = spec::has_set(arguments.objective);
  if (!arguments.penalty.empty()) {
    if (has_set || !arguments.set.empty()) {
      throw InvalidInput("penalty", arguments.penalty, "must not be given together with a set");
    }
    if (mode != Mode::constrained) {
      throw InvalidInput("penalty", arguments.penalty,
                         fmt::format("has no meaning with --mode {}", to_string(mode)));
    }
    return;
  }
  if (arguments.set.empty() && !has_set) {
    throw InvalidInput("--set SET", std::nullopt, "is missing",
                       "see: acgd list sets, or give --penalty");
  }
  if (!arguments.set.empty() && has_set) {
    throw InvalidInput("set", arguments.set,
                       fmt::format("not used by the objective {}, whose set follows from its data",
                                   arguments.objective.name));
  }
}

}  // namespace

void ProblemArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Problem");
  arguments.add("--objective", objective.name,
                {"NAME", "the function to minimise; see: acgd list objectives", true});
  add_samples(arguments, objective, typed);
  arguments.add(
      "--blocks", objective.samples.blocks,
      {"N",
       "number of blocks of samples, whose sums are added in a fixed order: with the same "
       "number, results are identical on any number of ranks; 1 without mpirun, else 8, "
       "and more for millions of samples",
       false, 1});
  arguments.add("--loss", objective.loss,
                {"LOSS", "of completion and huber: huber:RHO or squared; of completion: logistic"});
  arguments.add_flag("--biases", objective.biases,
                     "of completion: fit a constant for each user and item first, and subtract it");
  arguments.add("--Q", objective.q, {"FILE", "the matrix of a quadratic"});
  arguments.add("--b", objective.b, {"FILE", "the linear part of a quadratic; 0 unless given"});
  arguments.add("--dim", objective.dimension,
                {"N", "number of variables of a test function", false, 1});
  arguments.add("--network", objective.network, {"FILE", "the roads of traffic: *_net.tntp"});
  arguments.add("--trips", objective.trips, {"FILE", "the trips of traffic: *_trips.tntp"});
  Description counted = objective.factors.describe();
  for (const Parameter& factor : counted) arguments.add(factor, typed);
  arguments.add("--nodes", objective.nodes,
                {"FILE", "where the nodes of traffic are, *_node.tntp: --report draws a map"});
  arguments.add("--set", set,
                {"SET", "the set, as in l1:50; see: acgd list sets; traffic has its own"});
  arguments.add("--penalty", penalty,
                {"PENALTY",
                 "in place of a set, added to the objective: LAMBDA times the norm of a ball, in "
                 "the place of its radius, as in l1:0.1 or lp:3:0.1; nonnegative; box:LO:HI, where "
                 "a bound may be inf; free"});
  arguments.add("--mode", mode,
                {"constrained|unconstrained|continuous-greedy",
                 "stay in the set; or descend over R^n, the set being the unit ball of a norm or "
                 "gauge; or take N = --max-iterations steps of 1/N along vertices, from 0"});
  arguments.add("--x0", x0,
                {"START", "where to start: a file, zero, vertex, random-vertex or gaussian"});
  arguments.add(
      "--x-previous", x_previous,
      {"START",
       "x^-1, another point: with x0 it gives the first Lipschitz estimate of the adaptive "
       "rules; a probe along the first direction does unless given"});
  arguments.add("--seed", seed,
                {"N", "of what is drawn, random-vertex or gaussian; 1 unless given"});
}

void ProblemArguments::declare(Paths& paths) const {
  declare_samples(paths, objective);
  paths.read("--Q", objective.q);
  paths.read("--b", objective.b);
  paths.read("--network", objective.network);
  paths.read("--trips", objective.trips);
  paths.read("--nodes", objective.nodes);
  for (const auto& file : spec::files_of_set(set)) paths.read("--set", file);
  for (const auto& file : spec::files_of_penalty(penalty)) paths.read("--penalty", file);
  paths.read("--x0", spec::file_of_start(x0));
  paths.read("--x-previous", spec::file_of_start(x_previous));
}

void ProblemArguments::check_steps(std::vector<StepChoice> steps) const {
  const auto estimates = [](StepChoice& step) {
    Description description = step.describe();
    return find(description, "gamma") != nullptr;
  };
  if (x_previous.empty() || std::ranges::any_of(steps, estimates)) return;
  throw InvalidInput("x-previous", "has no effect without an adaptive step rule");
}

void ProblemArguments::check_map(bool is_drawn) const {
  if (!objective.nodes || is_drawn) return;
  throw InvalidInput("nodes", "has no effect without --report or --svg, which draw the map");
}

LoadedProblem load(const ProblemArguments& arguments) {
  const Mode mode = to_mode(arguments.mode);
  const bool is_drawn = spec::is_drawn(arguments.x0) || spec::is_drawn(arguments.x_previous);
  if (arguments.seed && !is_drawn) {
    throw InvalidInput("seed", "has no effect without --x0 random-vertex or gaussian");
  }
  for (const auto& file : {arguments.objective.data, arguments.objective.targets}) {
    if (file) tell_where_to_fetch(*file);
  }
  check_set(arguments, mode);
  spec::LoadedObjective objective = spec::load_objective(arguments.objective);
  if (objective.test) {
    objective.test = [test = objective.test](spec::HeldOut held_out) {
      held_out.tell = [](const std::string& note) { print(stderr, "acgd: {}\n", note); };
      return test(held_out);
    };
  }
  std::shared_ptr<const Penalty> penalty;
  std::shared_ptr<const Oracle> set = objective.set;
  if (!arguments.penalty.empty()) {
    penalty = spec::make_penalty(arguments.penalty, objective.shape);
  } else if (!set) {
    set = spec::make_set(arguments.set, objective.shape);
  }
  const auto start_at = [&](const std::string& text) {
    Start start = spec::make_start(text, mode, set.get(), objective.shape,
                                   arguments.seed.value_or(1), objective.f.get());
    // Coefficients in a file are in the units of the data; atoms are the run's own.
    const bool is_vector = spec::file_of_start(text) && start.atoms().empty();
    if (!is_vector || objective.scale.size() != start.atom().size()) return start;
    return Start(objective.scale.cwiseProduct(start.atom().to_dense()));
  };
  Problem problem{
      .f = objective.f, .set = set, .x0 = start_at(arguments.x0), .mode = mode, .penalty = penalty};
  if (!arguments.x_previous.empty()) problem.x_previous = start_at(arguments.x_previous).atom();
  return {.problem = std::move(problem), .objective = std::move(objective)};
}

}  // namespace acgd::commands
