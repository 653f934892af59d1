#include "fit/radius_grid.hpp"

#include <algorithm>
#include <cmath>

namespace acgd {
namespace {

constexpr double kLargestGrowth = 10;  ///< of a radius, from one to the next
constexpr double kSmallestGrowth = 1e-3;
constexpr double kCatchUp = 2;  ///< steps of the grid that one radius may make at most

}  // namespace

RadiusGrid::RadiusGrid(double penalty, double slope, Index count, double smallest_share)
    : largest_(penalty),
      smallest_(smallest_share * penalty),
      factor_(std::pow(smallest_share, 1.0 / static_cast<double>(count - 1))),
      penalty_(penalty),
      slope_(slope > 0 && std::isfinite(slope) ? slope : penalty),
      count_(count) {}

std::optional<double> RadiusGrid::next() const {
  const bool ends = penalty_ <= smallest_ * (1 + 1e-6);
  if (ends || done_ >= count_ || !(largest_ > 0) || !std::isfinite(largest_)) return std::nullopt;
  // Where lambda(r) is convex the secant falls short of its aim: the next one makes up for it.
  const double aim = largest_ * std::pow(factor_, static_cast<double>(done_));
  const double target = std::clamp(aim, penalty_ * std::pow(factor_, kCatchUp), penalty_ * factor_);
  const double step = (penalty_ - target) / slope_;
  if (radius_ == 0) return step;
  return radius_ + std::clamp(slope_ > 0 ? step : radius_, kSmallestGrowth * radius_,
                              (kLargestGrowth - 1) * radius_);
}

void RadiusGrid::add(double radius, double penalty) {
  slope_ = (penalty_ - penalty) / (radius - radius_);
  radius_ = radius;
  penalty_ = penalty;
  ++done_;
}

}  // namespace acgd
