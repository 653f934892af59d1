#pragma once

#include "acgd/core/options.hpp"
#include "acgd/core/result.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/start.hpp"
#include "bindings/pybind.hpp"

namespace acgd::python {

/// The options of a run that are numbers, by their names in the library. `options` keeps what is
/// not in the dict.
void take_limits(const py::dict& limits, Options& options);

/// A problem with everything but how to watch it.
struct Run {
  Mode mode;
  const Objective& f;
  const Oracle& set;
  const Start& x0;
  Options options;
};

/// Solves it without the interpreter's lock. Ctrl-C stops it; the callback, if it is not None, sees
/// every record. The result as to_dict() has it, and whether there was a Ctrl-C.
py::dict solve_unlocked(Run run, const py::object& callback);

/// A result as Python's own types and arrays; takes the memory of the result.
py::dict to_dict(Result result);

}  // namespace acgd::python
