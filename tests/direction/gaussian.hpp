#pragma once

#include <random>

#include "acgd/core/vector.hpp"

namespace acgd_test {

inline acgd::Matrix gaussian(acgd::Index rows, acgd::Index cols, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  return acgd::Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

}  // namespace acgd_test
