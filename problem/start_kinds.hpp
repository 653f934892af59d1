#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"
#include "acgd/step/step_rule.hpp"
#include "problem/set_kinds.hpp"

namespace acgd::problem {

const std::vector<Kind>& start_kinds();

/// Where a run begins: "zero", "vertex", "gaussian" or the name of a vector file. An empty text
/// means vertex for a vector inside a set, and zero for a matrix or outside of it.
Atom make_start(const std::string& text, Mode mode, const Oracle& set, const Shape& shape,
                std::uint64_t seed);

}  // namespace acgd::problem
