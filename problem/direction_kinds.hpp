#pragma once

#include <string>
#include <vector>

#include "acgd/direction/direction_rule.hpp"
#include "problem/rule_words.hpp"

namespace acgd::problem {

using DirectionKind = RuleKind<DirectionChoice>;
const std::vector<DirectionKind>& direction_kinds();

/// The rule that a text such as "toward" names. Throws InvalidInput if it names none, or a parameter
/// does not fit.
DirectionChoice make_direction(const std::string& text);

}  // namespace acgd::problem
