#pragma once

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"
#include "bindings/pybind.hpp"
#include "bindings/watching.hpp"

namespace acgd::python {

/// What Python says of a run: options by their names in the library, and the files and times of
/// checkpoints. `options` keeps what is not in the dicts.
void take_options(const py::dict& values, const py::dict& files, Options& options);

/// Solves it without the interpreter's lock. Ctrl-C stops it. The result as to_dict() has it, and
/// whether there was a Ctrl-C.
py::dict solve_unlocked(Problem problem, Options options, const Watching& watching);

/// A result as Python's own types and arrays; takes the memory of the result.
py::dict to_dict(Result result);

}  // namespace acgd::python
