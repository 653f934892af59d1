// Completion: from observed entries of a matrix to a model of all entries.
#include "acgd/fit/completion.hpp"

#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/interruption.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"
#include "bindings/parameters.hpp"
#include "bindings/runs.hpp"

namespace acgd::python {
namespace {

using OptionalVector = std::optional<VectorArray>;
using OptionalFactors = std::optional<std::pair<py::array_t<double>, py::array_t<double>>>;

ObservedMatrix observed(std::pair<Index, Index> shape, const IntArray& rows, const IntArray& cols,
                        const VectorArray& values, const OptionalVector& weights) {
  return {shape.first, shape.second,
          read_observations({.shape = shape,
                             .rows = to_integers(rows),
                             .cols = to_integers(cols),
                             .values = to_span(values),
                             .weights = weights ? to_span(*weights) : std::span<const double>()})};
}

/// Options by name: parameters of the fit, of the loss and of the run.
CompletionPathOptions options_of(const py::dict& fit, const py::dict& loss, const py::dict& run,
                                 const StepHandle& step, const DirectionHandle& direction) {
  CompletionPathOptions options;
  assign(options.describe(), fit);
  assign(options.fit.objective.describe(), loss);
  assign(options.fit.run.describe(), run);
  options.fit.run.step = step.choice;
  options.fit.run.direction = direction.choice;
  return options;
}

py::dict model_dict(CompletionFit fit) {
  py::dict dict;
  CompletionModel& model = fit.model;
  dict["mean"] = model.biases.mean;
  dict["rows"] = to_array(std::move(model.biases.row));
  dict["cols"] = to_array(std::move(model.biases.col));
  dict["range"] = py::make_tuple(model.lowest, model.highest);
  dict["left"] = to_array(std::move(model.factors.left));
  dict["right"] = to_array(std::move(model.factors.right));
  dict["result"] = to_dict(std::move(fit.result));
  return dict;
}

/// Runs `fit` without the interpreter's lock and returns its result; Ctrl-C stops it.
template <class Fit>
auto unlocked(CompletionPathOptions& options, Interruption& interruption, const Fit& fit) {
  options.fit.run.interrupt = interruption.token();
  options.fit.run.observer = [&](const Record&) {
    interruption.poll();
    return false;
  };
  const Unlocked without_lock;
  return fit();
}

/// One radius; absent: rough_radius().
py::dict fit_one(const ObservedMatrix& seen, std::optional<double> radius,
                 const OptionalFactors& start, CompletionPathOptions options) {
  LowRank from;
  if (start) from = {*share_matrix(start->first), *share_matrix(start->second)};
  Interruption interruption;
  CompletionFit fit = unlocked(options, interruption, [&] {
    if (!radius) radius = rough_radius(seen, options.fit.biases);
    return fit_completion(seen, *radius, options.fit, from);
  });
  py::dict dict = model_dict(std::move(fit));
  dict["radius"] = *radius;
  dict["interrupted"] = interruption.token().stop_requested();
  return dict;
}

template <class Number>
py::array_t<Number> column(const std::vector<CompletionPathFit>& fits,
                           Number (*get)(const CompletionPathFit&)) {
  py::array_t<Number> array(static_cast<py::ssize_t>(fits.size()));
  Number* out = array.mutable_data();
  for (const CompletionPathFit& fit : fits) *out++ = get(fit);
  return array;
}

py::dict path_dict(const std::vector<CompletionPathFit>& fits) {
  using Fit = CompletionPathFit;
  py::dict dict;
  dict["radius"] = column<double>(fits, [](const Fit& f) { return f.radius; });
  dict["rank"] = column<Index>(fits, [](const Fit& f) { return f.rank; });
  dict["train_rmse"] = column<double>(fits, [](const Fit& f) { return f.train_rmse; });
  dict["held_out_rmse"] = column<double>(fits, [](const Fit& f) { return f.held_out_rmse; });
  dict["gap"] = column<double>(fits, [](const Fit& f) { return f.gap; });
  dict["n_iter"] = column<Index>(fits, [](const Fit& f) { return f.counts.iterations; });
  return dict;
}

py::dict fit_path(const ObservedMatrix& seen, const OptionalVector& radii, std::uint64_t seed,
                  CompletionPathOptions options) {
  options.seed = seed;
  if (radii) {
    const std::span<const double> given = to_span(*radii);
    options.radii.assign(given.begin(), given.end());
  }
  Interruption interruption;
  CompletionPath path =
      unlocked(options, interruption, [&] { return fit_completion_path(seen, options); });
  py::dict dict = model_dict(std::move(path.refit));
  dict["radius"] = path.fits[path.best].radius;
  dict["best"] = path.best;
  dict["path"] = path_dict(path.fits);
  dict["interrupted"] = path.interrupted;
  return dict;
}

}  // namespace

void add_completion(py::module_& module) {
  py::class_<ObservedMatrix>(module, "ObservedMatrix", "A matrix of which some entries are known.");
  py::class_<CompletionPathOptions>(module, "CompletionOptions", "How a matrix is completed.");
  module.def("observed_matrix", &observed, py::arg("shape"), py::arg("rows"), py::arg("cols"),
             py::arg("values"), py::arg("weights"));
  module.def("completion_options", &options_of, py::arg("fit"), py::arg("loss"), py::arg("run"),
             py::arg("step"), py::arg("direction"));
  module.def(
      "completion_parameters", [] { return to_list(CompletionPathOptions().describe()); },
      "The parameters of a fit and of a path.");
  module.def("fit_completion", &fit_one, py::arg("seen"), py::arg("radius"), py::arg("start"),
             py::arg("options"));
  module.def("fit_completion_path", &fit_path, py::arg("seen"), py::arg("radii"), py::arg("seed"),
             py::arg("options"));
}

}  // namespace acgd::python
