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
#include "bindings/path_arrays.hpp"
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
  if (name == "least-squares") return {least_squares_family()};
  if (name == "huber") return {huber_family(rho)};
  if (name == "poisson") return {poisson_family()};
  if (name == "logistic") return {logistic_family()};
  if (name == "squared-hinge") return {squared_hinge_family()};
  if (name == "sigmoid") return {sigmoid_family()};
  if (name == "softmax") return {softmax_family(classes)};
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

Samples samples_of(const FeaturesHandle& features, const VectorArray& targets,
                   const OptionalVector& weights) {
  Samples samples{.features = features.features, .targets = to_vector(targets)};
  if (weights) samples.weights = to_vector(*weights);
  return samples;
}

py::dict path(const FeaturesHandle& features, const VectorArray& targets,
              const OptionalVector& weights, const FamilyHandle& family, const SetsHandle& sets,
              const py::dict& values, const VectorArray& radii, std::uint64_t seed,
              const std::vector<std::pair<Rows, Rows>>& folds, const StepHandle& step,
              const DirectionHandle& direction, const py::dict& run) {
  const Samples samples = samples_of(features, targets, weights);
  PathOptions options{.radii = {radii.data(), radii.data() + radii.size()}, .seed = seed};
  for (const auto& [seen, held_out] : folds) options.given_folds.push_back({seen, held_out});
  assign(options.describe(), values);
  options.run.direction = direction.choice;
  options.run.step = step.choice;
  assign(options.run.describe(), run);
  Interruption interruption;
  options.run.interrupt = interruption.token();
  options.run.observer = [&](const Record&) {
    interruption.poll();
    return false;
  };
  const auto fit_it = [&] {
    const Unlocked unlocked;
    return fit_path(samples, *family.family, sets.set, options);
  };
  py::dict dict = to_dict(fit_it(), family.family->outputs());
  dict["interrupted"] = options.run.interrupt.stop_requested();
  return dict;
}

ObjectiveHandle sample_objective(const FamilyHandle& family, const MapHandle& map,
                                 const VectorArray& targets, const OptionalVector& weights,
                                 bool intercept, double ridge) {
  const Vector y = to_vector(targets), w = weights ? to_vector(*weights) : Vector();
  const Unlocked unlocked;
  auto f = with_ridge(family.family->objective(map.map, y, w, intercept), ridge);
  const Index dimension = f->dimension();
  return {std::move(f), {.dimension = dimension}};
}

/// The divisors of features for standardisation.
py::array_t<double> feature_scale(const FeaturesHandle& features, const OptionalVector& weights) {
  Samples samples{.features = features.features,
                  .targets = Vector::Zero(row_count(features.features))};
  if (weights) samples.weights = to_vector(*weights);
  return to_array(measure_features(samples, false).scale);
}

void add_handles(py::module_& module) {
  py::class_<FeaturesHandle>(module, "Features", "Features of samples, one row per sample.");
  py::class_<FamilyHandle>(module, "Family", "A kind of targets with its loss.")
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
  module.def("make_family", &make_family, py::arg("name"), py::arg("rho"), py::arg("classes"));
  module.def("sets_of_radius", &sets_of_radius, py::arg("name"), py::arg("dimension"));
  module.def("group_balls", &group_balls, py::arg("groups"));
  module.def(
      "path_options", [] { return to_list(PathOptions().describe()); },
      "The options of a path besides those of its runs.");
  module.def("fit_path", &path, py::arg("features"), py::arg("targets"), py::arg("weights"),
             py::arg("family"), py::arg("sets"), py::arg("values"), py::arg("radii"),
             py::arg("seed"), py::arg("folds"), py::arg("step"), py::arg("direction"),
             py::arg("run"));
  module.def("feature_scale", &feature_scale, py::arg("features"), py::arg("weights"),
             "The standard deviation of each feature; 1 where it is constant.");
  module.def("sample_objective", &sample_objective, py::arg("family"), py::arg("map"),
             py::arg("targets"), py::arg("weights"), py::arg("intercept"), py::arg("ridge"),
             "The mean loss of samples plus a ridge as a function of the coefficients.");
}

}  // namespace acgd::python
