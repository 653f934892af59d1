// Fits of samples along a path of radii, or at one radius.
#include "acgd/fit/path.hpp"

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/known_sets.hpp"
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
using Rows = std::vector<Index>;

struct FeaturesHandle {
  Features features;
};

struct FamilyHandle {
  std::shared_ptr<const Family> family;
};

struct SetsHandle {
  SetOfRadius set;
};

FamilyHandle make_family(const std::string& name, double rho, Index classes) {
  if (const KnownFamily* known = find_family(name)) return {known->make(rho, classes)};
  throw InvalidInput("objective = " + name + ": there is no such family");
}

/// Sets of the table by their parameter `radius` or `total`.
SetsHandle sets_of_radius(const std::string& name, Index dimension) {
  SetChoice any = chosen(known_sets(), name, py::dict());
  return {[any, dimension](double radius) -> std::shared_ptr<const Oracle> {
    SetChoice choice = any;
    Description parameters = choice.describe();
    Parameter* size = find(parameters, "radius");
    if (size == nullptr) size = find(parameters, "total");
    *std::get<double*>(size->member) = radius;
    return choice.begin({.variable = {.dimension = dimension}});
  }};
}

/// Balls of the sum of the l2 norms of groups.
SetsHandle group_balls(const VectorArray& group_of_each) {
  auto groups = std::make_shared<const Groups>(Groups::of_variables(to_vector(group_of_each)));
  return {[groups](double radius) -> std::shared_ptr<const Oracle> {
    return std::make_shared<GroupBall>(groups, WithinGroup::l2, radius);
  }};
}

using Fits = std::vector<PathFit>;

/// An array of get(fit) for each fit.
template <class Get>
auto each(const Fits& fits, const Get& get) {
  py::array_t<std::decay_t<decltype(get(fits[0]))>> array(static_cast<py::ssize_t>(fits.size()));
  auto* out = array.mutable_data();
  for (const PathFit& fit : fits) *out++ = get(fit);
  return array;
}

/// Arrays of the scores along the path, by name.
py::dict scores(const Fits& fits, Scores PathFit::*member) {
  py::dict dict;
  if (fits.empty()) return dict;
  const Scores& first = fits[0].*member;
  for (std::size_t k = 0; k < first.size(); ++k) {
    const py::str name(first[k].first);
    dict[name] = each(fits, [&](const PathFit& fit) {
      const Scores& all = fit.*member;
      return k < all.size() ? all[k].second : std::numeric_limits<double>::quiet_NaN();
    });
  }
  return dict;
}

/// Column starts, rows and values of all coefficients, side by side.
py::tuple coefficients(const Fits& fits) {
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int32_t> rows;
  std::vector<double> values;
  for (const PathFit& fit : fits) {
    for (Index k = 0; k < fit.coefficients.outerSize(); ++k) {
      for (SparseMatrix::InnerIterator entry(fit.coefficients, k); entry; ++entry) {
        rows.push_back(static_cast<std::int32_t>(entry.row()));
        values.push_back(entry.value());
      }
      starts.push_back(static_cast<std::int64_t>(values.size()));
    }
  }
  const auto array = [](const auto& all) {
    return py::array_t<std::decay_t<decltype(all[0])>>(static_cast<py::ssize_t>(all.size()),
                                                       all.data());
  };
  return py::make_tuple(array(starts), array(rows), array(values));
}

/// A row for each radius; 0 where there is no intercept.
py::array_t<double> intercepts(const Fits& fits, Index outputs) {
  Matrix all = Matrix::Zero(static_cast<Index>(fits.size()), outputs);
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (fits[i].intercept.size() != 0) all.row(static_cast<Index>(i)) = fits[i].intercept;
  }
  return to_array(std::move(all));
}

py::dict counts(const Counts& counts) {
  py::dict dict;
  dict["iterations"] = counts.iterations;
  dict["gradients"] = counts.gradients;
  dict["oracle_calls"] = counts.oracle_calls;
  dict["trials"] = counts.trials;
  return dict;
}

/// A path as Python's own types: of each quantity an array with an entry for each radius. The
/// coefficients are one sparse matrix by columns, one of `outputs` for each radius.
py::dict path_dict(const Path& path, Index outputs) {
  const Fits& fits = path.fits;
  py::dict dict;
  dict["radii"] = each(fits, [](const PathFit& fit) { return fit.radius; });
  dict["lambdas"] = each(fits, [](const PathFit& fit) { return fit.penalty; });
  dict["bic"] = each(fits, [](const PathFit& fit) { return fit.bic; });
  dict["coefficients"] = coefficients(fits);
  dict["intercepts"] = intercepts(fits, outputs);
  dict["nonzeros"] = each(fits, [](const PathFit& fit) { return std::int64_t{fit.nonzeros}; });
  dict["loss"] = each(fits, [](const PathFit& fit) { return fit.loss; });
  dict["explained"] = each(fits, [](const PathFit& fit) { return fit.explained; });
  dict["gap"] = each(fits, [](const PathFit& fit) { return fit.gap; });
  dict["oracle_calls"] = each(fits, [](const PathFit& fit) { return fit.counts.oracle_calls; });
  dict["scores"] = scores(fits, &PathFit::scores);
  dict["held_out_loss"] = each(fits, [](const PathFit& fit) { return fit.held_out_loss; });
  dict["held_out_error"] = each(fits, [](const PathFit& fit) { return fit.held_out_error; });
  dict["held_out_scores"] = scores(fits, &PathFit::held_out_scores);
  dict["held_out_errors"] = scores(fits, &PathFit::held_out_errors);
  std::vector<std::string> statuses;
  for (const PathFit& fit : fits) statuses.emplace_back(to_string(fit.status));
  dict["status"] = statuses;
  dict["is_converged"] = each(fits, [](const PathFit& fit) { return is_converged(fit.status); });
  dict["best"] = path.best;
  dict["one_standard_error"] = path.one_standard_error;
  dict["lowest_bic"] = path.lowest_bic;
  dict["end"] = std::string(to_string(path.end));
  dict["ends_too_soon"] = path.ends_too_soon();
  dict["is_no_better_than_null"] = path.is_no_better_than_null();
  dict["loss_without_features"] = path.loss_without_features;
  dict["held_out_loss_without_features"] = path.held_out_loss_without_features;
  dict["counts"] = counts(path.counts);
  dict["seconds"] = path.seconds;
  dict["interrupted"] = path.interrupted;
  return dict;
}

Samples samples_of(const FeaturesHandle& features, const VectorArray& targets,
                   const OptionalVector& weights) {
  Samples samples{.features = features.features, .targets = to_vector(targets)};
  if (weights) samples.weights = to_vector(*weights);
  return samples;
}

/// The rules and the limits of a run, which Ctrl-C stops.
void set_run(Options& options, const StepHandle& step, const DirectionHandle& direction,
             const py::dict& run, Interruption& interruption) {
  options.direction = direction.choice;
  options.step = step.choice;
  assign(options.describe(), run);
  options.interrupt = interruption.token();
  options.observer = [&](const Record&) {
    interruption.poll();
    return false;
  };
}

py::dict path(const FeaturesHandle& features, const VectorArray& targets,
              const OptionalVector& weights, const FamilyHandle& family, const SetsHandle& sets,
              const py::dict& values, const VectorArray& radii, const VectorArray& lambdas,
              bool by_lambda, std::uint64_t seed, const std::vector<std::pair<Rows, Rows>>& folds,
              const StepHandle& step, const DirectionHandle& direction, const py::dict& run) {
  const Samples samples = samples_of(features, targets, weights);
  PathOptions options{.radii = {radii.data(), radii.data() + radii.size()},
                      .lambdas = {lambdas.data(), lambdas.data() + lambdas.size()},
                      .by_lambda = by_lambda,
                      .seed = seed};
  for (const auto& [seen, held_out] : folds) options.given_folds.push_back({seen, held_out});
  assign(options.describe(), values);
  Interruption interruption;
  set_run(options.fit.run, step, direction, run, interruption);
  const auto fit_it = [&] {
    const Unlocked unlocked;
    return fit_path(samples, *family.family, sets.set, options);
  };
  py::dict dict = path_dict(fit_it(), family.family->outputs());
  dict["interrupted"] = options.fit.run.interrupt.stop_requested();
  return dict;
}

/// One radius or one lambda; without both, the radius that the BIC chooses. The coefficients are dense, one row per feature
/// and one column per output, and so is the start.
py::dict fit(const FeaturesHandle& features, const VectorArray& targets,
             const OptionalVector& weights, const FamilyHandle& family, const SetsHandle& sets,
             std::optional<double> radius, std::optional<double> lam, const py::dict& values,
             const std::optional<py::array_t<double>>& start, const StepHandle& step,
             const DirectionHandle& direction, const py::dict& run) {
  const Samples samples = samples_of(features, targets, weights);
  FitOptions options;
  options.lambda = lam;
  assign(options.describe(), values);
  Interruption interruption;
  set_run(options.run, step, direction, run, interruption);
  SparseMatrix from;
  if (start) from = share_matrix(*start)->sparseView();
  const auto fit_it = [&] {
    const Unlocked unlocked;
    return fit_linear(samples, *family.family, sets.set, radius, options, from);
  };
  LinearFit made = fit_it();
  py::dict dict;
  const Index outputs = family.family->outputs();
  dict["interrupted"] = options.run.interrupt.stop_requested();
  dict["path"] = py::none();
  if (made.path) dict["path"] = path_dict(*made.path, outputs);
  dict["radius"] = made.radius;
  dict["penalty"] = made.penalty;
  dict["coefficients"] = to_array(Matrix(made.model.coefficients));
  dict["intercept"] = to_array(made.model.intercept.size() == 0 ? Vector(Vector::Zero(outputs))
                                                                : made.model.intercept);
  dict["result"] = to_dict(std::move(made.result));
  return dict;
}

void add_handles(py::module_& module) {
  py::class_<FeaturesHandle>(module, "Features", "Features of samples, one row each.");
  py::class_<FamilyHandle>(module, "Family", "A kind of targets, and its loss.")
      .def_property_readonly("outputs", [](const FamilyHandle& h) { return h.family->outputs(); })
      .def_property_readonly("has_probabilities",
                             [](const FamilyHandle& h) { return h.family->has_probabilities(); });
  py::class_<SetsHandle>(module, "Sets", "A set for every radius.");
}

}  // namespace

void add_paths(py::module_& module) {
  add_handles(module);
  module.def(
      "dense_features",
      [](const py::array_t<double>& array) -> FeaturesHandle { return {share_matrix(array)}; },
      py::arg("array").noconvert());
  module.def(
      "sparse_features",
      [](std::pair<Index, Index> shape, const IntArray& starts, const IntArray& rows,
         const VectorArray& values) -> FeaturesHandle {
        return {std::make_shared<const SparseMatrix>(to_sparse({shape, starts, rows, values}))};
      },
      py::arg("shape"), py::arg("starts"), py::arg("rows"), py::arg("values"));
  module.def(
      "families",
      [] {
        std::vector<std::pair<std::string, bool>> all;
        for (const KnownFamily& family : known_families()) {
          all.emplace_back(family.name, family.targets != TargetKind::numbers);
        }
        return all;
      },
      "The losses of samples by name, and whether their targets are classes.");
  module.def("make_family", &make_family, py::arg("name"), py::arg("rho"), py::arg("classes"));
  module.def("sets_of_radius", &sets_of_radius, py::arg("name"), py::arg("dimension"));
  module.def("group_balls", &group_balls, py::arg("groups"));
  module.def(
      "path_options", [] { return to_list(PathOptions().describe()); },
      "The options of a path besides those of its runs.");
  module.def("fit_path", &path, py::arg("features"), py::arg("targets"), py::arg("weights"),
             py::arg("family"), py::arg("sets"), py::arg("values"), py::arg("radii"),
             py::arg("lambdas"), py::arg("by_lambda"), py::arg("seed"), py::arg("folds"),
             py::arg("step"), py::arg("direction"), py::arg("run"));
  module.def("fit_linear", &fit, py::arg("features"), py::arg("targets"), py::arg("weights"),
             py::arg("family"), py::arg("sets"), py::arg("radius"), py::arg("lam"),
             py::arg("values"), py::arg("start"), py::arg("step"), py::arg("direction"),
             py::arg("run"));
}

}  // namespace acgd::python
