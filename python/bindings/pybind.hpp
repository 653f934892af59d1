#pragma once

// Everything that takes long to parse, precompiled.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <Eigen/Core>

// Those abort when the interpreter ends before a thread: bindings/lock.hpp has others.
#pragma GCC poison gil_scoped_acquire gil_scoped_release

namespace acgd::python {

namespace py = pybind11;

}  // namespace acgd::python
