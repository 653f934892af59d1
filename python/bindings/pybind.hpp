#pragma once

// Everything that takes long to parse, precompiled.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <Eigen/Core>

namespace acgd::python {

namespace py = pybind11;

}  // namespace acgd::python
