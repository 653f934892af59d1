#pragma once

#include <filesystem>
#include <string>

#include "acgd/atom/atom.hpp"

namespace acgd::io {

/// What a point is made of, as a table under the header atom,weight,block,index,value: a row for
/// each entry that is not 0, and for an atom without any a row with no index and no value. Numbers
/// have 17 significant digits: what is read again is the same.
std::string to_csv(const WeightedAtoms& atoms);

/// Whether it is a file that begins with that header.
bool is_atoms_file(const std::filesystem::path& file);

/// Reads such a file. Atoms have `size` entries and are numbered 0, 1, ... in the order of the rows,
/// each with one weight and one block, and indices that ascend.
///
/// Throws FileError, or InvalidInput with line and column.
WeightedAtoms read_atoms(const std::filesystem::path& file, Index size);

}  // namespace acgd::io
