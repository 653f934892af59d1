#pragma once

#include <cstdint>
#include <memory>

#include "acgd/objective/objective.hpp"
#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/pybind.hpp"

/// Python functions as objects of the library. Each call takes the interpreter's lock; exceptions
/// pass through the run unchanged.
namespace acgd::python {

/// Properties of f given by Python functions.
struct PythonFunction {
  Index dimension = 0;
  Sides sides;          ///< of the arrays that the functions take and return
  bool convex = false;  ///< as stated by the user
};

/// f and its gradient as Python functions of an array: value(x) and gradient(x), or one function
/// that returns both, which is called once per point.
class PythonObjective final : public Objective {
 public:
  /// Without a gradient, `value` returns (value, gradient), or the value alone (decided by its
  /// first result): then `differences` computes the gradient. None: it must return both.
  PythonObjective(const PythonFunction& f, py::object value, py::object gradient,
                  py::object differences);

  Index dimension() const override { return f_.dimension; }
  bool is_convex() const override { return f_.convex; }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;

  std::int64_t value_calls() const { return value_calls_; }
  std::int64_t gradient_calls() const { return gradient_calls_; }

 private:
  bool returns_both() const { return gradient_.is_none(); }
  /// Calls the function that returns both, unless its last call was at x.
  void look_at(const Vector& x) const;
  /// Whether the first result is a value alone; from then on differences are used.
  bool is_value_alone(const py::object& returned) const;

  PythonFunction f_;
  py::object value_;
  mutable py::object gradient_;
  py::object differences_;
  mutable std::int64_t value_calls_ = 0;
  mutable std::int64_t gradient_calls_ = 0;
  mutable Vector last_x_;  ///< last point of the function that returns both
  mutable double last_value_ = 0;
  mutable Vector last_gradient_;
};

/// Properties of a set given by a Python function; None if absent.
struct PythonSet {
  Index dimension = 0;
  Sides sides;           ///< of the arrays that the functions take and return
  py::object minimizer;  ///< g -> v
  py::object violation;  ///< x -> violation of the constraints
  py::object start;
  bool is_norm_ball = false;
  bool zero_inside = false;
  bool is_polytope = false;
  std::string name;
};

/// The first result of the minimizer is validated: shape, finite entries, membership.
OracleHandle make_custom_set(const PythonSet& description);

/// A step rule given by a function of a line that returns a step length.
StepHandle make_custom_step(py::object length);

void add_line(py::module_& module);

}  // namespace acgd::python
