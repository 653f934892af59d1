#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::io {

/// The matrix whose rows are those of the parts, one after the other: each has rows of `cols`
/// numbers, and is given up.
Matrix join_rows(std::vector<std::vector<double>>& parts, Index cols);

}  // namespace acgd::io
