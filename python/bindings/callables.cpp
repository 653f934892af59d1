#include "bindings/callables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "acgd/core/error.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "bindings/arrays.hpp"
#include "bindings/interruption.hpp"
#include "bindings/lock.hpp"

namespace acgd::python {
namespace {

/// Calls a Python function. After Ctrl-C during the call, a stop is requested and the call is
/// repeated, so that the run ends at a complete point; a second Ctrl-C is raised.
template <class... Arguments>
py::object call(const py::object& function, const Arguments&... arguments) {
  const py::tuple tuple = py::make_tuple(arguments...);
  for (;;) {
    PyObject* returned =
        shielded([&] { return PyObject_Call(function.ptr(), tuple.ptr(), nullptr); });
    if (returned != nullptr) return py::reinterpret_steal<py::object>(returned);
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0 || !Interruption::request_stop()) {
      throw py::error_already_set();
    }
    PyErr_Clear();
  }
}

std::string type_name(py::handle object) { return Py_TYPE(object.ptr())->tp_name; }

double to_double(const char* argument, const py::object& returned,
                 const char* expected = "a number") {
  const double value = shielded([&] { return PyFloat_AsDouble(returned.ptr()); });
  if (value == -1 && PyErr_Occurred() != nullptr) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    throw py::type_error(
        fmt::format("{}: returned a {}, must return {}", argument, type_name(returned), expected));
  }
  return value;
}

std::string shape_of(const py::array& array) {
  return py::str(py::tuple(array.attr("shape"))).cast<std::string>();
}

/// Converts a return value to an array of type `dtype` (a new reference), or any type if null.
py::array as_array(const py::object& returned, PyObject* dtype, int flags) {
  PyObject* array = shielded([&] {
    return py::detail::npy_api::get().PyArray_FromAny_(returned.ptr(), dtype, 0, 0, flags, nullptr);
  });
  if (array == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::array>(array);
}

py::array as_numbers(const char* argument, const py::object& returned) {
  using Api = py::detail::npy_api;
  try {
    const py::array array = as_array(returned, nullptr, Api::NPY_ARRAY_ENSUREARRAY_);
    if (std::string("biuf").find(array.dtype().kind()) != std::string::npos) return array;
  } catch (py::error_already_set& raised) {
    if (!raised.matches(PyExc_Exception)) throw;
  }
  throw py::type_error(fmt::format("{}: returned a {}, must return an array of real numbers",
                                   argument, type_name(returned)));
}

/// v = return value of a function: real numbers in the shape of the variable.
template <class Described>
void fill(const char* argument, const py::object& returned, const Described& f, Vector& v) {
  using Api = py::detail::npy_api;
  const py::array array = as_numbers(argument, returned);
  const auto [rows, cols] = f.sides;
  const bool is_matrix = f.sides != Sides();
  const bool fits = is_matrix
                        ? array.ndim() == 2 && array.shape(0) == rows && array.shape(1) == cols
                        : array.ndim() == 1 && array.shape(0) == f.dimension;
  if (!fits) {
    const std::string wanted =
        is_matrix ? fmt::format("({}, {})", rows, cols) : fmt::format("({},)", f.dimension);
    throw py::value_error(fmt::format("{}: returned an array of shape {}, must be {}", argument,
                                      shape_of(array), wanted));
  }
  constexpr int flags =
      Api::NPY_ARRAY_C_CONTIGUOUS_ | Api::NPY_ARRAY_ALIGNED_ | Api::NPY_ARRAY_FORCECAST_;
  const py::array numbers = as_array(array, py::dtype::of<double>().release().ptr(), flags);
  v = Eigen::Map<const Vector>(static_cast<const double*>(numbers.data()), f.dimension);
}

/// Deleter that frees Python objects under the lock.
template <class T>
std::shared_ptr<const T> locked(T value) {
  return {new T(std::move(value)), [](const T* kept) {
            const Locked lock;
            delete kept;
          }};
}

void examine_first_answer(const PythonSet& set, const Vector& v) {
  for (Index i = 0; i < v.size(); ++i) {
    if (!std::isfinite(v[i])) {
      throw py::value_error(fmt::format("set: returned v[{}] = {}, must be finite", i, v[i]));
    }
  }
  if (set.violation.is_none()) return;
  const double outside = to_double("violation", call(set.violation, copy_to_array(v, set.sides)));
  if (outside > 1e-9 * std::max(1.0, v.lpNorm<Eigen::Infinity>())) {
    throw py::value_error(fmt::format(
        "set: returned a point with a violation of {:.6g}, must be in the set", outside));
  }
}

/// View of a line for Python, valid during the call of the step rule only: Python may keep the view
/// and use it later, in another thread, or in a function called by the line.
class LineView {
 public:
  explicit LineView(Line& line) : line_(&line), thread_(std::this_thread::get_id()) {}

  void close() { line_ = nullptr; }

  template <class Question>
  auto ask(const Question& question) {
    if (line_ == nullptr)
      throw std::runtime_error("line: is valid only during the call of its step rule");
    if (thread_ != std::this_thread::get_id()) {
      throw std::runtime_error("line: is valid only in the thread of its step rule");
    }
    if (asked_) throw std::runtime_error("line: is already being evaluated");
    asked_ = true;
    const std::unique_ptr<bool, void (*)(bool*)> done(&asked_, [](bool* asked) { *asked = false; });
    return question(*line_);
  }

 private:
  Line* line_;
  std::thread::id thread_;
  bool asked_ = false;
};

/// Closes a view at the end of the call.
class Closing {
 public:
  explicit Closing(const py::object& view) : view_(view.cast<LineView&>()) {}
  ~Closing() { view_.close(); }
  Closing(const Closing&) = delete;
  Closing& operator=(const Closing&) = delete;

 private:
  LineView& view_;
};

double old_gap(LineView& view) {
  if (PyErr_WarnEx(PyExc_DeprecationWarning, "line.gap: is now called line.fall", 1) != 0) {
    throw py::error_already_set();
  }
  return view.ask([](Line& line) { return -line.directional_derivative(); });
}

}  // namespace

PythonObjective::PythonObjective(const PythonFunction& f, py::object value, py::object gradient,
                                 py::object differences)
    : f_(f),
      value_(std::move(value)),
      gradient_(std::move(gradient)),
      differences_(std::move(differences)) {
  require_at_least("dimension", f.dimension, 1);
}

bool PythonObjective::is_value_alone(const py::object& returned) const {
  if (differences_.is_none() || gradient_calls_ > 0 || py::isinstance<py::tuple>(returned)) {
    return false;
  }
  last_value_ = to_double("fun", returned, "a number, or (value, gradient)");
  gradient_ = differences_;
  return true;
}

void PythonObjective::look_at(const Vector& x) const {
  if (last_x_.size() == x.size() && last_x_ == x) return;
  const Locked lock;
  const py::object returned = call(value_, copy_to_array(x, f_.sides));
  ++value_calls_;
  if (is_value_alone(returned)) return;
  if (!py::isinstance<py::tuple>(returned) || py::len(returned) != 2) {
    throw py::type_error(fmt::format("fun: returned a {}, must return {}(value, gradient)",
                                     type_name(returned),
                                     differences_.is_none() ? "" : "a number, or "));
  }
  const auto both = py::reinterpret_borrow<py::tuple>(returned);
  last_value_ = to_double("fun", both[0]);
  fill("fun", both[1], f_, last_gradient_);
  last_x_ = x;
  ++gradient_calls_;
}

double PythonObjective::value(const Vector& x) const {
  if (returns_both()) {
    look_at(x);
    return last_value_;
  }
  const Locked lock;
  ++value_calls_;
  return to_double("fun", call(value_, copy_to_array(x, f_.sides)));
}

void PythonObjective::gradient(const Vector& x, Vector& g) const {
  if (returns_both()) {
    look_at(x);
    if (returns_both()) {
      g = last_gradient_;
      return;
    }
  }
  const Locked lock;
  ++gradient_calls_;
  fill("jac", call(gradient_, copy_to_array(x, f_.sides)), f_, g);
}

OracleHandle make_custom_set(const PythonSet& description) {
  const auto set = locked(description);
  CustomSetOptions options{.name = set->name,
                           .is_norm_ball = set->is_norm_ball,
                           .zero_inside = set->zero_inside,
                           .is_polytope = set->is_polytope};
  if (!set->violation.is_none()) {
    options.violation = [set](ConstVectorRef x) {
      const Locked lock;
      return to_double("violation", call(set->violation, copy_to_array(x, set->sides)));
    };
  }
  if (!set->start.is_none()) {
    Vector start;
    fill("start", set->start, *set, start);
    options.start = start;
  }
  const auto examined = std::make_shared<bool>(false);
  const auto minimizer = [set, examined](const Vector& g, Vector& v) {
    const Locked lock;
    fill("set", call(set->minimizer, copy_to_array(g, set->sides)), *set, v);
    if (!*examined) examine_first_answer(*set, v);
    *examined = true;
  };
  return {std::make_shared<const CustomSet>(set->dimension, CustomSet::MinimizerFilled(minimizer),
                                            std::move(options))};
}

StepHandle make_custom_step(py::object length) {
  const auto rule = locked(std::move(length));
  return {StepChoice([rule](Line& line) {
    const Locked lock;
    const py::object view = py::cast(LineView(line));
    const Closing closing(view);
    return to_double("step", call(*rule, view));
  })};
}

void add_line(py::module_& module) {
  py::class_<LineView>(module, "Line",
                       "f along x + t d: the argument of step rules given by functions.")
      .def_property_readonly(
          "fall",
          [](LineView& v) {
            return v.ask([](Line& line) { return -line.directional_derivative(); });
          })
      .def_property_readonly("gap", &old_gap, "The old name of fall.")
      .def_property_readonly(
          "max_step", [](LineView& v) { return v.ask([](Line& line) { return line.max_step(); }); })
      .def_property_readonly(
          "norm", [](LineView& v) { return v.ask([](Line& line) { return line.norm(); }); })
      .def_property_readonly(
          "curvature",
          [](LineView& v) { return v.ask([](Line& line) { return line.curvature(); }); })
      .def(
          "change",
          [](LineView& v, double t) { return v.ask([t](Line& line) { return line.change(t); }); },
          py::arg("t"))
      .def(
          "slope",
          [](LineView& v, double t) { return v.ask([t](Line& line) { return line.slope(t); }); },
          py::arg("t"));
}

}  // namespace acgd::python
