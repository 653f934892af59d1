#pragma once

#include <filesystem>

#include "acgd/oracle/polyhedra.hpp"

namespace acgd::io {

/// Reads the constraints of a linear program in the LP format of CPLEX. Variables are in the order
/// in which the file names them, objective included. What the objective is, and integrality, are
/// passed over; binary variables are from 0 to 1. Bounds are one a line.
///
/// Throws FileError, or InvalidInput with line and column.
LinearProgram read_lp_format(const std::filesystem::path& file);

}  // namespace acgd::io
