#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd_test {

inline Eigen::Map<const acgd::Vector> as_vector(const std::vector<double>& list) {
  return {list.data(), static_cast<acgd::Index>(list.size())};
}

}  // namespace acgd_test
