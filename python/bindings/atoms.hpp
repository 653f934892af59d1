#pragma once

#include "acgd/atom/atom.hpp"
#include "acgd/solve/solve.hpp"
#include "bindings/pybind.hpp"

/// Conversion between weighted atoms and the arrays of python/acgd/atoms.py.
namespace acgd::python {

/// A start from atoms or a former result.
struct StartHandle {
  Start start;
};

/// (size, weights, blocks, starts, indices, values, factors). Atom k has values[j] at indices[j]
/// for j = starts[k], ..., starts[k + 1] - 1, and 0 elsewhere; or it is the matrix left right' of
/// factors[k] = (left, right).
py::tuple to_tuple(const WeightedAtoms& atoms);

/// The inverse. Throws InvalidInput if the arrays are inconsistent.
WeightedAtoms to_atoms(const py::tuple& arrays);

void add_atoms(py::module_& module);

}  // namespace acgd::python
