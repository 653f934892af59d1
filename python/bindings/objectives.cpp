// The functions that the library knows.
#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/levy.hpp"
#include "acgd/objective/levy_textbook.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/rosenbrock.hpp"
#include "acgd/objective/sum_of_squares.hpp"
#include "acgd/objective/zakharov.hpp"
#include "acgd/testing/check_gradient.hpp"
#include "bindings/arrays.hpp"
#include "bindings/callables.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"
#include "problem/models.hpp"
#include "problem/words.hpp"

namespace acgd::python {
namespace {

using OptionalVector = std::optional<VectorArray>;

template <class F, class... Arguments>
ObjectiveHandle make(Arguments&&... arguments) {
  const auto f = std::make_shared<const F>(std::forward<Arguments>(arguments)...);
  return {f, {.dimension = f->dimension()}};
}

/// What every loss of samples takes beside its matrix and targets.
LossOptions loss_options(const std::string& scaling, const OptionalVector& weights) {
  LossOptions options;
  if (scaling == "sum") {
    options.scaling = Scaling::sum;
  } else if (scaling == "mean") {
    options.scaling = Scaling::mean;
  } else {
    problem::refuse_name("scaling", scaling, {"mean", "sum"});
  }
  if (weights) options.weights = to_vector(*weights);
  return options;
}

using Model = Composite (*)(const Design&, Vector, LossOptions);

void add_model(py::module_& module, const char* name, Model model) {
  module.def(
      name,
      [model](const MapHandle& a, const VectorArray& y, const std::string& scaling,
              const OptionalVector& weights) {
        return make<Composite>(model(Design(a.map), to_vector(y), loss_options(scaling, weights)));
      },
      py::arg("map"), py::arg("targets"), py::arg("scaling"), py::arg("weights"));
}

ObjectiveHandle quadratic(const py::array_t<double>& q, const VectorArray& b, double c) {
  return make<Quadratic>(Matrix(*share_matrix(q)), to_vector(b), c);
}

ObjectiveHandle completion(std::pair<Index, Index> shape, const IntArray& rows,
                           const IntArray& cols, const VectorArray& values,
                           const OptionalVector& weights, const std::string& loss) {
  std::vector<Observation> observed =
      read_observations({.shape = shape,
                         .rows = to_integers(rows),
                         .cols = to_integers(cols),
                         .values = to_span(values),
                         .weights = weights ? to_span(*weights) : std::span<const double>()});
  CompletionOptions options;
  if (loss == "squared") {
    options.loss = CompletionLoss::squared;
  } else {
    options.rho = problem::huber_parameter(loss);
  }
  ObjectiveHandle handle =
      make<MatrixCompletion>(shape.first, shape.second, std::move(observed), options);
  handle.shape.rows = shape.first;
  handle.shape.cols = shape.second;
  return handle;
}

Vector checked_point(const ObjectiveHandle& h, const VectorArray& x) {
  if (x.size() != h.f->dimension()) {
    throw InvalidInput(fmt::format("x: has {} entries, must have {} like the objective", x.size(),
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
      .def("lipschitz", &lipschitz)
      .def_property_readonly("dimension", [](const ObjectiveHandle& h) { return h.f->dimension(); })
      .def_property_readonly(
          "shape", [](const ObjectiveHandle& h) { return std::pair(h.shape.rows, h.shape.cols); })
      .def_property_readonly("calls", &calls, "How often its Python functions were called.")
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
  module.def(
      "least_squares",
      [](const MapHandle& a, const VectorArray& b, double factor) {
        return make<LeastSquares>(a.map, to_vector(b), LeastSquaresOptions{.factor = factor});
      },
      py::arg("map"), py::arg("targets"), py::arg("factor"));
  add_model(module, "logistic", logistic);
  add_model(module, "sigmoid", sigmoid);
  add_model(module, "squared_hinge", squared_hinge);
  add_model(module, "poisson", poisson);
  module.def(
      "huber",
      [](const MapHandle& a, const VectorArray& y, double rho, const std::string& scaling,
         const OptionalVector& weights) {
        return make<Composite>(
            huber(Design(a.map), to_vector(y), rho, loss_options(scaling, weights)));
      },
      py::arg("map"), py::arg("targets"), py::arg("rho"), py::arg("scaling"), py::arg("weights"));
  module.def("quadratic", &quadratic, py::arg("q").noconvert(), py::arg("b"), py::arg("c"));
  module.def(
      "sparse_quadratic",
      [](std::pair<Index, Index> shape, const IntArray& starts, const IntArray& rows,
         const VectorArray& values, const VectorArray& b, double c) {
        return make<Quadratic>(to_sparse({shape, starts, rows, values}), to_vector(b), c);
      },
      py::arg("shape"), py::arg("starts"), py::arg("rows"), py::arg("values"), py::arg("b"),
      py::arg("c"));
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
             py::arg("values"), py::arg("weights"), py::arg("loss"));
  module.def("rosenbrock", &make<Rosenbrock, Index>, py::arg("dimension"));
  module.def("levy", &make<Levy, Index>, py::arg("dimension"));
  module.def("levy_textbook", &make<LevyTextbook, Index>, py::arg("dimension"));
  module.def("zakharov", &make<Zakharov, Index>, py::arg("dimension"));
  module.def("sum_of_squares", &make<SumOfSquares, Index>, py::arg("dimension"));
  module.def(
      "python_objective",
      [](Index dimension, py::object value, py::object gradient) {
        return make<PythonObjective>(dimension, std::move(value), std::move(gradient));
      },
      py::arg("dimension"), py::arg("value"), py::arg("gradient"));
}

}  // namespace acgd::python
