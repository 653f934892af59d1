#pragma once

#include "bindings/pybind.hpp"

/// The parts of the compiled module. The public interface is the Python package.
namespace acgd::python {

void add_sparse(py::module_& module);
void add_ranks(py::module_& module);
void add_maps(py::module_& module);
void add_parts(py::module_& module);
void add_completion(py::module_& module);
void add_objectives(py::module_& module);
void add_sets(py::module_& module);
void add_vector_sets(py::module_& module);
void add_composed_sets(py::module_& module);
void add_combinatorial_sets(py::module_& module);
void add_steps(py::module_& module);
void add_runs(py::module_& module);
void add_traffic(py::module_& module);
void add_paths(py::module_& module);
void add_experiments(py::module_& module);

}  // namespace acgd::python
