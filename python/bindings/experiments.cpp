// The paper's evaluation.
#include <algorithm>

#include "acgd/objective/matrix_completion.hpp"
#include "app/data/specification.hpp"
#include "app/experiments/evaluation.hpp"
#include "app/experiments/experiment.hpp"
#include "bindings/arrays.hpp"
#include "bindings/callables.hpp"
#include "bindings/interruption.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"
#include "bindings/parameters.hpp"
#include "bindings/runs.hpp"

namespace acgd::python {
namespace {

using experiments::Evaluation;
using experiments::Experiment;
using experiments::PublishedRow;
using experiments::Settings;

/// A prepared problem.
struct Ready : experiments::Prepared {
  Experiment experiment;
};

Settings settings(std::uint64_t seed, bool quick, const std::optional<std::string>& data,
                  bool synthetic, const std::string& counting) {
  AdaptiveAdjustable rule;
  Description parameters = rule.describe();
  assign(*find(parameters, "counting"), counting);
  Settings made{.seed = seed, .quick = quick, .synthetic = synthetic, .counting = rule.counting};
  if (data) made.data = *data;
  return made;
}

Ready prepare(const std::string& name, const Settings& how) {
  const Experiment& experiment = experiments::find(name);
  const Unlocked unlocked;
  return {experiment.prepare(how), experiment};
}

py::dict solve_ready(const Ready& ready, const py::object& step, const DirectionHandle& direction,
                     const py::dict& values, const py::dict& files, const py::object& callback,
                     bool takes_point, const py::object& progress) {
  Options options = ready.options;
  options.direction = direction.choice;
  options.step = py::isinstance<StepHandle>(step)
                     ? step.cast<const StepHandle&>().choice
                     : experiments::strategy(step.cast<std::string>(), ready);
  options.trace = true;
  take_options(values, files, options);
  return solve_unlocked(ready.problem, std::move(options), {callback, takes_point, progress});
}

py::dict row_dict(const PublishedRow& row) {
  py::dict dict;
  dict["iterations"] = row.iterations;
  dict["seconds"] = row.seconds;
  dict["value"] = row.value;
  dict["gap"] = row.gap;
  return dict;
}

/// The published numbers, if the problem has the published size.
py::object published(const Evaluation& evaluation, const std::string& strategy) {
  const PublishedRow* row = published_row(evaluation, strategy);
  return row != nullptr ? py::object(row_dict(*row)) : py::none();
}

py::list claims_list(const std::vector<experiments::ClaimResult>& claim_results) {
  py::list list;
  for (const experiments::ClaimResult& claim_result : claim_results) {
    py::dict claim;
    claim["claim"] = claim_result.claim;
    claim["status"] = std::string(to_string(claim_result.status));
    claim["paper"] = claim_result.paper;
    claim["found"] = claim_result.found;
    claim["reason"] = claim_result.reason;
    list.append(claim);
  }
  return list;
}

std::vector<double> values_of_seeds(const experiments::Outcome& outcome) {
  std::vector<double> values;
  for (const experiments::Row& row : outcome.seeds) values.push_back(row.value);
  return values;
}

py::object other_counting(const experiments::Outcome& outcome) {
  if (!outcome.other_counting) return py::none();
  const auto& [counting, iterations, value, gap] = *outcome.other_counting;
  py::dict dict;
  dict["counting"] = counting;
  dict["iterations"] = iterations;
  dict["value"] = value;
  dict["gap"] = gap;
  return dict;
}

py::dict evaluation_dict(Evaluation evaluation) {
  py::list runs;
  const py::list claims = claims_list(claim_results(evaluation));
  for (experiments::Outcome& outcome : evaluation.outcomes) {
    py::dict run;
    run["strategy"] = outcome.strategy;
    run["setup_seconds"] = outcome.setup;
    run["repetitions"] = outcome.repetitions;
    run["values_of_seeds"] = values_of_seeds(outcome);
    run["published"] = published(evaluation, outcome.strategy);
    run["other_counting"] = other_counting(outcome);
    run["result"] = to_dict(std::move(outcome.result));
    runs.append(run);
  }
  py::dict dict;
  dict["title"] = evaluation.experiment.title;
  dict["description"] = evaluation.experiment.description;
  dict["sources"] = evaluation.experiment.sources;
  dict["inferred"] = evaluation.experiment.inferred;
  dict["data"] = evaluation.data;
  dict["constrained"] = evaluation.mode == Mode::constrained;
  dict["optimal_value"] = evaluation.optimal_value;
  dict["interrupted"] = evaluation.interrupted;
  dict["runs"] = runs;
  dict["claims"] = claims;
  return dict;
}

py::dict evaluate(const std::string& name, const Settings& how,
                  const std::vector<std::string>& strategies) {
  for (const std::string& strategy : strategies) {
    const auto& known = experiments::constrained_strategies();
    if (std::find(known.begin(), known.end(), strategy) == known.end()) {
      throw spec::unknown_name("strategies", strategy, known);
    }
  }
  Interruption interruption;
  const auto run = [&] {
    const Unlocked unlocked;
    return experiments::evaluate(
        experiments::find(name), how,
        {.strategies = strategies,
         .interrupt = interruption.token(),
         .watch = [&](const std::string&, const Options&, const Record&) { interruption.poll(); }});
  };
  py::dict dict = evaluation_dict(run());
  if (interruption.token().stop_requested()) dict["interrupted"] = true;
  return dict;
}

void add_prepared(py::module_& module) {
  const auto size = [](const Ready& p) { return p.problem.f->dimension(); };
  py::class_<Ready>(module, "Prepared", "A prepared experiment.")
      .def_property_readonly("name", [](const Ready& p) { return p.experiment.name; })
      .def_property_readonly("title", [](const Ready& p) { return p.experiment.title; })
      .def_property_readonly("description", [](const Ready& p) { return p.experiment.description; })
      .def_property_readonly("sources", [](const Ready& p) { return p.experiment.sources; })
      .def_property_readonly("inferred", [](const Ready& p) { return p.experiment.inferred; })
      .def_property_readonly("strategies", [](const Ready& p) { return p.experiment.strategies; })
      .def_property_readonly("data", [](const Ready& p) { return p.data; })
      .def_property_readonly("constrained",
                             [](const Ready& p) { return p.problem.mode == Mode::constrained; })
      .def_property_readonly("optimal_value",
                             [](const Ready& p) { return p.options.optimal_value; })
      .def_property_readonly("objective",
                             [size](const Ready& p) {
                               ObjectiveHandle h{p.problem.f, {.dimension = size(p)}};
                               const auto* matrix =
                                   dynamic_cast<const MatrixCompletion*>(h.f.get());
                               if (matrix != nullptr) {
                                 h.shape.rows = matrix->rows();
                                 h.shape.cols = matrix->cols();
                               }
                               return h;
                             })
      .def_property_readonly("set", [](const Ready& p) { return OracleHandle{p.problem.set}; })
      .def("x0", [](const Ready& p) { return to_array(p.problem.x0.atom().to_dense()); })
      .def("solve", &solve_ready, py::arg("step"), py::arg("direction"), py::arg("options"),
           py::arg("files"), py::arg("callback"), py::arg("takes_point"), py::arg("progress"));
}

}  // namespace

void add_experiments(py::module_& module) {
  py::class_<Settings>(module, "_Settings", "Settings of an experiment.");
  module.def("Settings", &settings, py::arg("seed"), py::arg("quick"), py::arg("data"),
             py::arg("synthetic"), py::arg("counting"));
  add_prepared(module);
  module.def("experiment_names", [] {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments::all()) names.push_back(experiment.name);
    return names;
  });
  module.def(
      "describe_experiment",
      [](const std::string& name) {
        const Experiment& experiment = experiments::find(name);
        return std::pair(experiment.title, experiment.description);
      },
      py::arg("name"));
  module.def("prepare", &prepare, py::arg("name"), py::arg("settings"));
  module.def("evaluate", &evaluate, py::arg("name"), py::arg("settings"), py::arg("strategies"));
}

}  // namespace acgd::python
