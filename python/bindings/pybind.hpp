#pragma once

// Precompiled headers.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <Eigen/Core>

// These abort when the interpreter ends before a thread: use bindings/lock.hpp.
#pragma GCC poison gil_scoped_acquire gil_scoped_release

namespace acgd::python {

namespace py = pybind11;

}  // namespace acgd::python
