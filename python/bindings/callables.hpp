#pragma once

#include <cstdint>
#include <memory>

#include "acgd/objective/objective.hpp"
#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/pybind.hpp"

/// Python functions where the library expects its own objects. Each takes the interpreter's lock
/// for the call; what it raises passes through the run and comes out as it was raised.
namespace acgd::python {

/// What is known of f, given by Python functions.
struct PythonFunction {
  Index dimension = 0;
  Sides sides;          ///< of the arrays that the functions take and return
  bool convex = false;  ///< as the user says
};

/// f and its gradient as Python functions of an array: value(x) and gradient(x), or one function
/// that returns both. It is asked for both only once at each point.
class PythonObjective final : public Objective {
 public:
  /// Without a gradient, `value` returns (value, gradient), or, as its first answer tells, the value
  /// alone: then `differences` is the gradient. None: it must return both.
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
  /// Calls the function that returns both, unless it was at x that it was called last.
  void look_at(const Vector& x) const;
  /// Whether this first answer is a value alone; from then on there are differences.
  bool is_value_alone(const py::object& returned) const;

  PythonFunction f_;
  py::object value_;
  mutable py::object gradient_;
  py::object differences_;
  mutable std::int64_t value_calls_ = 0;
  mutable std::int64_t gradient_calls_ = 0;
  mutable Vector last_x_;  ///< where the function that returns both was called last
  mutable double last_value_ = 0;
  mutable Vector last_gradient_;
};

/// What a set given by a Python function says about itself; None: nothing.
struct PythonSet {
  Index dimension = 0;
  Sides sides;           ///< of the arrays that the functions take and return
  py::object minimizer;  ///< g -> v
  py::object violation;  ///< x -> how far it is outside
  py::object start;
  bool is_norm_ball = false;
  bool zero_inside = false;
  bool is_polytope = false;
  std::string name;
};

/// The first answer is examined: its shape, whether it is finite, and whether it is in the set.
OracleHandle make_custom_set(const PythonSet& description);

/// A function of a line that returns a length.
StepHandle make_custom_step(py::object length);

void add_line(py::module_& module);

}  // namespace acgd::python
