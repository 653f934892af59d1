#pragma once

#include <bit>
#include <vector>

#include "acgd/core/vector.hpp"

/// The vertices of small polytopes, by enumeration.
namespace acgd_test {

inline acgd::Matrix as_columns(const std::vector<acgd::Vector>& points) {
  acgd::Matrix columns(points.front().size(), static_cast<acgd::Index>(points.size()));
  for (std::size_t j = 0; j < points.size(); ++j) {
    columns.col(static_cast<acgd::Index>(j)) = points[j];
  }
  return columns;
}

/// All vectors of -1, 0 and 1 with `least` to `most` nonzeros.
inline acgd::Matrix signed_supports(acgd::Index n, acgd::Index least, acgd::Index most) {
  std::vector<acgd::Vector> points;
  acgd::Index count = 1;
  for (acgd::Index i = 0; i < n; ++i) count *= 3;
  for (acgd::Index code = 0; code < count; ++code) {
    acgd::Vector point(n);
    acgd::Index rest = code;
    for (double& entry : point) {
      entry = static_cast<double>(rest % 3 - 1);
      rest /= 3;
    }
    const auto entries = static_cast<acgd::Index>(point.cwiseAbs().sum());
    if (entries >= least && entries <= most) points.push_back(point);
  }
  return as_columns(points);
}

/// All vectors of 0 and 1 with `least` to `most` nonzeros.
inline acgd::Matrix supports(acgd::Index n, acgd::Index least, acgd::Index most) {
  std::vector<acgd::Vector> points;
  for (unsigned code = 0; code < (1u << n); ++code) {
    if (std::popcount(code) < least || std::popcount(code) > most) continue;
    acgd::Vector point(n);
    for (acgd::Index i = 0; i < n; ++i) point[i] = static_cast<double>((code >> i) & 1u);
    points.push_back(point);
  }
  return as_columns(points);
}

}  // namespace acgd_test
