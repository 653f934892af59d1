#pragma once

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"
#include "bindings/pybind.hpp"
#include "bindings/watching.hpp"

namespace acgd::python {

/// Sets options by their names in the library, and files and intervals of checkpoints. Options that
/// are not in the dicts are unchanged.
void take_options(const py::dict& values, const py::dict& files, Options& options);

/// Solves without the interpreter's lock; Ctrl-C stops the run. Returns to_dict() of the result,
/// and whether it was interrupted.
py::dict solve_unlocked(Problem problem, Options options, const Watching& watching);

/// A result as Python types and arrays; takes over the memory of the result.
py::dict to_dict(Result result);

}  // namespace acgd::python
