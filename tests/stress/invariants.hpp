#pragma once

#include <string>
#include <vector>

#include "stress/combination.hpp"

namespace stress {

using Complaints = std::vector<std::string>;

/// Invariants of every run, checked by independent formulas. An empty result means that all hold.
Complaints examine(const Combination& combination, const acgd::Result& result);

/// Counts, and the rows of the trace.
void examine_trace(const Combination& combination, const acgd::Result& result, Complaints& out);
/// The status is consistent with the reported numbers.
void examine_status(const Combination& combination, const acgd::Result& result, const Vector& x,
                    Complaints& out);
/// x is in the set, value and gap are those of x, and the gap bounds f(x) - f*.
void examine_point(const Combination& combination, const acgd::Result& result, const Vector& x,
                   Complaints& out);

/// "what: a against b", with all digits.
std::string compared(const std::string& what, double a, double b);

/// x as a vector, whatever its representation in the run.
Vector solution(const acgd::Result& result);

}  // namespace stress
