#pragma once

#include "acgd/solve/options.hpp"
#include "acgd/solve/solve.hpp"
#include "bindings/pybind.hpp"

namespace acgd::python {

/// Observers of a run: Python functions or None.
struct Watching {
  /// Called with every record and, if it takes the point, x: an array, or (left, right) of a
  /// low-rank matrix. Returning true, or raising StopIteration, stops the run.
  py::object callback;
  bool takes_point = false;
  /// Called with a record a few times a second.
  py::object progress;
};

/// Adds the observers to a run, after an existing observer. `watching` must outlive the options.
void watch(const Watching& watching, Problem& problem, Options& options);

void add_record(py::module_& module);

}  // namespace acgd::python
