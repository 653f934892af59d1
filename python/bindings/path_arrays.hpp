#pragma once

#include "acgd/fit/path.hpp"
#include "bindings/pybind.hpp"

namespace acgd::python {

/// A path as Python types: an array per quantity with an entry per radius. The coefficients are one
/// sparse matrix by columns, with `outputs` columns per radius.
py::dict to_dict(const Path& path, Index outputs);

}  // namespace acgd::python
