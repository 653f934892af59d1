#pragma once

#include <vector>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/loss/beckmann_loss.hpp"

namespace acgd {

/// Beckmann's function of the flows on the links of a road network: one variable a link. Over the
/// flows that meet a demand, TrafficFlows, its minimiser is an equilibrium. The gradient is what it
/// costs to travel along each link.
Composite traffic(const std::vector<LinkCost>& links);

}  // namespace acgd
