// Which flows, and which paths, belong to a set of traffic flows.
#include <algorithm>
#include <limits>

#include "acgd/oracle/traffic_flows.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"

namespace acgd {
namespace {

// Flows that are off by so much of all trips may have been rounded.
constexpr double kRoundedFlow = 1e-12;

/// The worst so far.
struct WorstFlow {
  Violation violation = {};

  template <class Tell>
  void add(double excess, const Tell& tell) {
    if (excess > violation.distance) violation = {excess, tell()};
  }
};

}  // namespace

Violation TrafficFlows::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  WorstFlow worst;
  worst.violation.distance = kRoundedFlow * total_;
  Vector in = Vector::Zero(network_.nodes), out = Vector::Zero(network_.nodes);
  for (Index a = 0; a < x.size(); ++a) {
    const Edge& link = network_.links[static_cast<std::size_t>(a)];
    worst.add(-x[a], [&] { return compose("x[{}] = {}: must be >= 0", a, x[a]); });
    worst.add(x[a] - most_[a], [&] {
      return compose("x[{}] = {}: must be at most {}, all that can go from node {} to {}", a, x[a],
                     most_[a], link.from + network_.first_number, link.to + network_.first_number);
    });
    out[link.from] += x[a];
    in[link.to] += x[a];
  }
  const auto compare = [&](Index v, const char* what, double flow, double expected) {
    worst.add(std::abs(flow - expected), [&] {
      return compose("node {}: {} {}, must be {}", v + network_.first_number, what, flow, expected);
    });
  };
  for (Index v = 0; v < network_.nodes; ++v) {
    if (is_zone(v)) {
      compare(v, "a zone that receives", in[v], ends_[v]);
      compare(v, "a zone that sends", out[v], begins_[v]);
    } else {
      compare(v, "receives less what it sends", in[v] - out[v], ends_[v] - begins_[v]);
    }
  }
  if (!worst.violation.detail.empty()) return worst.violation;
  return {std::numeric_limits<double>::quiet_NaN(), ""};
}

bool TrafficFlows::recenter(VectorRef x) const {
  if (x.minCoeff() < -kRecenterUpTo * total_) return false;
  return raise_to_zero(x);
}

bool TrafficFlows::has_point(Index part, std::span<const Entry> ones) const {
  const Demand& demand = demands_[static_cast<std::size_t>(part)];
  std::vector<Entry> left(ones.begin(), ones.end());
  for (const Entry link : left) {
    if (link < 0 || link >= dimension()) return false;
  }
  const auto from = [this](Entry link) { return network_.links[link].from; };
  const auto to = [this](Entry link) { return network_.links[link].to; };
  std::sort(left.begin(), left.end(), [&](Entry a, Entry b) { return from(a) < from(b); });
  // From node to node, none of which may be the beginning of two links.
  for (std::size_t i = 1; i < left.size(); ++i) {
    if (from(left[i]) == from(left[i - 1])) return false;
  }
  Index node = demand.origin;
  for (std::size_t used = 0; used < left.size(); ++used) {
    if (node == demand.destination || (node != demand.origin && is_zone(node))) return false;
    const auto next = std::lower_bound(left.begin(), left.end(), node,
                                       [&](Entry link, Index v) { return from(link) < v; });
    if (next == left.end() || from(*next) != node) return false;
    node = to(*next);
    if (node == demand.origin) return false;
  }
  return node == demand.destination;
}

}  // namespace acgd
