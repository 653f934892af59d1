#pragma once

#include "acgd/fit/path.hpp"
#include "bindings/pybind.hpp"

namespace acgd::python {

/// A path as Python's own types: of each quantity an array with an entry for each radius. The
/// coefficients are one sparse matrix by columns, one of `outputs` for each radius.
py::dict to_dict(const Path& path, Index outputs);

}  // namespace acgd::python
