#include "experiments/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "experiments/published.hpp"

namespace acgd::experiments {
namespace {

Experiment complete(Experiment experiment) {
  experiment.published = published(experiment.name);
  experiment.prepare = [prepare = std::move(experiment.prepare),
                        sensitive = experiment.sensitive](const Settings& settings) {
    Prepared prepared = prepare(settings);
    prepared.counting = settings.counting;
    prepared.sensitive = sensitive;
    if (prepared.problem.mode == Mode::constrained) prepared.options.direction = Toward{};
    return prepared;
  };
  return experiment;
}

std::vector<Experiment> collect() {
  std::vector<Experiment> collected;
  for (const auto& describe :
       {lasso, matrix_balancing, logistic_regression, sigmoid_l1, video, collaborative,
        simplex_quadratic, least_squares_l2, least_squares_l1, least_squares_linf,
        sigmoid_unconstrained, sum_of_squares, rosenbrock, levy, zakharov}) {
    collected.push_back(complete(describe()));
  }
  return collected;
}

}  // namespace

const std::vector<Experiment>& all() {
  static const std::vector<Experiment> experiments = collect();
  return experiments;
}

const Experiment& find(std::string_view name) {
  const auto found = std::ranges::find(all(), name, &Experiment::name);
  if (found != all().end()) return *found;
  std::vector<std::string> names;
  for (const Experiment& experiment : all()) names.push_back(experiment.name);
  throw InvalidInput(
      fmt::format("experiment: \"{}\" is not one of {}", name, fmt::join(names, ", ")));
}

}  // namespace acgd::experiments
