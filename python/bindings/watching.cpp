#include "bindings/watching.hpp"

#include <fmt/format.h>

#include <chrono>

#include "bindings/arrays.hpp"
#include "bindings/interruption.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

/// An objective that records the cursor of its run, the first one it starts.
class Watched final : public Objective {
 public:
  explicit Watched(std::shared_ptr<const Objective> f) : f_(std::move(f)) {}

  Index dimension() const override { return f_->dimension(); }
  double value(const Vector& x) const override { return f_->value(x); }
  void gradient(const Vector& x, Vector& g) const override { f_->gradient(x, g); }
  std::optional<double> lipschitz() const override { return f_->lipschitz(); }
  bool has_proven_gradient() const override { return f_->has_proven_gradient(); }
  bool is_convex() const override { return f_->is_convex(); }
  std::optional<double> natural_scale() const override { return f_->natural_scale(); }
  bool has_curvature() const override { return f_->has_curvature(); }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override {
    std::unique_ptr<Cursor> cursor = f_->start(x0, std::move(norm));
    if (cursor_ == nullptr) cursor_ = cursor.get();
    return cursor;
  }

  /// x as a Python object. Valid during the run only.
  py::object point() const {
    Point point;
    cursor_->store(point);
    if (point.x.size() > 0) return to_array(std::move(point.x));
    return py::make_tuple(to_array(std::move(point.factors.left)),
                          to_array(std::move(point.factors.right)));
  }

 private:
  std::shared_ptr<const Objective> f_;
  mutable const Cursor* cursor_ = nullptr;
};

enum class Answer { go_on, stop, stop_calling };

/// Calls the callback. StopIteration stops the run.
Answer show(const py::object& callback, const py::tuple& arguments) {
  const int asked = shielded([&] {
    PyObject* returned = PyObject_Call(callback.ptr(), arguments.ptr(), nullptr);
    if (returned == nullptr) return -1;
    const int truth = PyObject_IsTrue(returned);
    Py_DECREF(returned);
    return truth;
  });
  if (asked >= 0) return asked == 1 ? Answer::stop : Answer::go_on;
  const bool stops = PyErr_ExceptionMatches(PyExc_StopIteration) != 0;
  if (!stops &&
      (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0 || !Interruption::request_stop())) {
    throw py::error_already_set();
  }
  PyErr_Clear();
  return stops ? Answer::stop_calling : Answer::go_on;
}

/// Calls a function at most a few times a second.
class NowAndThen {
 public:
  explicit NowAndThen(const py::object& function) : function_(function) {}

  void operator()(const Record& record) {
    const auto now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const Locked lock;
    show(function_, py::make_tuple(record));
  }

 private:
  using Clock = std::chrono::steady_clock;

  const py::object& function_;
  Clock::time_point last_ = Clock::now();
};

}  // namespace

void watch(const Watching& watching, Problem& problem, Options& options) {
  std::shared_ptr<const Watched> watched;
  if (watching.takes_point && problem.f) {
    watched = std::make_shared<const Watched>(problem.f);
    problem.f = watched;
  }
  auto call = [&watching, watched, answer = Answer::go_on](const Record& record) mutable {
    if (watching.callback.is_none() || answer == Answer::stop_calling) return false;
    const Locked lock;
    // Different types in later versions of pybind11.
    py::tuple arguments = py::make_tuple(record);
    if (watched) arguments = py::make_tuple(record, watched->point());
    answer = show(watching.callback, arguments);
    return answer != Answer::go_on;
  };
  options.observer = [before = std::move(options.observer), call,
                      now_and_then = NowAndThen(watching.progress),
                      &watching](const Record& record) mutable {
    if (before) before(record);
    if (!watching.progress.is_none()) now_and_then(record);
    return call(record);
  };
}

void add_record(py::module_& module) {
  py::class_<Record>(module, "Record", "The argument of callbacks after each iteration.")
      .def_readonly("iteration", &Record::iteration)
      .def_readonly("seconds", &Record::seconds)
      .def_readonly("value", &Record::value)
      .def_readonly("gap", &Record::gap)
      .def_readonly("step", &Record::step)
      .def_readonly("lipschitz", &Record::lipschitz)
      .def_readonly("backtracks", &Record::backtracks)
      .def_readonly("lower_bound", &Record::lower_bound)
      .def("__repr__",
           [](const Record& r) {
             return fmt::format("Record(iteration={}, value={:.10g}, gap={:.6g}, step={:.6g})",
                                r.iteration, r.value, r.gap, r.step);
           })
      .def(py::pickle(
          [](const Record& r) {
            return py::make_tuple(r.iteration, r.seconds, r.value, r.gap, r.step, r.lipschitz,
                                  r.backtracks, r.lower_bound);
          },
          [](const py::tuple& t) {
            return Record{.iteration = t[0].cast<Index>(),
                          .seconds = t[1].cast<double>(),
                          .value = t[2].cast<double>(),
                          .gap = t[3].cast<double>(),
                          .step = t[4].cast<double>(),
                          .lipschitz = t[5].cast<double>(),
                          .backtracks = t[6].cast<int>(),
                          .lower_bound = t[7].cast<double>()};
          }));
}

}  // namespace acgd::python
