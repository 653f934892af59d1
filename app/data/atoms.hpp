#pragma once

#include <filesystem>
#include <string>

#include "acgd/atom/atom.hpp"

namespace acgd::data {

/// An active set as a table with the header atom,weight,block,index,value: a row for each non-zero
/// entry; the zero atom has one row without index and value. Numbers have 17 significant digits, which
/// are exact.
std::string to_csv(const WeightedAtoms& atoms);

/// Whether the file begins with that header.
bool is_atoms_file(const std::filesystem::path& file);

/// Reads such a file. Atoms have `size` entries and are numbered 0, 1, ... in the order of the rows,
/// each with one weight and one block, and indices that ascend.
///
/// Throws FileError, or InvalidInput with line and column.
WeightedAtoms read_atoms(const std::filesystem::path& file, Index size);

}  // namespace acgd::data
