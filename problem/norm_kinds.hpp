#pragma once

#include <memory>
#include <string>
#include <vector>

#include "acgd/norm/norm.hpp"
#include "problem/set_kinds.hpp"

namespace acgd::problem {

const std::vector<Kind>& norm_kinds();

/// The norm that a text such as "l2" or "lp:3" names; throws InvalidInput if it names none.
std::shared_ptr<const Norm> make_norm(const std::string& text, const Shape& shape);

}  // namespace acgd::problem
