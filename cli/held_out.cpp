#include "cli/held_out.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "cli/data_sets.hpp"

namespace acgd::cli {

void HeldOutArguments::add_to(Arguments& arguments) {
  arguments.add("--test", data, {"FILE", "held-out data: accuracy and AUC, or RMSE and MAE"});
  arguments.add("--test-targets", targets,
                {"FILE", "what the held-out samples should predict; else found as in --data"});
}

void HeldOutArguments::declare(Paths& paths) const {
  paths.read("--test", data);
  paths.read("--test-targets", targets);
}

void HeldOutArguments::check() const {
  if (targets && !data) throw InvalidInput("test-targets: has no effect without --test");
  if (data) tell_where_to_fetch(*data);
}

problem::Judge HeldOutArguments::read(const ProblemArguments& problem,
                                      const LoadedProblem& loaded) const {
  if (!data) return nullptr;
  if (!loaded.objective.test) {
    throw InvalidInput(
        fmt::format("test: the objective {} has nothing to predict", problem.objective.name));
  }
  return loaded.objective.test({*data, targets});
}

}  // namespace acgd::cli
