#include "linalg/share_tasks.hpp"

#include "linalg/tasks.hpp"

namespace acgd {

void share_any_tasks(Index tasks, const std::function<void(Index)>& run) {
  share_tasks(tasks, run);
}

}  // namespace acgd
