#include "cli/problem_arguments.hpp"

#include "acgd/core/error.hpp"
#include "cli/data_sets.hpp"
#include "cli/sample_arguments.hpp"
#include "cli/streams.hpp"
#include "problem/start_kinds.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

Mode to_mode(const std::string& text) {
  if (text == "constrained") return Mode::constrained;
  if (text == "unconstrained") return Mode::unconstrained;
  problem::refuse_name("mode", text, {"constrained", "unconstrained"});
}

/// Before anything is read: most objectives need a set, and some have their own.
void check_set(const ProblemArguments& arguments) {
  const bool has_set = problem::has_set(arguments.objective);
  if (arguments.set.empty() && !has_set) {
    throw InvalidInput("--set SET: is missing; see: acgd list sets");
  }
  if (!arguments.set.empty() && has_set) {
    throw InvalidInput("set = " + arguments.set + ": not used by the objective " +
                       arguments.objective.name + ", whose set follows from its data");
  }
}

}  // namespace

void ProblemArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Problem");
  arguments.add("--objective", objective.name,
                {"NAME", "the function to minimise; see: acgd list objectives", true});
  add_samples(arguments, objective, typed);
  arguments.add("--shards", objective.samples.shards,
                {"N",
                 "cut the samples into so many shards, whose sums are added up in one order on any "
                 "number of ranks; 8 unless there are millions of samples",
                 false, 1});
  arguments.add("--loss", objective.loss,
                {"LOSS", "of completion and huber: huber:RHO or squared"});
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
  arguments.add("--mode", mode,
                {"constrained|unconstrained",
                 "stay in the set, or descend with the set as the unit ball of a norm"});
  arguments.add("--x0", x0,
                {"START", "where to start: a file, zero, vertex, random-vertex or gaussian"});
  arguments.add("--seed", seed,
                {"N", "of a start that is drawn, random-vertex or gaussian; 1 unless given"});
}

void ProblemArguments::declare(Paths& paths) const {
  declare_samples(paths, objective);
  paths.read("--Q", objective.q);
  paths.read("--b", objective.b);
  paths.read("--network", objective.network);
  paths.read("--trips", objective.trips);
  paths.read("--nodes", objective.nodes);
  for (const auto& file : problem::files_of_set(set)) paths.read("--set", file);
  paths.read("--x0", problem::file_of_start(x0));
}

void ProblemArguments::check_map(bool is_drawn) const {
  if (!objective.nodes || is_drawn) return;
  throw InvalidInput("nodes: has no effect without --report or --svg, which draw the map");
}

LoadedProblem load(const ProblemArguments& arguments) {
  const Mode mode = to_mode(arguments.mode);
  if (arguments.seed && !problem::is_drawn(arguments.x0)) {
    throw InvalidInput("seed: has no effect without --x0 random-vertex or gaussian");
  }
  for (const auto& file : {arguments.objective.data, arguments.objective.targets}) {
    if (file) tell_where_to_fetch(*file);
  }
  check_set(arguments);
  problem::LoadedObjective objective = problem::load_objective(arguments.objective);
  if (objective.test) {
    objective.test = [test = objective.test](problem::HeldOut held_out) {
      held_out.tell = [](const std::string& note) { print(stderr, "acgd: {}\n", note); };
      return test(held_out);
    };
  }
  auto set = objective.set ? objective.set : problem::make_set(arguments.set, objective.shape);
  Start x0 =
      problem::make_start(arguments.x0, mode, *set, objective.shape, arguments.seed.value_or(1));
  // Coefficients in a file are in the units of the data; atoms are the run's own.
  const bool is_vector = problem::file_of_start(arguments.x0) && x0.atoms().empty();
  if (is_vector && objective.scale.size() == x0.atom().size()) {
    x0 = Start(objective.scale.cwiseProduct(x0.atom().to_dense()));
  }
  return {.problem = {objective.f, std::move(set), std::move(x0), mode},
          .objective = std::move(objective)};
}

}  // namespace acgd::cli
