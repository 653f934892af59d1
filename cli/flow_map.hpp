#pragma once

#include "acgd/core/vector.hpp"
#include "acgd/objective/objective.hpp"
#include "problem/objective_kinds.hpp"
#include "report/report.hpp"

namespace acgd::cli {

/// The flows x of a network where its roads lie; the gradient is what it costs to travel there.
report::Map flow_map(const problem::RoadMap& roads, const Objective& f, const Vector& x);

}  // namespace acgd::cli
