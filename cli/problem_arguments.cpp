#include "cli/problem_arguments.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "problem/start_kinds.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

Mode to_mode(const std::string& text) {
  if (text == "constrained") return Mode::constrained;
  if (text == "unconstrained") return Mode::unconstrained;
  problem::refuse_name("mode", text, {"constrained", "unconstrained"});
}

}  // namespace

void ProblemArguments::add_to(CLI::App& command) {
  const auto add = [&](const char* name, auto& variable, const char* sentence,
                       const char* value) -> CLI::Option* {
    return command.add_option(name, variable, sentence)->type_name(value)->group("Problem");
  };
  add("--objective", objective.name, "the function to minimise; see: acgd list objectives", "NAME")
      ->required();
  add("--data", objective.data,
      "samples (LIBSVM, .npy, .mtx, .csv, .tsv; gz too), ratings or a matrix", "FILE");
  add("--targets", objective.targets,
      "what the samples should predict; else labels of LIBSVM, or the last column of a table",
      "FILE");
  add("--labels", objective.labels,
      "keep them, or turn two values into 0 and 1 (01), or -1 and +1 (pm1)", "keep|01|pm1");
  add("--features", objective.features, "number of features, where the file does not show them all",
      "N");
  add("--loss", objective.loss, "of completion and huber: huber:RHO or squared", "LOSS");
  add("--Q", objective.q, "the matrix of a quadratic", "FILE");
  add("--b", objective.b, "the linear part of a quadratic; 0 unless given", "FILE");
  add("--dim", objective.dimension, "number of variables of a test function", "N");
  add("--set", set, "the set, as in l1:50; see: acgd list sets", "SET")->required();
  add("--mode", mode, "stay in the set, or descend with the set as the unit ball of a norm",
      "constrained|unconstrained");
  add("--x0", x0, "where to start: a file, zero, vertex or gaussian", "START");
  add("--seed", seed, "of a gaussian start", "N");
}

Problem load(const ProblemArguments& arguments) {
  const Mode mode = to_mode(arguments.mode);
  problem::LoadedObjective objective = problem::load_objective(arguments.objective);
  auto set = problem::make_set(arguments.set, objective.shape);
  Atom x0 = problem::make_start(arguments.x0, mode, *set, objective.shape, arguments.seed);
  return {std::move(objective), std::move(set), mode, std::move(x0)};
}

}  // namespace acgd::cli
