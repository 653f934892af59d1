#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "acgd/core/vector.hpp"

namespace stress {

using acgd::Index;
using acgd::Matrix;
using acgd::Vector;

/// All random choices of a combination, from one seed and by fixed formulas (splitmix64): the same
/// with every standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double uniform(double low = 0, double high = 1) {
    return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53;
  }
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  bool chance(double probability) { return uniform() < probability; }
  /// low ... high, both included
  Index index(Index low, Index high) {
    return low + static_cast<Index>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// 10^uniform(low, high)
  double power(double low, double high) { return std::pow(10.0, uniform(low, high)); }
  /// Magnitude of the data: usually about 1, sometimes anything from 1e-8 to 1e8.
  double scale() { return chance(0.6) ? power(-0.5, 0.5) : power(-8, 8); }

  template <class T>
  T pick(const std::vector<T>& choices) {
    return choices[index(0, static_cast<Index>(choices.size()) - 1)];
  }
  Vector normals(Index size) {
    Vector x(size);
    for (double& entry : x) entry = normal();
    return x;
  }
  Matrix normals(Index rows, Index cols) {
    Matrix a(rows, cols);
    for (Index j = 0; j < cols; ++j) a.col(j) = normals(rows);
    return a;
  }
  /// Non-negative with sum 1; sometimes only a few of them positive.
  Vector weights(Index size) {
    Vector w(size);
    for (double& entry : w) entry = chance(0.3) ? 0.0 : -std::log(1 - uniform());
    w[index(0, size - 1)] += 0.1;
    return w / w.sum();
  }

 private:
  std::uint64_t state_;
};

}  // namespace stress
