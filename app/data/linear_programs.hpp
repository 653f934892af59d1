#pragma once

#include <filesystem>

#include "acgd/oracle/polyhedra.hpp"

namespace acgd::data {

/// Reads the constraints of a linear program in the LP format of CPLEX. Variables are in the order
/// in which the file names them, objective included. The objective itself and integrality are
/// ignored; binary variables are from 0 to 1. Bounds are one a line.
///
/// Throws FileError, or InvalidInput with line and column.
LinearProgram read_lp_format(const std::filesystem::path& file);

/// Reads the constraints of a linear program in the MPS format, fixed or free; names have no
/// spaces. Its objective, other free rows and integrality are ignored.
///
/// Throws FileError, or InvalidInput with line and column.
LinearProgram read_mps(const std::filesystem::path& file);

/// The same in the LP format (of CPLEX) if the name ends in .lp or .lp.gz, else in the MPS format.
LinearProgram read_linear_program(const std::filesystem::path& file);

}  // namespace acgd::data
