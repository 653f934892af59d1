#pragma once

#include <memory>
#include <random>

#include "acgd/fit/path.hpp"
#include "acgd/oracle/balls.hpp"

namespace acgd_test {

/// Standard normal numbers.
inline acgd::Matrix random_matrix(acgd::Index rows, acgd::Index cols, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return acgd::Matrix::NullaryExpr(rows, cols, [&] { return normal(engine); });
}

inline acgd::SetOfRadius l1_balls(acgd::Index dimension) {
  return [=](double radius) { return std::make_shared<acgd::L1Ball>(dimension, radius); };
}

}  // namespace acgd_test
