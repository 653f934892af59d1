// Runs and their results.
#include "bindings/runs.hpp"

#include <optional>
#include <variant>

#include "acgd/core/error.hpp"
#include "acgd/solve/solve.hpp"
#include "app/data/specification.hpp"
#include "app/spec/rules.hpp"
#include "app/spec/starts.hpp"
#include "bindings/arrays.hpp"
#include "bindings/atoms.hpp"
#include "bindings/callables.hpp"
#include "bindings/interruption.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"
#include "bindings/parameters.hpp"

namespace acgd::python {
namespace {

/// Files and intervals of checkpoints, in the syntax of the command line.
void take_checkpoints(const py::dict& files, Options& options) {
  if (!files["checkpoint"].is_none()) {
    const auto file = files["checkpoint"].cast<std::string>();
    const std::string every = files["checkpoint_every"].is_none()
                                  ? spec::default_checkpoint_times
                                  : files["checkpoint_every"].cast<std::string>();
    options.checkpoint = spec::make_checkpoint_times("checkpoint_every", every);
    options.checkpoint.save = [file](const Checkpoint& state) { write_checkpoint(file, state); };
  } else if (!files["checkpoint_every"].is_none()) {
    throw InvalidInput("checkpoint_every", "needs checkpoint, which is absent");
  }
  if (!files["resume"].is_none()) {
    const auto file = files["resume"].cast<std::string>();
    options.resume = std::make_shared<Checkpoint>(read_checkpoint(file));
  }
}

/// One column of the trace.
template <class Number>
py::array_t<Number> column(const Trace& trace, Number Record::*member) {
  py::array_t<Number> array(static_cast<py::ssize_t>(trace.size()));
  Number* out = array.mutable_data();
  for (const Record& record : trace) *out++ = record.*member;
  return array;
}

py::dict trace_dict(const Trace& trace) {
  py::dict columns;
  columns["iteration"] = column(trace, &Record::iteration);
  columns["seconds"] = column(trace, &Record::seconds);
  columns["value"] = column(trace, &Record::value);
  columns["gap"] = column(trace, &Record::gap);
  columns["step"] = column(trace, &Record::step);
  columns["lipschitz"] = column(trace, &Record::lipschitz);
  columns["backtracks"] = column(trace, &Record::backtracks);
  columns["lower_bound"] = column(trace, &Record::lower_bound);
  return columns;
}

py::dict seconds_dict(const Seconds& seconds) {
  py::dict stages;
  stages["gradient"] = seconds.gradient;
  stages["oracle"] = seconds.oracle;
  stages["step"] = seconds.step;
  stages["update"] = seconds.update;
  stages["total"] = seconds.total;
  return stages;
}

using StartArgument = std::optional<std::variant<VectorArray, StartHandle, std::string>>;

/// A start, an array, or "zero" or "vertex"; default: a vertex over a set, else zero.
Start make_start(const char* name, const StartArgument& x0, Mode mode, const Oracle* set,
                 const ObjectiveHandle& objective) {
  const spec::Shape& shape = objective.shape;
  if (!x0) return spec::make_start("", mode, set, shape, 0, objective.f.get());
  if (const auto* made = std::get_if<StartHandle>(&*x0)) return made->start;
  if (const auto* array = std::get_if<VectorArray>(&*x0)) return Atom(to_vector(*array));
  const std::string& word = std::get<std::string>(*x0);
  if (word != "zero" && word != "vertex") throw spec::unknown_name(name, word, {"zero", "vertex"});
  return spec::make_start(word, mode, set, shape, 0);
}

/// All statuses with is_converged() and is_usable().
std::vector<std::tuple<std::string, bool, bool>> statuses() {
  std::vector<std::tuple<std::string, bool, bool>> all;
  for (int k = 0;; ++k) {
    const auto status = static_cast<Status>(k);
    const std::string name(to_string(status));
    if (name == "unknown") return all;
    all.emplace_back(name, is_converged(status), is_usable(status));
  }
}

/// Runs the problem of these handles.
py::dict solve_handles(const std::string& mode_name, const ObjectiveHandle& objective,
                       const std::variant<OracleHandle, PenaltyHandle>& over,
                       const StartArgument& x0, const StepHandle& step,
                       const DirectionHandle& direction, const NormHandle& norm,
                       const py::dict& values, const py::dict& files, const py::object& callback,
                       bool takes_point, const py::object& progress,
                       const std::optional<TeamHandle>& team, const StartArgument& x_previous) {
  Mode mode = Mode::constrained;
  for (const Mode other : {Mode::unconstrained, Mode::continuous_greedy}) {
    if (mode_name == to_string(other)) mode = other;
  }
  Options options{
      .direction = direction.choice, .step = step.choice, .norm = norm.norm, .trace = true};
  take_options(values, files, options);
  if (team) options.team = team->team;
  Problem problem{.f = objective.f, .set = {}, .x0 = Vector(), .mode = mode};
  if (const auto* oracle = std::get_if<OracleHandle>(&over)) problem.set = oracle->set;
  if (const auto* given = std::get_if<PenaltyHandle>(&over)) problem.penalty = given->penalty;
  problem.x0 = make_start("x0", x0, mode, problem.set.get(), objective);
  if (x_previous) {
    problem.x_previous =
        make_start("x_previous", x_previous, mode, problem.set.get(), objective).atom();
  }
  return solve_unlocked(std::move(problem), std::move(options), {callback, takes_point, progress});
}

}  // namespace

void take_options(const py::dict& values, const py::dict& files, Options& options) {
  assign(options.describe(), values);
  take_checkpoints(files, options);
}

py::dict solve_unlocked(Problem problem, Options options, const Watching& watching) {
  Interruption interruption;
  options.interrupt = interruption.token();
  options.observer = [&](const Record&) { return interruption.poll(), false; };
  watch(watching, problem, options);
  const auto solve_it = [&] {
    const Unlocked unlocked;
    return solve(problem, options);
  };
  Result result = solve_it();
  // The status may differ: a run may converge in the same iteration. If it is "interrupted",
  // another rank may have received the signal.
  const bool interrupted =
      options.interrupt.stop_requested() || result.status == Status::interrupted;
  py::dict dict = to_dict(std::move(result));
  dict["interrupted"] = interrupted;
  return dict;
}

py::dict to_dict(Result result) {
  py::dict dict;
  const bool is_matrix = result.factors.rank() > 0 || result.factors.rows() > 0;
  dict["x"] = is_matrix ? py::object(py::none()) : py::object(to_array(std::move(result.x)));
  if (is_matrix) {
    dict["left"] = to_array(std::move(result.factors.left));
    dict["right"] = to_array(std::move(result.factors.right));
  }
  dict["value"] = result.value;
  dict["penalty"] = result.penalty;
  dict["gap"] = result.gap;
  dict["lower_bound"] = result.lower_bound;
  dict["atoms"] = to_tuple(result.atoms);
  dict["direction"] = result.direction;
  dict["best_value"] = result.best_value;
  dict["best_gap"] = result.best_gap;
  dict["status"] = std::string(to_string(result.status));
  dict["is_converged"] = is_converged(result.status);
  dict["is_usable"] = is_usable(result.status);
  dict["message"] = result.message;
  dict["iterations"] = result.counts.iterations;
  dict["gradients"] = result.counts.gradients;
  dict["oracle_calls"] = result.counts.oracle_calls;
  dict["trials"] = result.counts.trials;
  dict["seconds"] = seconds_dict(result.seconds);
  dict["trace"] = trace_dict(result.trace);
  return dict;
}

void add_runs(py::module_& module) {
  add_line(module);
  add_record(module);
  add_atoms(module);
  module.def("solve", &solve_handles, py::arg("mode"), py::arg("objective"), py::arg("over"),
             py::arg("x0"), py::arg("step"), py::arg("direction"), py::arg("norm"),
             py::arg("options"), py::arg("files"), py::arg("callback"), py::arg("takes_point"),
             py::arg("progress"), py::arg("team") = py::none(), py::arg("x_previous") = py::none());
  module.def(
      "options", [] { return to_list(Options().describe()); }, "The options of a run.");
  module.attr("default_checkpoint_times") = spec::default_checkpoint_times;
  module.def("statuses", &statuses, "Why runs stop: name, whether it is a success, usable.");
}

}  // namespace acgd::python
