#pragma once

#include <memory>

#include "acgd/objective/objective.hpp"

namespace acgd::experiments {

/// The same function on the same data, with nothing found yet of what runs on one objective share
/// (a Gram matrix, a Lipschitz constant): the first run on it pays for that itself. The objective
/// itself where its runs share nothing.
std::shared_ptr<const Objective> fresh(const std::shared_ptr<const Objective>& f);

}  // namespace acgd::experiments
