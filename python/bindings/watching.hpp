#pragma once

#include "acgd/solve/options.hpp"
#include "acgd/solve/solve.hpp"
#include "bindings/pybind.hpp"

namespace acgd::python {

/// Who looks at a run, Python functions or None.
struct Watching {
  /// Sees every record and, if it takes the point, x: an array, or (left, right) of a low-rank
  /// matrix. Returning true, or raising StopIteration, stops the run.
  py::object callback;
  bool takes_point = false;
  /// Sees a record now and then, a few times a second.
  py::object progress;
};

/// Makes a run of these show itself; an observer that is there already goes first.
/// `watching` must outlive the options.
void watch(const Watching& watching, Problem& problem, Options& options);

void add_record(py::module_& module);

}  // namespace acgd::python
