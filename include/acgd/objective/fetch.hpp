#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace acgd {

/// Hears of bytes that are going to be read, so that they can be had from a mapped file in one
/// piece; empty where it is not worth it.
using Fetch = std::function<void(std::span<const std::byte>)>;

}  // namespace acgd
