#include "bindings/callables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "bindings/arrays.hpp"
#include "bindings/interruption.hpp"

namespace acgd::python {
namespace {

/// Calls a Python function. If Ctrl-C comes in between, the run is asked to stop and the call is
/// made again, so that the run ends at a complete point; a second one gets through.
template <class... Arguments>
py::object call(const py::object& function, const Arguments&... arguments) {
  for (;;) {
    try {
      return function(arguments...);
    } catch (py::error_already_set& raised) {
      if (!raised.matches(PyExc_KeyboardInterrupt) || !Interruption::request_stop()) throw;
    }
  }
}

std::string type_name(py::handle object) { return Py_TYPE(object.ptr())->tp_name; }

double to_double(const char* argument, const py::object& returned) {
  const double value = PyFloat_AsDouble(returned.ptr());
  if (value == -1 && PyErr_Occurred() != nullptr) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    throw py::type_error(
        fmt::format("{}: returned a {}, must return a number", argument, type_name(returned)));
  }
  return value;
}

std::string shape_of(const py::array& array) {
  return py::str(py::tuple(array.attr("shape"))).cast<std::string>();
}

/// v = what a function returned: any real numbers, as many as there are variables.
void fill(const char* argument, const py::object& returned, Index size, Vector& v) {
  const py::array array = py::array::ensure(returned);
  if (!array) PyErr_Clear();
  if (!array || std::string("biuf").find(array.dtype().kind()) == std::string::npos) {
    throw py::type_error(fmt::format("{}: returned a {}, must return an array of real numbers",
                                     argument, type_name(returned)));
  }
  if (array.ndim() != 1 || array.shape(0) != size) {
    throw py::value_error(fmt::format("{}: returned an array of shape {}, must be ({},)", argument,
                                      shape_of(array), size));
  }
  const auto numbers =
      py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array);
  if (!numbers) throw py::error_already_set();
  v = Eigen::Map<const Vector>(numbers.data(), size);
}

/// Frees its Python objects under the lock, wherever the last copy of it ends.
template <class T>
std::shared_ptr<const T> locked(T value) {
  return {new T(std::move(value)), [](const T* kept) {
            const py::gil_scoped_acquire lock;
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
  const double outside = to_double("violation", call(set.violation, copy_to_array(v)));
  if (outside > 1e-9 * std::max(1.0, v.lpNorm<Eigen::Infinity>())) {
    throw py::value_error(fmt::format(
        "set: returned a point that is outside of the set by {:.6g}, as its violation says",
        outside));
  }
}

/// A line that Python may look at while its rule is asked, and not afterwards.
struct LineView {
  Line* line;

  Line& get() const {
    if (line == nullptr) throw py::value_error("line: is good only inside the step rule");
    return *line;
  }
};

}  // namespace

PythonObjective::PythonObjective(Index dimension, py::object value, py::object gradient)
    : dimension_(dimension), value_(std::move(value)), gradient_(std::move(gradient)) {
  require_at_least("dimension", dimension, 1);
}

void PythonObjective::look_at(const Vector& x) const {
  if (last_x_.size() == x.size() && last_x_ == x) return;
  const py::gil_scoped_acquire lock;
  const py::object returned = call(value_, copy_to_array(x));
  if (!py::isinstance<py::tuple>(returned) || py::len(returned) != 2) {
    throw py::type_error(
        fmt::format("fun: returned a {}, must return (value, gradient) unless jac is given",
                    type_name(returned)));
  }
  const auto both = py::reinterpret_borrow<py::tuple>(returned);
  last_value_ = to_double("fun", both[0]);
  fill("fun", both[1], dimension_, last_gradient_);
  last_x_ = x;
  ++value_calls_;
  ++gradient_calls_;
}

double PythonObjective::value(const Vector& x) const {
  if (returns_both()) {
    look_at(x);
    return last_value_;
  }
  const py::gil_scoped_acquire lock;
  ++value_calls_;
  return to_double("fun", call(value_, copy_to_array(x)));
}

void PythonObjective::gradient(const Vector& x, Vector& g) const {
  if (returns_both()) {
    look_at(x);
    g = last_gradient_;
    return;
  }
  const py::gil_scoped_acquire lock;
  ++gradient_calls_;
  fill("jac", call(gradient_, copy_to_array(x)), dimension_, g);
}

OracleHandle make_custom_set(const PythonSet& description) {
  const auto set = locked(description);
  CustomSetOptions options{.name = set->name, .is_norm_ball = set->is_norm_ball};
  if (!set->violation.is_none()) {
    options.violation = [set](ConstVectorRef x) {
      const py::gil_scoped_acquire lock;
      return to_double("violation", call(set->violation, copy_to_array(x)));
    };
  }
  if (!set->start.is_none()) {
    Vector start;
    fill("start", set->start, set->dimension, start);
    options.start = start;
  }
  if (!set->diameter.is_none()) options.diameter = to_double("diameter", set->diameter);
  const auto examined = std::make_shared<bool>(false);
  const auto minimizer = [set, examined](const Vector& g, Vector& v) {
    const py::gil_scoped_acquire lock;
    fill("set", call(set->minimizer, copy_to_array(g)), set->dimension, v);
    if (!*examined) examine_first_answer(*set, v);
    *examined = true;
  };
  return {std::make_shared<const CustomSet>(set->dimension, CustomSet::MinimizerFilled(minimizer),
                                            std::move(options))};
}

StepHandle make_custom_step(py::object length) {
  const auto rule = locked(std::move(length));
  return {StepChoice([rule](Line& line) {
    const py::gil_scoped_acquire lock;
    const py::object view = py::cast(LineView{&line});
    const py::object returned = call(*rule, view);
    view.cast<LineView&>().line = nullptr;
    return to_double("step", returned);
  })};
}

bool show(const py::object& callback, const Record& record) {
  const py::gil_scoped_acquire lock;
  try {
    const py::object returned = callback(record);
    const int asked = PyObject_IsTrue(returned.ptr());
    if (asked < 0) throw py::error_already_set();
    return asked == 1;
  } catch (py::error_already_set& raised) {
    if (!raised.matches(PyExc_KeyboardInterrupt) || !Interruption::request_stop()) throw;
    return false;
  }
}

void add_line(py::module_& module) {
  py::class_<LineView>(module, "Line",
                       "The objective seen from x along d: what a step rule of your own is given.")
      .def_property_readonly("gap", [](const LineView& v) { return v.get().gap(); })
      .def_property_readonly("max_step", [](const LineView& v) { return v.get().max_step(); })
      .def_property_readonly("norm", [](const LineView& v) { return v.get().norm(); })
      .def_property_readonly("curvature", [](const LineView& v) { return v.get().curvature(); })
      .def(
          "change", [](const LineView& v, double t) { return v.get().change(t); }, py::arg("t"))
      .def(
          "slope", [](const LineView& v, double t) { return v.get().slope(t); }, py::arg("t"));
  py::class_<Record>(module, "Record", "What a callback is shown after each iteration.")
      .def_readonly("iteration", &Record::iteration)
      .def_readonly("seconds", &Record::seconds)
      .def_readonly("value", &Record::value)
      .def_readonly("gap", &Record::gap)
      .def_readonly("step", &Record::step)
      .def_readonly("lipschitz", &Record::lipschitz)
      .def_readonly("backtracks", &Record::backtracks)
      .def("__repr__", [](const Record& r) {
        return fmt::format("Record(iteration={}, value={:.10g}, gap={:.6g}, step={:.6g})",
                           r.iteration, r.value, r.gap, r.step);
      });
}

}  // namespace acgd::python
