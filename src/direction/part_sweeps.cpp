#include "direction/part_sweeps.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace acgd {

/// Without x0 if that is lower, too: then there are points of parts alone, once and for all.
void PartSweeps::minimize(const KeptParts& kept, const Vector& g, const Vector& h, double tolerance,
                          int most) {
  list_differences(kept, g.size());
  start(kept, g);
  if (kept.rest() > 0) {
    leave_rest(kept, h);
    run(kept, g, h, tolerance, most);
    if (fall_ > 0) return;
    start(kept, g);
  }
  run(kept, g, h, tolerance, most);
}

void PartSweeps::run(const KeptParts& kept, const Vector& g, const Vector& h, double tolerance,
                     int most) {
  for (int round = 0; round < most; ++round) {
    double gap = 0;
    for (const Group& group : groups_) gap += sweep(group, h);
    if (rest_ > 0) gap += move_rest(kept, h);
    if (!(gap > tolerance)) break;
  }
  curvature_ = d_.cwiseAbs2().dot(h);
  fall_ = -g.dot(d_) - 0.5 * curvature_;
}

void PartSweeps::start(const KeptParts& kept, const Vector& g) {
  targets_.resize(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) targets_[i] = kept.share(i);
  rest_ = kept.rest();
  d_.setZero(g.size());
  c_ = g;
}

void PartSweeps::leave_rest(const KeptParts& kept, const Vector& h) {
  for (Index part = 0; part < kept.part_count(); ++part) {
    targets_[kept.cheapest(part)] += rest_ * kept.amount(part);
  }
  rest_ = 0;
  kept.add_up_changes(targets_, d_);
  c_ += h.cwiseProduct(d_);
}

/// From x0 to the cheapest points of all parts, as far as the model falls. Returns the gap that the
/// rest had.
double PartSweeps::move_rest(const KeptParts& kept, const Vector& h) {
  u_ = -kept.x0();
  cheapest_.resize(static_cast<std::size_t>(kept.part_count()));
  for (Index part = 0; part < kept.part_count(); ++part) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t to = kept.first(part);
    for (std::size_t i = kept.first(part); i < kept.last(part); ++i) {
      double cost = 0;
      for (const Entry j : kept.ones(i)) cost += c_[j];
      if (cost < least) least = cost, to = i;
    }
    for (const Entry j : kept.ones(to)) u_[j] += kept.amount(part);
    cheapest_[static_cast<std::size_t>(part)] = to;
  }
  const double fall = -c_.dot(u_), bend = u_.cwiseAbs2().dot(h), gap = rest_ * fall;
  if (!(fall > 0)) return 0;
  const double length = fall < bend * rest_ ? fall / bend : rest_;
  rest_ = length == rest_ ? 0 : rest_ - length;
  for (Index part = 0; part < kept.part_count(); ++part) {
    targets_[cheapest_[static_cast<std::size_t>(part)]] += length * kept.amount(part);
  }
  d_ += length * u_;
  c_ += length * h.cwiseProduct(u_);
  return gap;
}

void PartSweeps::list_differences(const KeptParts& kept, Index dimension) {
  groups_.clear();
  starts_.clear();
  ones_.clear();
  seen_.assign(static_cast<std::size_t>(dimension), 0);
  for (Index part = 0; part < kept.part_count(); ++part) {
    const std::size_t first = kept.first(part), last = kept.last(part);
    if (last - first < 2) continue;
    groups_.push_back({first, last, starts_.size()});
    for (std::size_t i = first; i < last; ++i) {
      for (const Entry j : kept.ones(i)) ++seen_[j];
    }
    for (std::size_t i = first; i < last; ++i) {
      starts_.push_back(ones_.size());
      for (const Entry j : kept.ones(i)) {
        if (seen_[j] < last - first) ones_.push_back(j);
      }
    }
    for (std::size_t i = first; i < last; ++i) {
      for (const Entry j : kept.ones(i)) seen_[j] = 0;
    }
  }
  starts_.push_back(ones_.size());
}

/// Returns the gap that the part had.
double PartSweeps::sweep(const Group& group, const Vector& h) {
  const std::size_t count = group.last - group.first;
  costs_.resize(std::max(costs_.size(), count));
  std::size_t to = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double cost = 0;
    for (const Entry j : list(group, i)) cost += c_[j];
    costs_[i] = cost;
    if (cost < costs_[to]) to = i;
  }
  double gap = 0;
  for (std::size_t i = 0; i < count; ++i) {
    gap += targets_[group.first + i] * (costs_[i] - costs_[to]);
  }
  if (!(gap > 0)) return gap;
  for (std::size_t i = 0; i < count; ++i) {
    if (costs_[i] > costs_[to] && targets_[group.first + i] > 0) shift(group, i, to, h);
  }
  return gap;
}

void PartSweeps::shift(const Group& group, std::size_t from, std::size_t to, const Vector& h) {
  std::span<const Entry> left = list(group, from), taken = list(group, to);
  if (group.last - group.first > 2) {
    left_.clear();
    taken_.clear();
    std::ranges::set_difference(left, taken, std::back_inserter(left_));
    std::ranges::set_difference(taken, left, std::back_inserter(taken_));
    left = left_;
    taken = taken_;
  }
  double slope = 0, bend = 0;
  for (const Entry j : left) slope += c_[j], bend += h[j];
  for (const Entry j : taken) slope -= c_[j], bend += h[j];
  double& source = targets_[group.first + from];
  if (!(slope > 0)) return;
  const double most = source;
  const double length = slope < bend * most ? slope / bend : most;
  source = length == most ? 0 : source - length;
  targets_[group.first + to] += length;
  for (const Entry j : left) d_[j] -= length, c_[j] -= length * h[j];
  for (const Entry j : taken) d_[j] += length, c_[j] += length * h[j];
}

}  // namespace acgd
