#include "acgd/oracle/network_flows.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/acyclic_graph.hpp"
#include "oracle/entries.hpp"
#include "oracle/max_flow.hpp"
#include "oracle/network_simplex.hpp"

namespace acgd {
namespace {

void require_arcs(const FlowNetwork& network) {
  require_at_least("nodes", network.nodes, 1);
  if (network.arcs.empty()) throw InvalidInput("arcs: none, but each of them is a variable");
  for (std::size_t a = 0; a < network.arcs.size(); ++a) {
    for (const Index node : {network.arcs[a].from, network.arcs[a].to}) {
      if (node >= 0 && node < network.nodes) continue;
      throw InvalidInput(
          compose("arcs[{}]: {} is not a node, must be 0 .. {}", a, node, network.nodes - 1));
    }
  }
  if (network.capacities.size() != static_cast<Index>(network.arcs.size())) {
    throw InvalidInput(
        compose("capacities: has {} entries, must have {}, one for each arc, or none",
                network.capacities.size(), network.arcs.size()));
  }
  for (Index a = 0; a < network.capacities.size(); ++a) {
    if (network.capacities[a] >= 0) continue;
    throw InvalidInput(
        compose("capacities[{}] = {}: must be at least 0", a, network.capacities[a]));
  }
}

void require_supplies(const FlowNetwork& network) {
  if (network.supplies.size() != network.nodes) {
    throw InvalidInput(compose("supplies: has {} entries, must have {}, one for each node",
                               network.supplies.size(), network.nodes));
  }
  for (Index v = 0; v < network.nodes; ++v) {
    if (std::isfinite(network.supplies[v])) continue;
    throw InvalidInput(compose("supplies[{}] = {}: must be finite", v, network.supplies[v]));
  }
  const double sum = network.supplies.sum();
  if (std::abs(sum) > 1e-9 * network.supplies.cwiseAbs().sum()) {
    throw InvalidInput(compose("supplies: sum to {}, must sum to 0: what comes in goes out", sum));
  }
}

/// In each part of the network that no arc connects to the rest, supplies sum to 0 by themselves.
void require_balanced_components(const FlowNetwork& network) {
  const std::vector<Index> component =
      weak_components({.nodes = network.nodes, .edges = network.arcs});
  Vector sums = Vector::Zero(network.nodes), sizes = Vector::Zero(network.nodes);
  for (Index v = 0; v < network.nodes; ++v) {
    const Index c = component[static_cast<std::size_t>(v)];
    sums[c] += network.supplies[v];
    sizes[c] += std::abs(network.supplies[v]);
  }
  const double rounding = 1e-15 * sizes.sum();
  for (Index v = 0; v < network.nodes; ++v) {
    const Index c = component[static_cast<std::size_t>(v)];
    if (std::abs(sums[c]) <= 1e-9 * sizes[c] + rounding) continue;
    throw InvalidInput(
        compose("supplies: sum to {} in the part of the network that node {} is in, which no arc "
                "connects to the rest; must sum to 0 there",
                sums[c], v));
  }
}

/// Around a cycle without capacities any amount can flow.
void require_bounded(const FlowNetwork& network) {
  FlowGraph unlimited{.nodes = network.nodes};
  for (std::size_t a = 0; a < network.arcs.size(); ++a) {
    if (std::isinf(network.capacities[static_cast<Index>(a)])) {
      unlimited.edges.push_back(network.arcs[a]);
    }
  }
  try {
    topological_order(unlimited);
  } catch (const InvalidInput& error) {
    const std::string sentence = error.what();
    throw InvalidInput(
        compose("capacities: the cycle {} has none, so that the set is unbounded; give one of its "
                "arcs a capacity",
                sentence.substr(sentence.rfind(", ") + 2)));
  }
}

/// What is missing at which node, if the supplies cannot be met.
void require_flow(const FlowNetwork& network) {
  const double total = network.supplies.cwiseMax(0).sum();
  const Index source = network.nodes, sink = source + 1;
  MaxFlow flows(sink + 1);
  for (std::size_t a = 0; a < network.arcs.size(); ++a) {
    flows.add_arc(network.arcs[a].from, network.arcs[a].to,
                  std::min(network.capacities[static_cast<Index>(a)], total));
  }
  std::vector<Index> ends(static_cast<std::size_t>(network.nodes), -1);
  for (Index v = 0; v < network.nodes; ++v) {
    const double supply = network.supplies[v];
    if (supply > 0) flows.add_arc(source, v, supply);
    if (supply < 0) ends[static_cast<std::size_t>(v)] = flows.add_arc(v, sink, -supply);
  }
  const double met = flows.solve(source, sink);
  if (total - met <= 1e-9 * total) return;
  Index worst = 0;
  double most = 0;
  for (Index v = 0; v < network.nodes; ++v) {
    const Index arc = ends[static_cast<std::size_t>(v)];
    if (arc < 0 || flows.room(arc) <= most) continue;
    most = flows.room(arc);
    worst = v;
  }
  throw InvalidInput(
      compose("supplies: at most {} of {} can flow; node {} misses {} of the {} that it asks for",
              met, total, worst, most, -network.supplies[worst]));
}

}  // namespace

std::unique_ptr<Oracle> NetworkFlows::Parameters::begin(const SetContext& context) const {
  const SetFiles& reader = context.reader();
  const std::size_t comma = std::min(file.rfind(','), file.size());
  FlowNetwork network;
  std::vector<double> capacities;
  for (const CapacityEdge& arc : reader.arcs(file.substr(0, comma))) {
    network.arcs.push_back({arc.from, arc.to});
    capacities.push_back(arc.capacity);
    network.nodes = std::max({network.nodes, arc.from + 1, arc.to + 1});
  }
  network.capacities =
      Eigen::Map<const Vector>(capacities.data(), static_cast<Index>(capacities.size()));
  network.supplies = Vector::Zero(network.nodes);
  if (comma == file.size()) return std::make_unique<NetworkFlows>(std::move(network));
  const std::string second = file.substr(comma + 1);
  for (const Vector& line : reader.lines(second)) {
    const bool is_pair = line.size() == 2 && line[0] == std::floor(line[0]) && line[0] >= 0 &&
                         line[0] < static_cast<double>(network.nodes);
    if (!is_pair) {
      throw InvalidInput(
          compose("supplies: a line of {} has {} numbers and begins with {}; must be node,supply "
                  "with a node of 0 .. {}",
                  second, line.size(), line[0], network.nodes - 1));
    }
    network.supplies[static_cast<Index>(line[0])] += line[1];
  }
  return std::make_unique<NetworkFlows>(std::move(network));
}

NetworkFlows::NetworkFlows(FlowNetwork network) : network_(std::move(network)) {
  if (network_.capacities.size() == 0) {
    network_.capacities = Vector::Constant(static_cast<Index>(network_.arcs.size()),
                                           std::numeric_limits<double>::infinity());
  }
  require_arcs(network_);
  require_supplies(network_);
  require_balanced_components(network_);
  require_bounded(network_);
  require_flow(network_);
  require_network_simplex("flow");
  NetworkSimplex simplex(network_);
}

std::string NetworkFlows::name() const {
  return compose("flows in a network of {} nodes and {} arcs", network_.nodes,
                 network_.arcs.size());
}

void NetworkFlows::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  auto& simplex = answer.memory<std::shared_ptr<NetworkSimplex>>();
  if (!simplex) simplex = std::make_shared<NetworkSimplex>(network_);
  simplex->solve(g);
  Atom::Sparse& flow = answer.atom.become_sparse(dimension());
  flow.indices.reserve(network_.arcs.size());
  flow.values.reserve(network_.arcs.size());
  for (Index a = 0; a < dimension(); ++a) {
    const double amount = simplex->flow(a);
    if (amount == 0) continue;
    flow.indices.push_back(a);
    flow.values.push_back(amount);
  }
  answer.error = simplex->error();
}

Violation NetworkFlows::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Violation worst;
  Vector surplus = -network_.supplies;
  for (Index a = 0; a < x.size(); ++a) {
    const Edge& arc = network_.arcs[static_cast<std::size_t>(a)];
    surplus[arc.from] += x[a];
    surplus[arc.to] -= x[a];
    if (-x[a] > worst.distance) worst = {-x[a], compose("the flow of arc {} is {} < 0", a, x[a])};
    const double above = x[a] - network_.capacities[a];
    if (above > worst.distance) {
      worst = {above, compose("the flow of arc {} is {}, more than its capacity {}", a, x[a],
                              network_.capacities[a])};
    }
  }
  Index v = 0;
  const double off = surplus.cwiseAbs().maxCoeff(&v);
  if (off > worst.distance) {
    worst = {off, compose("at node {} the flow out minus the flow in is {}, not {}", v,
                          surplus[v] + network_.supplies[v], network_.supplies[v])};
  }
  return worst;
}

}  // namespace acgd
