#pragma once

#include <optional>

#include "acgd/core/options.hpp"
#include "acgd/objective/line.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/stop_rule.hpp"

namespace acgd {

/// Whether the oracle's answer is what it must be: in the set (asked at the first point, or at
/// every one if the options say so), finite, and no worse than x, up to rounding and the little
/// that x itself may be outside the set.
std::optional<Stop> check_answer(const Oracle& set, const Options& options,
                                 const Gradient& gradient, const Answer& answer, const Line& line,
                                 Index iteration);

}  // namespace acgd
