#include "app/data/memory_limit.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace acgd::io {

namespace {

namespace fs = std::filesystem;

/// The least of the limits in files of this name in `folder` and in those around it. Where a
/// container does not show the folder of its group, that of the root is the group's.
std::uint64_t least_limit(const fs::path& root, const fs::path& folder, const char* name,
                          std::uint64_t limit) {
  for (fs::path part = folder.relative_path();; part = part.parent_path()) {
    std::uint64_t bytes = 0;  // "max" is no number
    if (std::ifstream(root / part / name) >> bytes) limit = std::min(limit, bytes);
    if (part.empty()) return limit;
  }
}

}  // namespace

std::uint64_t memory_limit(const fs::path& root) {
  auto limit = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
               static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const fs::path limits = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");  // lines as 4:memory:/folder, and 0::/folder
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controller = line.substr(first + 1, second - first - 1);
    const fs::path folder = line.substr(second + 1);
    if (controller == "memory") {
      limit = least_limit(limits / "memory", folder, "memory.limit_in_bytes", limit);
    } else if (controller.empty()) {
      limit = least_limit(limits, folder, "memory.max", limit);
    }
  }
  return limit;
}

}  // namespace acgd::io
