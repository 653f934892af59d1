// Objectives of the library.
#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/fit/family.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/optimal_design.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/quadratic_assignment.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/objective/test_functions.hpp"
#include "acgd/testing/testing.hpp"
#include "bindings/arrays.hpp"
#include "bindings/callables.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"
#include "bindings/parameters.hpp"

namespace acgd::python {
namespace {

using OptionalVector = std::optional<VectorArray>;

template <class F, class... Arguments>
ObjectiveHandle make(Arguments&&... arguments) {
  const auto f = std::make_shared<const F>(std::forward<Arguments>(arguments)...);
  return {f, {.dimension = f->dimension()}};
}

/// A struct of parameters with these values; the objective validates them.
template <class Parameters>
Parameters with(const py::dict& values) {
  Parameters parameters;
  assign(parameters.describe(), values);
  return parameters;
}

/// A loss of samples by its name in the library's table of families.
ObjectiveHandle sample_model(const std::string& name, const MapHandle& a, const VectorArray& y,
                             const py::dict& values, const OptionalVector& weights,
                             bool intercept) {
  // Other losses have no rho, and the same options.
  auto parameters = with<HuberLoss::Parameters>(values);
  if (weights) parameters.samples.weights = to_vector(*weights);
  const auto f = find_family(name)
                     ->make(parameters.rho, 0)
                     ->parts()
                     .objective(a.design, to_vector(y), std::move(parameters.samples),
                                intercept ? Intercept::profiled : Intercept::none);
  return {f, {.dimension = f->dimension()}};
}

ObjectiveHandle completion(std::pair<Index, Index> shape, const IntArray& rows,
                           const IntArray& cols, const VectorArray& observed,
                           const OptionalVector& weights, const py::dict& values) {
  std::vector<Observation> observations =
      read_observations({.shape = shape,
                         .rows = to_integers(rows),
                         .cols = to_integers(cols),
                         .values = to_span(observed),
                         .weights = weights ? to_span(*weights) : std::span<const double>()});
  ObjectiveHandle handle = make<MatrixCompletion>(
      shape.first, shape.second, std::move(observations), with<CompletionOptions>(values));
  handle.shape.rows = shape.first;
  handle.shape.cols = shape.second;
  return handle;
}

ObjectiveHandle sum(const std::vector<ObjectiveHandle>& parts, const VectorArray& weights) {
  std::vector<Sum::Part> functions;
  for (const ObjectiveHandle& part : parts) functions.push_back(part.f);
  return make<Sum>(std::move(functions),
                   std::vector<double>(weights.data(), weights.data() + weights.size()));
}

/// Parameters of objectives besides their data.
py::dict objectives() {
  py::dict dict;
  dict["least-squares"] = to_list(LeastSquaresOptions().describe());
  dict["samples"] = to_list(LossOptions().describe());
  dict["huber"] = to_list(HuberLoss::Parameters().describe());
  dict["quadratic"] = to_list(QuadraticOptions().describe());
  dict["optimal-design"] = to_list(DesignOptions().describe());
  dict["completion"] = to_list(CompletionOptions().describe());
  return dict;
}

Vector checked_point(const ObjectiveHandle& h, const VectorArray& x) {
  if (x.size() != h.f->dimension()) {
    throw InvalidInput("x", fmt::format("has {} entries, must have {} like the objective", x.size(),
                                        h.f->dimension()));
  }
  return to_vector(x);
}

double value(const ObjectiveHandle& h, const VectorArray& array) {
  const Vector x = checked_point(h, array);
  const Unlocked unlocked;
  return h.f->value(x);
}

py::array_t<double> gradient(const ObjectiveHandle& h, const VectorArray& array) {
  const Vector x = checked_point(h, array);
  Vector g(x.size());
  {
    const Unlocked unlocked;
    h.f->gradient(x, g);
  }
  return to_array(std::move(g));
}

py::array_t<double> intercept(const ObjectiveHandle& h, const VectorArray& array) {
  const Vector x = checked_point(h, array);
  Vector b;
  {
    const Unlocked unlocked;
    b = h.f->intercept(x);
  }
  return to_array(std::move(b));
}

std::optional<double> lipschitz(const ObjectiveHandle& h) {
  const Unlocked unlocked;
  return h.f->lipschitz();
}

std::optional<std::pair<std::int64_t, std::int64_t>> calls(const ObjectiveHandle& h) {
  const auto* f = dynamic_cast<const PythonObjective*>(h.f.get());
  if (f == nullptr) return std::nullopt;
  return std::pair(f->value_calls(), f->gradient_calls());
}

void add_class(py::module_& module) {
  py::class_<ObjectiveHandle>(module, "Objective", "A function to minimise.")
      .def("value", &value, py::arg("x"))
      .def("gradient", &gradient, py::arg("x"))
      .def("intercept", &intercept, py::arg("x"))
      .def("lipschitz", &lipschitz)
      .def_property_readonly("dimension", [](const ObjectiveHandle& h) { return h.f->dimension(); })
      .def_property_readonly(
          "shape", [](const ObjectiveHandle& h) { return std::pair(h.shape.rows, h.shape.cols); })
      .def_property_readonly("calls", &calls, "Numbers of calls of its Python functions.")
      .def(
          "check_gradient",
          [](const ObjectiveHandle& h, const VectorArray& x) {
            return check_gradient(*h.f, checked_point(h, x));
          },
          py::arg("x"));
}

}  // namespace

void add_objectives(py::module_& module) {
  add_class(module);
  module.def("objectives", &objectives, "By name: the parameters of objectives.");
  module.def(
      "least_squares",
      [](const MapHandle& a, const VectorArray& b, const py::dict& values,
         const OptionalVector& weights) {
        auto options = with<LeastSquaresOptions>(values);
        if (weights) options.weights = to_vector(*weights);
        return make<LeastSquares>(a.design, to_vector(b), std::move(options));
      },
      py::arg("map"), py::arg("targets"), py::arg("values"), py::arg("weights"));
  module.def("sample_model", &sample_model, py::arg("name"), py::arg("map"), py::arg("targets"),
             py::arg("values"), py::arg("weights"), py::arg("intercept"));
  module.def(
      "negative_log",
      [](const MapHandle& l, const py::dict& values, const OptionalVector& weights) {
        auto options = with<LossOptions>(values);
        if (weights) options.weights = to_vector(*weights);
        return make<Composite>(negative_log(l.design, std::move(options)));
      },
      py::arg("map"), py::arg("values"), py::arg("weights"));
  module.def(
      "factor_risk",
      [](const py::array_t<double>& f, const py::array_t<double>& s, const VectorArray& d,
         const VectorArray& mu) {
        return make<Sum>(
            factor_risk(*share_matrix(f), *share_matrix(s), to_vector(d), to_vector(mu)));
      },
      py::arg("f").noconvert(), py::arg("s").noconvert(), py::arg("d"), py::arg("mu"));
  module.def(
      "optimal_design",
      [](const py::array_t<double>& points, const py::dict& values, const OptionalVector& c) {
        auto options = with<DesignOptions>(values);
        if (c) options.c = to_vector(*c);
        return make<Composite>(optimal_design(*share_matrix(points), options));
      },
      py::arg("points").noconvert(), py::arg("values"), py::arg("c"));
  module.def(
      "quadratic_assignment",
      [](const py::array_t<double>& a, const py::array_t<double>& b, const py::array_t<double>& c) {
        return make<Quadratic>(
            quadratic_assignment(*share_matrix(a), *share_matrix(b), *share_matrix(c)));
      },
      py::arg("a").noconvert(), py::arg("b").noconvert(), py::arg("c").noconvert());
  module.def(
      "quadratic",
      [](const py::array_t<double>& q, const VectorArray& b, double c, const py::dict& values) {
        return make<Quadratic>(Matrix(*share_matrix(q)), to_vector(b), c,
                               with<QuadraticOptions>(values));
      },
      py::arg("q").noconvert(), py::arg("b"), py::arg("c"), py::arg("values"));
  module.def(
      "sparse_quadratic",
      [](std::pair<Index, Index> shape, const IntArray& starts, const IntArray& rows,
         const VectorArray& entries, const VectorArray& b, double c, const py::dict& values) {
        return make<Quadratic>(to_sparse({shape, starts, rows, entries}), to_vector(b), c,
                               with<QuadraticOptions>(values));
      },
      py::arg("shape"), py::arg("starts"), py::arg("rows"), py::arg("values"), py::arg("b"),
      py::arg("c"), py::arg("options"));
  module.def(
      "sparse_matrix_balancing",
      [](std::pair<Index, Index> shape, const IntArray& starts, const IntArray& rows,
         const VectorArray& values) {
        return make<MatrixBalancing>(to_sparse({shape, starts, rows, values}));
      },
      py::arg("shape"), py::arg("starts"), py::arg("rows"), py::arg("values"));
  module.def(
      "matrix_balancing",
      [](const py::array_t<double>& a) { return make<MatrixBalancing>(*share_matrix(a)); },
      py::arg("a").noconvert());
  module.def("matrix_completion", &completion, py::arg("shape"), py::arg("rows"), py::arg("cols"),
             py::arg("values"), py::arg("weights"), py::arg("options"));
  module.def("sum", &sum, py::arg("parts"), py::arg("weights"));
  module.def("ridge", &make<Ridge, Index, double>, py::arg("dimension"), py::arg("l"));
  module.def("rosenbrock", &make<Rosenbrock, Index>, py::arg("dimension"));
  module.def("levy", &make<Levy, Index>, py::arg("dimension"));
  module.def("levy_textbook", &make<LevyTextbook, Index>, py::arg("dimension"));
  module.def("zakharov", &make<Zakharov, Index>, py::arg("dimension"));
  module.def("sum_of_squares", &make<SumOfSquares, Index>, py::arg("dimension"));
  module.def(
      "python_objective",
      [](Index dimension, const Sides& sides, bool convex, py::object value, py::object gradient,
         py::object differences) {
        return make<PythonObjective>(PythonFunction{dimension, sides, convex}, std::move(value),
                                     std::move(gradient), std::move(differences));
      },
      py::arg("dimension"), py::arg("shape"), py::arg("convex"), py::arg("value"),
      py::arg("gradient"), py::arg("differences"));
}

}  // namespace acgd::python
