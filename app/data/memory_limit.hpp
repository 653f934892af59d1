#pragma once

#include <cstdint>
#include <filesystem>

namespace acgd::io {

/// Bytes of memory that this process can have at most, its pages of files among them: those of the
/// machine, or of its control group (version 1 or 2) and those around it, as the files below `root`
/// say: /proc/self/cgroup and those in /sys/fs/cgroup.
std::uint64_t memory_limit(const std::filesystem::path& root = "/");

}  // namespace acgd::io
