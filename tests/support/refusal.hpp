#pragma once

#include <functional>
#include <string>

#include "acgd/core/error.hpp"

namespace acgd_test {

/// The message with which an action rejects its input; empty if it accepts it.
inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const acgd::InvalidInput& error) {
    return error.what();
  }
  return "";
}

}  // namespace acgd_test
