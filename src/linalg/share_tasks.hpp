#pragma once

#include <functional>

#include "acgd/core/vector.hpp"

namespace acgd {

/// share_tasks() of tasks.hpp, for what is compiled without OpenMP. No task may throw.
void share_any_tasks(Index tasks, const std::function<void(Index)>& run);

}  // namespace acgd
