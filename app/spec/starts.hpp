#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/solve.hpp"
#include "app/spec/sets.hpp"

namespace acgd::spec {

const std::vector<Kind>& start_kinds();

/// The file that the text names, unless it is one of the words below.
std::optional<std::filesystem::path> file_of_start(const std::string& text);

/// Whether it is drawn from the seed.
bool is_drawn(const std::string& text);

/// Where a run begins: "zero", "vertex", "random-vertex", "gaussian" or the name of a file, of a vector or of atoms
/// with their weights. An empty text means vertex for a vector inside a set, and zero for a matrix
/// or outside of it; of `f`, unless null, for a vector inside a set: default_start().
Start make_start(const std::string& text, Mode mode, const Oracle* set, const Shape& shape,
                 std::uint64_t seed, const Objective* f = nullptr);

}  // namespace acgd::spec
